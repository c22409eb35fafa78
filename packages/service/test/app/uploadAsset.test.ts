import { AppError } from '@assay/core/errors';
import { beforeEach, describe, expect, test } from 'vitest';
import { createBackground } from '../../src/adapters/jobs/background.ts';
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
  const input = { email: 'ada@example.org', password: PASSWORD, fullName: null };
  const user = await registerUser(ports, input, 'http://assay.test');
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
  ports.assets.expireLeases();
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
  });

  test('deleted while it was processed: nothing comes back, no file stays', async () => {
    ports.engine.duringMark((id) => deleteAsset(ports, uploader, id, null));
    await expect(uploadAsset(ports, uploader, input)).rejects.toMatchObject({ code: 'ASSET_NOT_FOUND' });
    expect(ports.files.count()).toBe(0);
  });

  test.each([false, true])(
    'a store that is away for a moment keeps nothing and is told as such; deferred: %s',
    async (deferred) => {
      const away = new AppError('SERVICE_UNAVAILABLE', 'The file store cannot be reached.', { retryAfterS: 5 });
      const { put, removeAll } = ports.files;
      Object.assign(ports.files, { put: () => Promise.reject(away), removeAll: () => Promise.reject(away) });
      await expect(uploadAsset(ports, uploader, { ...input, deferred })).rejects.toBe(away);
      Object.assign(ports.files, { put, removeAll });
      expect(await ports.assets.takeStranded({ owner: 'other', ms: 1000 }, 10)).toEqual([]);
      // Whoever sends it again begins anew.
      expect((await uploadAsset(ports, uploader, { ...input, deferred })).created).toBe(true);
    },
  );

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

describe('an upload that takes long', () => {
  /** Holds the marking back until it is let go. */
  const hold = (failure: Error | null = null) => {
    let letGo = (): void => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    ports.engine.duringMark(async () => {
      await gate;
      if (failure) throw failure;
    });
    return () => letGo();
  };
  /** Time is over at once: no clock of the machine is waited for, which hung once in a whole run, for a reason that was not found. */
  const timers = {
    every(_ms: number, call: () => void) {
      void Promise.resolve().then(call);
      return () => {};
    },
  };
  const impatient = () => ({ ...ports, timers, limits: { ...ports.limits, uploadAnswerMs: 1 } });
  const statusOf = async (id: string) => (await ports.assets.findAny(id))?.processingStatus;

  test('is answered as it stands, and completed behind the answer', async () => {
    const letGo = hold();
    const { asset, created, rest } = await uploadAsset(impatient(), uploader, input);
    expect([created, asset.processingStatus]).toEqual([true, 'processing']);
    letGo();
    await rest;
    expect(await statusOf(asset.id)).toBe('completed');
  });

  test('waits for its turn when the workers are busy after all, for its sender knows it by now', async () => {
    const letGo = hold(new AppError('SERVICE_UNAVAILABLE', 'full'));
    const { asset, rest } = await uploadAsset(impatient(), uploader, input);
    letGo();
    await rest;
    expect(await statusOf(asset.id)).toBe('pending');
    expect(await recoverStranded(ports)).toMatchObject({ completed: 1 });
  });

  test('deleted behind the answer, it is gone, and no failure is reported', async () => {
    const letGo = hold();
    const reported: unknown[] = [];
    const background = createBackground((error) => reported.push(error));
    const { asset, rest } = await uploadAsset({ ...impatient(), background }, uploader, input);
    await deleteAsset(ports, uploader, asset.id, null);
    letGo();
    await rest;
    await background.settled();
    expect([await ports.assets.findAny(asset.id), ports.files.count(), reported]).toEqual([null, 0, []]);
  });

  test('is failed when the picture turns out to be bad; nothing vanishes whose address was told', async () => {
    const letGo = hold(new AppError('INVALID_FILE_TYPE', 'broken'));
    Object.assign(ports.background, { run: (_task: string, work: () => Promise<void>) => void work().catch(() => {}) });
    const { asset, rest } = await uploadAsset(impatient(), uploader, input);
    letGo();
    await rest;
    expect(await statusOf(asset.id)).toBe('failed');
  });

  test('taken over by another process: its sender gets what that one made, and no file of the loser stays', async () => {
    ports.engine.duringMark(async () => {
      ports.assets.expireLeases();
      await recoverStranded({ ...ports, processId: 'another' });
    });
    const { asset } = await uploadAsset(ports, uploader, input);
    expect(asset).toMatchObject({ processingStatus: 'completed', filesNumber: 2 });
    expect(await ports.files.read(asset.id, 'watermarked-2')).not.toBeNull();
    expect(await ports.files.read(asset.id, 'watermarked')).toBeNull();
  });

  test('a lost answer of the database never takes the files of what was completed', async () => {
    const { complete } = ports.assets;
    Object.assign(ports.assets, {
      complete: async (...all: Parameters<typeof complete>) => {
        await complete(...all);
        throw new AppError('SERVICE_UNAVAILABLE', 'the connection broke after the commit');
      },
    });
    await expect(uploadAsset(ports, uploader, input)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(ports.files.count()).toBe(3);
  });
});

describe('recovery after a crash', () => {
  test('an upload whose original is stored is completed from it, once', async () => {
    const id = await crashDuringMark();
    expect(await recoverStranded(ports)).toEqual({ completed: 1, failed: 0, postponed: 0 });
    expect(await ports.assets.findAny(id)).toMatchObject({
      processingStatus: 'completed',
      watermarkedCid: expect.any(String),
    });
    expect(await recoverStranded(ports)).toEqual({ completed: 0, failed: 0, postponed: 0 });
    expect(ports.assets.events.filter(({ event }) => event === 'asset.processed')).toHaveLength(1);
  });

  test('an upload whose original never landed is failed, and its quota unit comes back', async () => {
    const id = await crashDuringMark();
    await ports.files.removeAll(id);
    expect(await recoverStranded(ports)).toMatchObject({ failed: 1 });
    expect(await ports.assets.findAny(id)).toMatchObject({ processingStatus: 'failed' });
    expect(ports.assets.uploadsCounted()).toBe(0);
  });

  test('busy workers postpone it; the next run completes it', async () => {
    await crashDuringMark();
    ports.engine.failMarkWith(new AppError('SERVICE_UNAVAILABLE', 'full'));
    expect(await recoverStranded(ports)).toMatchObject({ postponed: 1 });
    expect(await recoverStranded(ports)).toMatchObject({ completed: 1 });
  });

  test('leases that still run are left alone', async () => {
    await crashDuringMark();
    const [taken] = await ports.assets.takeStranded({ owner: 'another', ms: 1 }, 1);
    expect(await recoverStranded(ports)).toEqual({ completed: 0, failed: 0, postponed: 0 });
    expect(taken?.lease.number).toBe(2);
  });
});
