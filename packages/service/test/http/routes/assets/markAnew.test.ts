/** Marking anew: docs/spec/assets.md#marking-anew. @module */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { filesNumberOf } from '../../../../src/adapters/db/assets/assetLeases.ts';
import { FORMER_KEPT_MS, removeFormerFiles } from '../../../../src/app/assets/formerFiles.ts';
import { createFencedFiles } from '../../../../src/adapters/storage/fencedFiles.ts';
import { type Account, formOf, openAccount } from '../../../fakes/testService.ts';
import { type MemoryFiles, memoryFiles } from '../../../fakes/memoryFiles.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { type Asked, type DatabaseService, startDatabaseService } from '../../../support/databaseService.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

describeOnEachEngine('marking anew', (database) => {
  let service: DatabaseService;
  let ada: Account;
  let stored: MemoryFiles;
  beforeAll(async () => {
    stored = memoryFiles();
    service = await startDatabaseService(database(), {
      files: createFencedFiles(stored, filesNumberOf(database())),
    });
    ada = await openAccount(service, 'ada@example.org');
  });
  afterAll(() => service.app.close());

  const send = async (url: string, file: Uint8Array, fields: Record<string, string> = {}): Promise<Asked['body']> => {
    const texts = Object.entries(fields).map(([name, value]) => ({ name, value }));
    const form = formOf([...texts, { name: 'file', value: Buffer.from(file), fileName: 'a.jpg' }]);
    const headers = { ...form.headers, ...ada.headers };
    return (await service.app.inject({ method: 'POST', url, payload: form.payload, headers })).json();
  };
  const upload = (scene: string, fields?: Record<string, string>) => send('/v1/assets/', toyPicture(scene), fields);
  const again = (id: unknown, who = ada) => service.ask('POST', `/v1/assets/${id}/reprocess`, who);
  const get = async (path: string) => (await service.ask('GET', path, ada)).body;
  const fileOf = async (id: unknown): Promise<Buffer> => {
    const url = `/v1/assets/${id}/download?variant=watermarked`;
    return (await service.app.inject({ url, headers: ada.headers })).rawPayload;
  };
  const usage = async () => get(`/v1/organizations/${(await get('/v1/auth/me')).organization_id}/usage`);
  const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

  test('200: a new delivered file, and the old one stays an exact match', async () => {
    const { id, watermarked_content_hash: formerHash } = await upload('lake');
    const former = await fileOf(id);
    const before = await usage();
    service.ports.engine.markFrom(' v2');
    const { status, body } = await again(id);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ id, processing_status: 'completed', watermark: { marked_at: expect.any(String) } });
    const present = await fileOf(id);
    expect(hashOf(present)).toBe(body.watermarked_content_hash);
    expect(body.watermarked_content_hash).not.toBe(formerHash);
    for (const file of [former, present])
      expect(await send('/v1/verify/', file)).toMatchObject({ verdict: 'authentic', asset_id: id, confidence: 1 });
    const after = await usage();
    expect(after.uploads_count).toBe(Number(before.uploads_count) + 1);
    expect(after.assets_count).toBe(before.assets_count);
    expect(after.storage_used_bytes).toBe(Number(before.storage_used_bytes) + present.length - former.length);
  });

  test('200: the former file is there for whoever reads it, and goes a day later', async () => {
    const removeIn = (ms: number): Promise<number> => {
      const { clock } = service.ports;
      const later = { ...clock, now: () => new Date(clock.now().getTime() + ms) };
      return removeFormerFiles({ ...service.ports, clock: later });
    };
    await removeIn(FORMER_KEPT_MS);
    const files = stored.count();
    const { id } = await upload('estuary');
    const link = await stored.open(String(id), 'watermarked');
    service.ports.engine.markFrom(' v2b');
    await again(id);
    service.ports.engine.markFrom(' v2c');
    await again(id);
    const present = await fileOf(id);
    expect(await removeIn(FORMER_KEPT_MS - 60_000)).toBe(0);
    expect(await stored.open(String(id), 'watermarked')).toMatchObject({ sizeBytes: link?.sizeBytes });
    expect(await removeIn(FORMER_KEPT_MS)).toBe(1);
    expect(stored.count()).toBe(files + 3);
    expect(await fileOf(id)).toEqual(present);
    expect(await removeIn(FORMER_KEPT_MS)).toBe(0);
  });

  test('500: where the answer to the commit is lost, the file that the row names stays', async () => {
    const { id } = await upload('sound');
    const { replace } = service.ports.deliveredFiles;
    const lost = vi.spyOn(service.ports.deliveredFiles, 'replace').mockImplementationOnce(async (...given) => {
      await replace(...given);
      throw new Error('the connection ended');
    });
    service.ports.engine.markFrom(' v4');
    expect((await again(id)).status).toBe(500);
    lost.mockRestore();
    const { watermarked_content_hash: hash } = await get(`/v1/assets/${id}`);
    expect(hashOf(await fileOf(id))).toBe(hash);
  });

  test('200: the history says what was delivered before', async () => {
    const { id, watermarked_content_hash: formerHash } = await upload('shore');
    service.ports.engine.markFrom(' v3');
    await again(id);
    const entries = (await get(`/v1/assets/${id}/provenance`)).entries as unknown as Record<string, unknown>[];
    expect(entries.map(({ action }) => action)).toEqual(['uploaded', 'marked', 'reprocessed', 'marked']);
    expect(entries[2]?.details).toMatchObject({ former_content_hash: formerHash, former_tracks: ['a', 'b'] });
  });

  test('200: the same bytes again leave one file and no former one', async () => {
    const { id, watermarked_content_hash: hash } = await upload('reef');
    expect((await again(id)).body.watermarked_content_hash).toBe(hash);
    expect((await service.ports.assets.findAny(String(id)))?.earlierDeliveries).toEqual([]);
    expect(await send('/v1/verify/', await fileOf(id))).toMatchObject({ verdict: 'authentic', asset_id: id });
  });

  test('500: what fails leaves the delivered file', async () => {
    const { id } = await upload('cliff');
    const former = await fileOf(id);
    const { uploads_count } = await usage();
    service.ports.engine.failMarkWith(new Error('broken'));
    expect(await again(id)).toMatchObject({ status: 500, body: { error_code: 'PROCESSING_FAILED' } });
    expect(await get(`/v1/assets/${id}`)).toMatchObject({ processing_status: 'completed', processing_error: null });
    expect(await fileOf(id)).toEqual(former);
    expect((await usage()).uploads_count).toBe(uploads_count);
    expect((await again(id)).status).toBe(200);
  });

  test('409: while it is marked anew, and without tracks', async () => {
    const { id } = await upload('dune');
    let meanwhile: Asked | null = null;
    service.ports.engine.duringMark(async () => void (meanwhile = await again(id)));
    expect((await again(id)).status).toBe(200);
    expect(meanwhile).toMatchObject({ status: 409, body: { error_code: 'CONFLICT' } });
    const off = { track_a_enabled: 'false', track_b_enabled: 'false', track_c_enabled: 'false' };
    const plain = await upload('marsh', off);
    expect(await again(plain.id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('without tracks') },
    });
    expect((await again(plain.id)).status).toBe(409);
  });

  test('404: deleted while it is marked anew; nothing stays behind', async () => {
    const files = stored.count();
    const { id } = await upload('heath');
    service.ports.engine.duringMark(async () => void (await service.ask('DELETE', `/v1/assets/${id}`, ada)));
    expect((await again(id)).status).toBe(404);
    expect(stored.count()).toBe(files);
  });

  test('404: of another organization', async () => {
    const { id } = await upload('moor');
    const eve = await openAccount(service, 'eve@example.org');
    expect((await again(id, eve)).status).toBe(404);
  });
});
