/** Imports over HTTP: docs/spec/assets.md#import. @module */
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createJobLeases } from '../../../../src/adapters/db/connection/jobLeases.ts';
import { runImports } from '../../../../src/app/imports/runImports.ts';
import type { ImportSources } from '../../../../src/app/ports/imports/importSources.ts';
import { type Account, formOf, openAccount } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { type Asked, type DatabaseService, startDatabaseService } from '../../../support/databaseService.ts';
import { smallImportSources } from '../../../support/smallImportSources.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';
import { carOf } from '../../../adapters/imports/archives.ts';

type Import = Readonly<Record<string, unknown>> & { readonly id: string };

describeOnEachEngine('imports', (database) => {
  let folder: string;
  let importSources: ImportSources;
  let service: DatabaseService;
  let ada: Account;
  let number = 0;

  const openSources = () =>
    smallImportSources(folder, [
      { name: 'wire', organizationIds: null, place: { kind: 'folder', folder: path.join(folder, 'wire') } },
    ]);
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-imports-'));
    await mkdir(path.join(folder, 'wire'), { recursive: true });
    importSources = await openSources();
    service = await startDatabaseService(database(), { importSources });
    await service.app.listen({ host: '127.0.0.1', port: 0 });
  });
  beforeEach(async () => {
    ada = await openAccount(service, `ada${++number}@example.org`);
  });
  afterAll(async () => {
    await service.app.close();
    await rm(folder, { recursive: true });
  });

  const toys = (...scenes: string[]): Record<string, Uint8Array> =>
    Object.fromEntries(scenes.map((scene) => [`${scene}.jpg`, new Uint8Array(toyPicture(scene))]));
  const post = async (bytes: Uint8Array, fields: Record<string, string> = {}, headers: object = {}): Promise<Asked> => {
    const texts = Object.entries(fields).map(([name, value]) => ({ name, value }));
    const form = formOf([...texts, { name: 'file', value: Buffer.from(bytes), fileName: 'archive 1987.zip' }]);
    const answer = await service.app.inject({
      method: 'POST',
      url: '/v1/assets/import',
      payload: form.payload,
      headers: { ...form.headers, ...ada.headers, ...headers },
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  const begin = async (bytes: Uint8Array, fields?: Record<string, string>): Promise<Import> => {
    const { status, body } = await post(bytes, fields);
    expect(status, JSON.stringify(body)).toBe(202);
    return body as unknown as Import;
  };
  const run = (isEnding: () => boolean = () => false) => runImports(service.ports, isEnding, { warn: () => {} }, 2);
  const see = async (id: string, who = ada) => (await service.ask('GET', `/v1/imports/${id}`, who)).body;
  const filesOf = async (id: string, query = '') =>
    (await service.ask('GET', `/v1/imports/${id}/files${query}`, ada)).body.items as unknown as Import[];
  const kept = () => readdir(path.join(folder, 'imports'));

  test('202: each picture of a ZIP becomes an asset, what is registered is linked, the rest says why not', async () => {
    const [known] = [await service.app.inject(uploadOf('lake'))];
    const before = (known.json() as { id: string }).id;
    const files = { ...toys('harbour', 'lake'), 'notes.txt': new Uint8Array(Buffer.from('no picture')) };
    const job = await begin(zipSync({ 'summer 1987': files as never }), { tags: 'archive' });
    expect(job).toMatchObject({ kind: 'zip', source: 'archive 1987.zip', state: 'waiting', total: 3, done: 0 });
    await run();
    expect(await see(job.id)).toMatchObject({ state: 'done', total: 3, done: 3, created: 1, duplicates: 1, failed: 1 });
    const report = await filesOf(job.id);
    expect(report).toMatchObject([
      {
        name: 'summer 1987/harbour.jpg',
        state: 'created',
        asset_id: expect.any(String),
        duplicate_of: null,
        error: null,
      },
      { name: 'summer 1987/lake.jpg', state: 'duplicate', asset_id: before, duplicate_of: before },
      { name: 'summer 1987/notes.txt', state: 'failed', asset_id: null, error: { error_code: 'INVALID_FILE_TYPE' } },
    ]);
    expect(await filesOf(job.id, '?state=failed')).toHaveLength(1);
    const asset = (await service.ask('GET', `/v1/assets/${report[0]?.asset_id}`, ada)).body;
    expect(asset).toMatchObject({
      original_filename: 'harbour.jpg',
      tags: ['archive'],
      processing_status: 'completed',
    });
    const history = (await service.ask('GET', `/v1/assets/${asset.id}/provenance`, ada)).body;
    expect((history.entries as unknown as object[])[0]).toMatchObject({
      action: 'uploaded',
      relation: 'imported',
      details: { import_id: job.id, name: 'summer 1987/harbour.jpg' },
    });
    expect(await kept()).toEqual([]);
  });

  const uploadOf = (scene: string) => {
    const form = formOf([{ name: 'file', value: toyPicture(scene), fileName: 'a.jpg' }]);
    return {
      method: 'POST',
      url: '/v1/assets/',
      payload: form.payload,
      headers: { ...form.headers, ...ada.headers },
    } as const;
  };

  test('202: a CAR, and a prefix that the operator named, as a form and as JSON', async () => {
    const car = await begin(await carOf(toys('pier')));
    await writeFile(path.join(folder, 'wire', 'quay.jpg'), toyPicture('quay'));
    const json = await service.ask('POST', '/v1/assets/import', ada, { prefix: 'wire', tags: ['a', 'b'] });
    expect([json.status, json.headers.location]).toEqual([202, `/v1/imports/${json.body.id}`]);
    await run();
    const form = formOf([{ name: 'prefix', value: 'wire' }]);
    const headers = { ...form.headers, ...ada.headers };
    const asForm = await service.app.inject({
      method: 'POST',
      url: '/v1/assets/import',
      payload: form.payload,
      headers,
    });
    expect(asForm.statusCode, asForm.body).toBe(202);
    await run();
    expect(await see(car.id)).toMatchObject({ kind: 'car', state: 'done', created: 1 });
    expect(await see(String(json.body.id))).toMatchObject({
      kind: 'prefix',
      source: 'wire',
      state: 'done',
      created: 1,
    });
    expect(await see((asForm.json() as Import).id)).toMatchObject({ created: 0, duplicates: 1 });
    expect((await service.ask('GET', '/v1/imports?page_size=2', ada)).body).toMatchObject({ total: 3, pages: 2 });
  });

  const spoilings: readonly [string, (sending: ClientRequest) => unknown][] = [
    ['the sender goes in the middle', (sending) => sending.destroy()],
    ['more comes than any archive has', (sending) => sending.write(Buffer.alloc(2_000_000))],
  ];
  test.each(spoilings)('an archive that does not come whole leaves no file: %s', async (_what, spoil) => {
    const { port } = service.app.server.address() as AddressInfo;
    const sending = request({ host: '127.0.0.1', port, path: '/v1/assets/import', method: 'POST', agent: false });
    sending.on('error', () => {});
    for (const [name, value] of Object.entries({ 'content-type': 'multipart/form-data; boundary=b', ...ada.headers }))
      sending.setHeader(name, String(value));
    sending.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK');
    await expect.poll(kept).toHaveLength(1);
    spoil(sending);
    await expect.poll(kept, { timeout: 5_000 }).toEqual([]);
    sending.destroy();
  });

  test('an archive of which a form with a mistake is refused leaves no file', async () => {
    expect((await post(zipSync(toys('lake')), { track_a_enabled: 'perhaps' })).status).toBe(422);
    expect(await kept()).toEqual([]);
  });

  test('a process that ends leaves the rest to the next one, and nothing is made twice', async () => {
    const job = await begin(zipSync(toys('a1', 'a2', 'a3', 'a4', 'a5')));
    let looks = 0;
    await run(() => ++looks > 5);
    const { done, state } = await see(job.id);
    expect(state).toBe('running');
    expect(Number(done)).toBeLessThan(5);
    // What was made and not written down: its process died in between.
    const [first] = await filesOf(job.id, '?state=created');
    await service.ports.imports.setOutcome(job.id, Number(first?.index), {
      state: 'waiting',
      assetId: null,
      errorCode: null,
      detail: null,
    });
    await run();
    expect(await see(job.id)).toMatchObject({ state: 'done', created: 5, duplicates: 0 });
    expect((await service.ask('GET', '/v1/assets/', ada)).body.total).toBe(5);
  });

  test('the same bytes twice in one archive are one asset, also side by side', async () => {
    const [twin] = Object.values(toys('twin'));
    const job = await begin(zipSync({ 'a.jpg': twin as Uint8Array, 'b.jpg': twin as Uint8Array }));
    await run();
    const [first, second] = await filesOf(job.id);
    expect(first).toMatchObject({ state: 'created' });
    expect(second).toMatchObject({ state: 'duplicate', duplicate_of: first?.asset_id });
  });

  test('nobody else works on an import that is worked on', async () => {
    const job = await begin(zipSync(toys('b1')));
    const leases = createJobLeases(database());
    expect(await leases.take(`import ${job.id}`, 'another process', 60_000)).toBe(true);
    await run();
    expect(await see(job.id)).toMatchObject({ state: 'waiting', done: 0 });
    await leases.end(`import ${job.id}`, 'another process');
    await run();
    expect(await see(job.id)).toMatchObject({ state: 'done' });
  });

  test('a key that was revoked meanwhile ends it, and what it made stays', async () => {
    const made = await service.ask('POST', '/v1/api-keys/', ada, { name: 'import', scopes: ['read', 'write'] });
    const form = formOf([{ name: 'file', value: Buffer.from(zipSync(toys('c1'))), fileName: 'c.zip' }]);
    const headers = { ...form.headers, 'x-api-key': String(made.body.key) };
    const begun = await service.app.inject({
      method: 'POST',
      url: '/v1/assets/import',
      payload: form.payload,
      headers,
    });
    expect(begun.statusCode, begun.body).toBe(202);
    await service.ask('DELETE', `/v1/api-keys/${made.body.id}`, ada);
    await run();
    const { id } = begun.json() as Import;
    expect(await see(id)).toMatchObject({ state: 'failed', problem: expect.stringMatching(/API key/), done: 0 });
    expect(await kept()).toEqual([]);
  });

  test('cancelled: nothing more is made, and the archive goes', async () => {
    const job = await begin(zipSync(toys('d1')));
    const cancelled = await service.ask('POST', `/v1/imports/${job.id}/cancel`, ada);
    expect(cancelled).toMatchObject({ status: 200, body: { state: 'cancelled', ended_at: expect.any(String) } });
    await run();
    expect(await see(job.id)).toMatchObject({ done: 0 });
    expect(await kept()).toEqual([]);
    for (const act of ['cancel', 'resume'])
      expect((await service.ask('POST', `/v1/imports/${job.id}/${act}`, ada)).status).toBe(409);
  });

  test('a busy engine is waited for; a used-up quota pauses until it is resumed', async () => {
    const { AppError } = await import('@assay/core/errors');
    const job = await begin(zipSync(toys('e1')));
    service.ports.engine.failMarkWith(new AppError('SERVICE_UNAVAILABLE', 'busy'));
    await run();
    expect(await see(job.id)).toMatchObject({ state: 'running', done: 0 });
    service.ports.engine.failMarkWith(new AppError('QUOTA_EXCEEDED', 'The uploads of this month are used up.'));
    await run();
    expect(await see(job.id)).toMatchObject({ state: 'paused', problem: 'The uploads of this month are used up.' });
    await run();
    expect((await service.ask('POST', `/v1/imports/${job.id}/resume`, ada)).body.state).toBe('waiting');
    await run();
    expect(await see(job.id)).toMatchObject({ state: 'done', created: 1, problem: null });
  });

  test('202: half a character in JSON is stored as what can be', async () => {
    await writeFile(path.join(folder, 'wire', 'quay.jpg'), toyPicture('quay'));
    const body = { prefix: 'wire', description: 'half \ud83d' };
    const begun = await service.ask('POST', '/v1/assets/import', ada, body);
    expect(begun.status, JSON.stringify(begun.body)).toBe(202);
    await run();
    expect(await see(String(begun.body.id))).toMatchObject({ state: 'done', created: 1 });
  });

  test('429: paused imports count among the ten of an organization, also those that begin together', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 8; made++) ids.push((await begin(zipSync(toys(`n${made}`)))).id);
    for (const id of ids) await service.ports.imports.move(id, ['waiting'], 'paused', 'no', service.ports.clock.now());
    const together = await Promise.all(['x', 'y', 'z', 'w'].map((name) => post(zipSync(toys(name)))));
    expect(together.map(({ status }) => status).sort()).toEqual([202, 202, 429, 429]);
    expect((await post(zipSync(toys('v')))).body.error_code).toBe('RATE_LIMITED');
    expect(await kept()).toHaveLength(10);
    const open = [...ids, ...together.flatMap(({ status, body }) => (status === 202 ? [String(body.id)] : []))];
    for (const id of open) await service.ask('POST', `/v1/imports/${id}/cancel`, ada);
  });

  test('a paused import ends after 90 days, and its archive goes', async () => {
    const job = await begin(zipSync(toys('o1')));
    await service.ports.imports.move(job.id, ['waiting'], 'paused', 'no', service.ports.clock.now());
    service.ports.clock.advance(91 * 24 * 60 * 60 * 1000);
    await run();
    expect(await kept()).toEqual([]);
    expect((await service.ports.imports.find(job.id))?.state).toBe('failed');
  });

  test('the archive of an import whose row is being written stays', async () => {
    const received = await importSources.receive(
      (async function* () {
        yield zipSync(toys('p1'));
      })(),
    );
    const id = received.importId;
    await importSources.keep(received);
    const now = service.ports.clock.now();
    await utimes(path.join(folder, 'imports', `${id}.zip`), now, now);
    await run();
    expect(await kept()).toEqual([`${id}.zip`]);
    await importSources.remove(id);
  });

  test('an import that fails by our fault holds up no other', async () => {
    for (const name of ['q1', 'q2']) await begin(zipSync(toys(name)));
    const [poison = '', other = ''] = (await service.ports.imports.unfinished()).map(({ id }) => id);
    const find = vi.spyOn(service.ports.imports, 'find');
    find.mockRejectedValueOnce(new Error('a fault'));
    await expect(run()).rejects.toThrow(poison);
    find.mockRestore();
    expect(await see(other)).toMatchObject({ state: 'done', created: 1 });
    await run();
    expect(await see(poison)).toMatchObject({ state: 'done', created: 1 });
  });

  test('the same request again is the same import', async () => {
    const bytes = zipSync(toys('f1'));
    const first = await post(bytes, {}, { 'idempotency-key': 'spring' });
    const again = await post(bytes, {}, { 'idempotency-key': 'spring' });
    expect(again).toMatchObject({ status: 202, body: { id: first.body.id } });
    const other = await post(zipSync(toys('f2')), {}, { 'idempotency-key': 'spring' });
    expect(other.body.error_code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await kept()).toHaveLength(1);
    await run();
  });

  describe('refused, with nothing left behind', () => {
    const refusals: [string, () => Promise<Asked>, number, RegExp][] = [
      ['a name that leads out', () => post(zipSync({ '../a.jpg': new Uint8Array(1) })), 422, /\.\./],
      ['no archive', () => post(Buffer.from('PK, or not')), 422, /not a whole ZIP archive/],
      ['an archive that is too large', () => post(new Uint8Array(100_001)), 400, /at most 100000 bytes/],
      ['a bad field beside it', () => post(zipSync(toys('x')), { track_a_enabled: 'perhaps' }), 422, /track_a_enabled/],
      ['an archive and a prefix', () => post(zipSync(toys('x')), { prefix: 'wire' }), 422, /name a prefix/],
      ['neither', () => service.ask('POST', '/v1/assets/import', ada, {}), 422, /name a prefix/],
      [
        'JSON that is no text',
        () => service.ask('POST', '/v1/assets/import', ada, { prefix: { toString: 1 } }),
        422,
        /must be a plain value/,
      ],
      ['JSON that is no object', () => service.ask('POST', '/v1/assets/import', ada, [1]), 422, /must be an object/],
      [
        'another prefix',
        () => service.ask('POST', '/v1/assets/import', ada, { prefix: 's3://x' }),
        422,
        /must begin with/,
      ],
      [
        'a foreign organization',
        () => post(zipSync(toys('x')), { organization_id: '01a1f8d3-ea00-707c-9e66-001ad50cf80d' }),
        404,
        /./,
      ],
    ];
    test.each(refusals)('%s', async (_what, ask, status, sentence) => {
      const answer = await ask();
      expect(answer.status, JSON.stringify(answer.body)).toBe(status);
      expect(JSON.stringify(answer.body)).toMatch(sentence);
      expect(await kept()).toEqual([]);
      expect((await service.ask('GET', '/v1/imports', ada)).body.total).toBe(0);
    });
  });

  test('404: of another organization', async () => {
    const job = await begin(zipSync(toys('g1')));
    const eve = await openAccount(service, `eve${number}@example.org`);
    for (const [method, rest] of [
      ['GET', ''],
      ['GET', '/files'],
      ['POST', '/cancel'],
      ['POST', '/resume'],
    ] as const)
      expect(await service.ask(method, `/v1/imports/${job.id}${rest}`, eve)).toMatchObject({
        status: 404,
        body: { error_code: 'IMPORT_NOT_FOUND' },
      });
    await run();
  });

  test('an archive without an import that needs it goes, and reports are forgotten after 90 days', async () => {
    const job = await begin(zipSync(toys('h1')));
    await run();
    const stray = path.join(folder, 'imports', '01a1f8d3-ea00-707c-9e66-001ad50cf80d.zip');
    await writeFile(stray, 'left behind');
    await utimes(stray, 0, 0);
    service.ports.clock.advance(91 * 24 * 60 * 60 * 1000);
    await run();
    expect(await kept()).toEqual([]);
    expect(await service.ports.imports.find(job.id)).toBeNull();
  });
});
