import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRepositories } from '../../../../src/adapters/db/repositories.ts';
import { checkDueArchives } from '../../../../src/app/archive/checkArchives.ts';
import { readArchive, repairFromArchive } from '../../../../src/app/archive/restoreArchive.ts';
import { copyVariant } from '../../../../src/app/ports/assets/storage.ts';
import { trace } from '../../../../src/app/provenance/trace.ts';
import { readConfig } from '../../../../src/config/config.ts';
import { composeContent } from '../../../../src/compose/content.ts';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';
import { type MemoryFiles, memoryFiles } from '../../../fakes/memoryFiles.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

interface Archive {
  readonly archive_cid: string;
  readonly size_bytes: number;
  readonly check_state: string | null;
}

describeOnEachEngine('archives', (database) => {
  let folder: string;
  let service: TestService;
  let stored: MemoryFiles;
  let ada: Account;
  let eve: Account;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-archives-'));
    stored = memoryFiles();
    service = await startTestService({}, (ports) => {
      const { ids, clock } = ports;
      const keyEncryptionKey = Buffer.alloc(32, 1);
      const config = readConfig({ ASSAY_ARCHIVE_URL: `file://${folder}` });
      return {
        ...createRepositories(database(), { ids, clock, keyEncryptionKey }),
        ...composeContent(config, { database: database(), files: stored, keyEncryptionKey, clock, ids }),
      };
    });
    ada = await openAccount(service, 'ada@example.org');
    eve = await openAccount(service, 'eve@example.org');
  });
  afterAll(async () => {
    await service.app.close();
    await rm(folder, { recursive: true });
  });

  const upload = async (scene: string, encrypt: boolean): Promise<string> => {
    const field = { name: 'encrypt', value: String(encrypt) };
    const form = formOf([{ name: 'file', value: toyPicture(scene), fileName: 'x.jpg' }, field]);
    const headers = { ...form.headers, ...ada.headers };
    const answer = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
    return (answer.json() as { id: string }).id;
  };
  const call = (method: 'POST' | 'GET', id: string, who: Account | null = ada) =>
    service.app.inject({ method, url: `/v1/storage/assets/${id}/archive`, headers: who?.headers ?? {} });
  const archive = async (id: string): Promise<Archive> => {
    const answer = await call('POST', id);
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.headers.location).toBe(`/v1/storage/assets/${id}/archive`);
    return answer.json() as Archive;
  };
  /** As a copy is kept, without the work of marking one. */
  const addCopy = async (assetId: string, text: string): Promise<void> => {
    const { ids, clock, copies } = service.ports;
    const copyId = ids.uuid();
    const bytes = Buffer.from(text);
    const contentHash = createHash('sha256').update(bytes).digest('hex');
    await stored.put(assetId, copyVariant(copyId), bytes);
    const facts = { assetId, recipient: text, note: null, createdBy: ada.id, createdAt: clock.now() };
    const record = { id: copyId, cid: text, contentHash, sizeBytes: bytes.length, tracks: [], ...facts };
    await copies.add(record, trace(service.ports, null, assetId, 'copy_created'));
  };
  const fileOf = (cid: string) => path.join(folder, cid.slice(-2), `${cid}.car`);

  test('201: all files, the same archive each time; the asset and the usage tell of it', async () => {
    const id = await upload('harbour', false);
    expect((await call('GET', id)).statusCode).toBe(404);
    const made = await archive(id);
    expect(made).toMatchObject({ asset_id: id, checked_at: null, check_state: null });
    expect(await archive(id)).toEqual(made);
    expect((await call('GET', id)).json()).toEqual(made);
    expect((await readFile(fileOf(made.archive_cid))).length).toBe(made.size_bytes);
    const asset = await service.app.inject({ url: `/v1/assets/${id}`, headers: ada.headers });
    expect((asset.json() as { archive_cid: string }).archive_cid).toBe(made.archive_cid);
    const history = await service.app.inject({ url: `/v1/assets/${id}/provenance`, headers: ada.headers });
    expect(history.body.match(/"archived"/g)).toHaveLength(1);
    const usage = await service.app.inject({ url: '/v1/storage/usage', headers: ada.headers });
    expect((usage.json() as { by_kind: { archive: number } }).by_kind.archive).toBe(made.size_bytes);
    const { files } = await readArchive(service.ports, made.archive_cid);
    expect(files.map(({ variant, bytes }) => [variant, Buffer.from(bytes).toString().slice(0, 11)])).toEqual([
      ['original', 'TOY harbour'],
      ['preview', expect.any(String)],
      ['watermarked', 'TOY harbour'],
    ]);
  });

  test('201: a copy made later is in the next archive, under another identifier', async () => {
    const id = await upload('ferry', true);
    const first = await archive(id);
    await service.app.inject({
      method: 'POST',
      url: `/v1/assets/${id}/copies`,
      headers: ada.headers,
      payload: { recipient: 'Eve' },
    });
    const second = await archive(id);
    expect(second.archive_cid).not.toBe(first.archive_cid);
    expect((await call('GET', id)).json()).toMatchObject({ archive_cid: second.archive_cid });
    expect((await readArchive(service.ports, second.archive_cid)).files).toHaveLength(4);
  });

  test('201, 200: every copy is archived and checked, also beyond the first hundred', async () => {
    const id = await upload('regatta', false);
    for (let at = 0; at < 101; at++) await addCopy(id, `copy ${at}`);
    const { files } = await readArchive(service.ports, (await archive(id)).archive_cid);
    expect(files.filter(({ variant }) => variant.startsWith('copy-'))).toHaveLength(101);
    const url = `/v1/storage/assets/${id}/check`;
    const check = await service.app.inject({ method: 'POST', url, headers: ada.headers });
    expect((check.json() as { files: unknown[] }).files).toHaveLength(104);
  });

  test('201: of an encrypted asset the archive holds ciphertext, which opens until the asset is deleted', async () => {
    const id = await upload('secret', true);
    const { archive_cid: cid } = await archive(id);
    const file = await readFile(fileOf(cid));
    expect(file.includes('TOY')).toBe(false);
    const { files } = await readArchive(service.ports, cid);
    expect(Buffer.from(files[0]?.bytes ?? []).toString()).toBe('TOY secret');
    await service.app.inject({ method: 'DELETE', url: `/v1/assets/${id}`, headers: ada.headers });
    // Write once: it stays, and nobody can read it any more.
    expect((await readFile(fileOf(cid))).equals(file)).toBe(true);
    await expect(readArchive(service.ports, cid)).rejects.toMatchObject({
      code: 'ASSET_NOT_FOUND',
      message: expect.stringContaining('nobody can read'),
    });
  });

  test('files that were lost or altered in the store come back from the archive, encrypted ones too', async () => {
    for (const isEncrypted of [false, true]) {
      const id = await upload(`wreck${isEncrypted}`, isEncrypted);
      const { archive_cid: cid } = await archive(id);
      expect(await repairFromArchive(service.ports, cid)).toEqual([]);
      await stored.remove(id, 'original');
      await stored.put(id, 'watermarked', Buffer.from('damage'));
      expect(await repairFromArchive(service.ports, cid)).toEqual(['original', 'watermarked']);
      const url = `/v1/storage/assets/${id}/check`;
      const check = await service.app.inject({ method: 'POST', url, headers: ada.headers });
      expect(check.json()).toMatchObject({ intact: true });
    }
    // A preview that another encoder made again is the archived one afterwards, in its row too.
    const id = await upload('reef', false);
    const { archive_cid: cid } = await archive(id);
    await stored.put(id, 'preview', Buffer.from('a longer preview'));
    const asset = await service.ports.assets.findAny(id);
    await service.ports.deliveredFiles.notePreview({ id, filesNumber: asset?.filesNumber ?? 0 }, 16, new Date());
    expect(await repairFromArchive(service.ports, cid)).toEqual(['preview']);
    const url = `/v1/storage/assets/${id}/check`;
    const check = await service.app.inject({ method: 'POST', url, headers: ada.headers });
    expect(check.json()).toMatchObject({ intact: true });
    await expect(repairFromArchive(service.ports, 'bagbaieraaaaaaaaaaaaaaaaaaa')).rejects.toMatchObject({
      code: 'ARCHIVE_NOT_FOUND',
    });
  });

  test('409: damage is not archived as if it were the picture', async () => {
    for (const isEncrypted of [false, true]) {
      const id = await upload(`leak${isEncrypted}`, isEncrypted);
      await stored.put(id, 'watermarked', Buffer.from('damage'));
      expect((await call('POST', id)).json()).toMatchObject({ error_code: 'CONFLICT' });
      await stored.remove(id, 'watermarked');
      expect((await call('POST', id)).json()).toMatchObject({ error_code: 'CONFLICT' });
    }
  });

  test('404: of a foreign asset; 401: without a credential', async () => {
    const id = await upload('mole', false);
    for (const method of ['POST', 'GET'] as const) {
      expect((await call(method, id, eve)).json()).toMatchObject({ error_code: 'ASSET_NOT_FOUND' });
      expect((await call(method, id, null)).statusCode).toBe(401);
    }
  });

  test('the scheduled check reads every archive once in its time and tells what is wrong', async () => {
    const [whole, altered, lost] = [await upload('a', false), await upload('b', false), await upload('c', false)];
    const cids = [await archive(whole), await archive(altered), await archive(lost)].map((one) => one.archive_cid);
    const checkAll = async () => {
      const found = [];
      const before = new Date(service.ports.clock.now().getTime() - 30 * 86_400_000);
      for (;;) {
        const broken = await checkDueArchives(service.ports, before);
        const due = await service.ports.archives.due(before, 1);
        found.push(...broken);
        if (due.length === 0) return found;
      }
    };
    expect(await checkAll()).toEqual([]);
    service.ports.clock.advance(31 * 86_400_000);
    ada = await openAccount(service, 'ada@example.org');
    const file = fileOf(cids[1] ?? '');
    const bytes = await readFile(file);
    bytes[100] = (bytes[100] as number) ^ 1;
    await chmod(file, 0o600);
    await writeFile(file, bytes);
    await rm(fileOf(cids[2] ?? ''));
    const broken = await checkAll();
    expect(broken.map(({ record, state }) => [record.assetId, state]).sort()).toEqual(
      [
        [altered, 'altered'],
        [lost, 'missing'],
      ].sort(),
    );
    expect(await checkAll()).toEqual([]);
    const states = [];
    for (const id of [whole, altered, lost]) states.push(((await call('GET', id)).json() as Archive).check_state);
    expect(states).toEqual(['intact', 'altered', 'missing']);
  });
});
