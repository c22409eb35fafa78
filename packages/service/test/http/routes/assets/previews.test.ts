/** A preview that the store has no more is made again: docs/spec/assets.md#stored-files. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { identifyDatabase } from '../../../../src/adapters/db/connection/databaseIdentity.ts';
import { createDatabaseDump } from '../../../../src/adapters/db/dump/databaseDump.ts';
import { type ContentService, startContentService } from '../../../support/contentService.ts';
import { formOf } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

type Json = Record<string, unknown>;

describeOnEachEngine('a preview that is gone', (database) => {
  let folder: string;
  let content: ContentService;
  const made = vi.fn<(bytes: Uint8Array) => Promise<Uint8Array>>();

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-previews-'));
    content = await startContentService(database(), { ASSAY_ARCHIVE_URL: `file://${folder}` });
    const { engine } = content.service.ports;
    const { preview } = engine;
    Object.assign(engine, { preview: made });
    made.mockImplementation(preview);
  });
  beforeEach(() => void made.mockClear());
  afterAll(async () => {
    await content.service.app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = (
    url: string,
    who: { headers: Record<string, string> } | null = content.ada,
    method: 'GET' | 'POST' = 'GET',
  ) => content.service.app.inject({ method, url: url.replace('http://assay.test', ''), headers: who?.headers ?? {} });
  const preview = (id: string, who = content.ada) => ask(`/v1/assets/${id}/download?variant=preview`, who);
  const factsOf = async (id: string) => (await ask(`/v1/assets/${id}`)).json() as Json;
  const usedBytes = async () => ((await ask('/v1/storage/usage')).json() as { used_bytes: number }).used_bytes;
  /** As a rule of the bucket ends it. */
  const expire = (id: string) => content.stored.remove(id, 'preview');
  const isStored = async (id: string) => (await content.stored.read(id, 'preview')) !== null;
  let scenes = 0;
  const upload = (encrypt = false) => content.upload(`expired${++scenes}`, encrypt);

  test.each([
    ['plain', false],
    ['encrypted', true],
  ])('200: of a %s asset it is the same again, and stored again', async (_name, encrypt) => {
    const id = await upload(encrypt);
    const before = (await preview(id)).rawPayload;
    await expire(id);
    expect((await preview(id)).rawPayload).toEqual(before);
    expect(made).toHaveBeenCalledTimes(1);
    // From the delivered file, whose mark it shows.
    expect(Buffer.from(made.mock.calls[0]![0]).toString()).toContain(`MARK ${id}`);
    const raw = Buffer.from((await content.stored.read(id, 'preview')) ?? []);
    expect(raw.equals(before)).toBe(!encrypt);
    expect((await preview(id)).rawPayload).toEqual(before);
    expect(made).toHaveBeenCalledTimes(1);
  });

  test('200: of an asset without a mark it is made from the original', async () => {
    const fields = ['a', 'b', 'c'].map((track) => ({ name: `track_${track}_enabled`, value: 'false' }));
    const form = formOf([...fields, { name: 'file', value: toyPicture('unmarked'), fileName: 'x.jpg' }]);
    const headers = { ...form.headers, ...content.ada.headers };
    const sent = { method: 'POST', url: '/v1/assets/', payload: form.payload, headers } as const;
    const { id } = (await content.service.app.inject(sent)).json() as { id: string };
    await expire(id);
    expect((await preview(id)).statusCode).toBe(200);
    expect(Buffer.from(made.mock.calls[0]![0])).toEqual(toyPicture('unmarked'));
  });

  test('200: through links of lists and of shares, and in reports', async () => {
    const id = await upload();
    const { preview_url } = await factsOf(id);
    await expire(id);
    expect((await ask(String(preview_url), null)).body).toBe('preview');
    const shared = (await ask(`/v1/assets/${id}/share`, content.ada, 'POST')).json() as { url: string };
    const page = (await ask(shared.url, null)).json() as { asset: Json } & Json;
    await expire(id);
    expect((await ask(String((page.asset ?? page)['preview_url']), null)).body).toBe('preview');
    await expire(id);
    expect((await ask(`/v1/assets/${id}/report.html`)).body).toContain('data:image/jpeg');
    expect(made).toHaveBeenCalledTimes(3);
    expect(await isStored(id)).toBe(true);
  });

  test('200: many who ask at once have it made once', async () => {
    const id = await upload();
    await expire(id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => preview(id)));
    expect(answers.map(({ body }) => body)).toEqual(Array.from({ length: 20 }, () => 'preview'));
    expect(made).toHaveBeenCalledTimes(1);
  });

  test('404: nothing is made for strangers, nor of what was deleted', async () => {
    const id = await upload(true);
    const { preview_url } = await factsOf(id);
    await expire(id);
    expect((await preview(id, content.eve)).statusCode).toBe(404);
    await content.service.app.inject({ method: 'DELETE', url: `/v1/assets/${id}`, headers: content.ada.headers });
    expect((await ask(String(preview_url), null)).statusCode).toBe(404);
    expect(made).not.toHaveBeenCalled();
    expect(await isStored(id)).toBe(false);
  });

  test.each([
    ['plain', false],
    ['encrypted', true],
  ])('404: of a %s asset that is deleted while it is made nothing stays', async (_name, encrypt) => {
    const id = await upload(encrypt);
    await expire(id);
    made.mockImplementationOnce(async () => {
      await content.service.app.inject({ method: 'DELETE', url: `/v1/assets/${id}`, headers: content.ada.headers });
      return Buffer.from('preview');
    });
    expect((await preview(id)).statusCode).toBe(404);
    expect(await isStored(id)).toBe(false);
  });

  test('404: without the file that it was made from; 500: of one that was altered', async () => {
    const id = await upload();
    await expire(id);
    const delivered = (await content.stored.read(id, 'watermarked')) as Uint8Array;
    await content.stored.put(id, 'watermarked', Buffer.from(`TOY other MARK ${id}`));
    expect((await preview(id)).statusCode).toBe(500);
    await content.stored.remove(id, 'watermarked');
    expect((await preview(id)).statusCode).toBe(404);
    expect(made).not.toHaveBeenCalled();
    await content.stored.put(id, 'watermarked', delivered);
    expect((await preview(id)).statusCode).toBe(200);
  });

  test('200: another encoder’s has another size, which is counted', async () => {
    const id = await upload();
    const before = await usedBytes();
    await expire(id);
    made.mockImplementationOnce(async () => Buffer.from('a longer preview'));
    expect((await preview(id)).body).toBe('a longer preview');
    expect(await usedBytes()).toBe(before + 'a longer '.length);
  });

  test('200: a check finds everything intact; a plain archive is the same one', async () => {
    const id = await upload();
    const archive = async () =>
      ((await ask(`/v1/storage/assets/${id}/archive`, content.ada, 'POST')).json() as Json).archive_cid;
    const first = await archive();
    await expire(id);
    expect(await archive()).toBe(first);
    await expire(id);
    made.mockImplementationOnce(async () => Buffer.from('a longer preview'));
    const checked = (await ask(`/v1/storage/assets/${id}/check`, content.ada, 'POST')).json() as { intact: boolean };
    expect(checked.intact).toBe(true);
  });

  test('201: it is published as if it were there, and its blocks are given away again', async () => {
    const id = await upload();
    await expire(id);
    const { files } = await content.publish(id, { variants: ['preview'] });
    await expire(id);
    const block = await ask(`/ipfs/${files[0]?.cid}?format=raw`, null);
    expect([block.statusCode, block.body]).toEqual([200, 'preview']);
  });

  test('a backup and a move may do without it', async () => {
    const id = await upload();
    await identifyDatabase(database(), content.service.ports.ids);
    await createDatabaseDump(database()).atOneMoment(async (state) => {
      const required: string[] = [];
      for await (const { place, isRequired } of state.namedFiles())
        if (place.kind === 'picture' && place.assetId === id && isRequired) required.push(place.variant);
      expect(required).toEqual(['original', 'watermarked']);
    });
  });
});
