import { AppError } from '@assay/core/errors';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/app/accounts/caller.ts';
import { registerUser } from '../../src/app/accounts/registerUser.ts';
import { deleteAsset } from '../../src/app/assets/changeAsset.ts';
import { recoverStranded } from '../../src/app/assets/recoverStranded.ts';
import { uploadAsset, type UploadInput } from '../../src/app/assets/uploadAsset.ts';
import { type FakePorts, fakePorts, PASSWORD } from '../fakes/testService.ts';
import { toyPicture } from '../fakes/toyEngine.ts';

let ports: FakePorts;
let uploader: Caller;
beforeEach(async () => {
  ({ ports } = await fakePorts());
  const user = await registerUser(ports, { email: 'ada@example.org', password: PASSWORD, fullName: null });
  uploader = { kind: 'user', user, sessionId: user.id };
});

const input: UploadInput = {
  bytes: toyPicture('harbour'),
  fileName: 'a.jpg',
  title: null,
  description: null,
  tags: [],
  tracks: { a: true, b: true, c: false },
  strengths: {},
  metadata: true,
  commit: false,
  organizationId: null,
  dedupe: false,
};

const HOUR_MS = 3600_000;
const later = () => new Date(ports.clock.now().getTime() + HOUR_MS);

/** What SIGKILL leaves: the process is gone in the middle, so nothing of its clean-up runs. */
async function crashDuringMark(): Promise<string> {
  let crashed = '';
  const never = new Promise<void>(() => {});
  const reached = new Promise<void>((resolve) => {
    ports.engine.duringMark(async (id) => {
      crashed = id;
      resolve();
      await never;
    });
  });
  void uploadAsset(ports, uploader, input);
  await reached;
  ports.inFlight.clear();
  return crashed;
}

describe('upload', () => {
  test('a full queue keeps nothing: no row, no file, no quota unit; the caller is told when to come back', async () => {
    ports.engine.failMarkWith(new AppError('SERVICE_UNAVAILABLE', 'full', { retryAfterS: 3 }));
    await expect(uploadAsset(ports, uploader, input)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      retryAfterS: 3,
    });
    expect([ports.files.count(), ports.assets.uploadsCounted()]).toEqual([0, 0]);
    expect(ports.inFlight.size).toBe(0);
  });

  test('deleted while it was processed: nothing comes back, no file stays', async () => {
    ports.engine.duringMark((id) => deleteAsset(ports, uploader, id, null));
    await expect(uploadAsset(ports, uploader, input)).rejects.toMatchObject({ code: 'ASSET_NOT_FOUND' });
    expect(ports.files.count()).toBe(0);
  });

  test('a disk that is full fails the asset and says whose fault it is', async () => {
    Object.assign(ports.files, { put: () => Promise.reject(new Error('ENOSPC')) });
    const failure = await uploadAsset(ports, uploader, input).catch((error: unknown) => error as AppError);
    expect(failure).toMatchObject({ code: 'PROCESSING_FAILED', extra: { asset_id: expect.any(String) } });
    expect(ports.assets.uploadsCounted()).toBe(0);
  });

  test('the asset cid can be derived again from its three facts', async () => {
    const { asset } = await uploadAsset(ports, uploader, input);
    const { id: assetId, organizationId, contentHash: contentSha256, cid } = asset;
    expect(ports.contentIdentifiers.assetCid({ assetId, organizationId, contentSha256 })).toBe(cid);
  });
});

describe('recovery after a crash', () => {
  test('an upload whose original is stored is completed from it, once', async () => {
    const id = await crashDuringMark();
    expect(await recoverStranded(ports, later())).toEqual({ completed: 1, failed: 0, postponed: 0 });
    expect(await ports.assets.findAny(id)).toMatchObject({
      processingStatus: 'completed',
      watermarkedCid: expect.any(String),
    });
    expect(await recoverStranded(ports, later())).toEqual({ completed: 0, failed: 0, postponed: 0 });
    expect(ports.assets.events.filter(({ event }) => event === 'asset.processed')).toHaveLength(1);
  });

  test('an upload whose original never landed is failed, and its quota unit comes back', async () => {
    const id = await crashDuringMark();
    await ports.files.removeAll(id);
    expect(await recoverStranded(ports, later())).toMatchObject({ failed: 1 });
    expect(await ports.assets.findAny(id)).toMatchObject({ processingStatus: 'failed' });
    expect(ports.assets.uploadsCounted()).toBe(0);
  });

  test('busy workers postpone it; the next run completes it', async () => {
    await crashDuringMark();
    ports.engine.failMarkWith(new AppError('SERVICE_UNAVAILABLE', 'full'));
    expect(await recoverStranded(ports, later())).toMatchObject({ postponed: 1 });
    expect(await recoverStranded(ports, later())).toMatchObject({ completed: 1 });
  });

  test('leases that still run, and assets that this process works on, are left alone', async () => {
    const id = await crashDuringMark();
    expect(await recoverStranded(ports, ports.clock.now())).toEqual({ completed: 0, failed: 0, postponed: 0 });
    ports.inFlight.add(id);
    expect(await recoverStranded(ports, later())).toEqual({ completed: 0, failed: 0, postponed: 0 });
  });
});
