import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Account,
  type FormPart,
  formOf,
  openAccount,
  startTestService,
  type TestService,
  UPLOAD_BYTES_MAX,
} from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';

let service: TestService;
let ada: Account;
let eve: Account;
beforeAll(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
  eve = await openAccount(service, 'eve@example.org');
});
afterAll(() => service.app.close());

type Json = Record<string, unknown>;
const picture = (scene: string, fileName = 'photo.jpg'): FormPart => ({
  name: 'file',
  value: toyPicture(scene),
  fileName,
});

const upload = (
  parts: readonly FormPart[],
  who: Account = ada,
  url = '/v1/assets/',
  more: Record<string, string> = {},
) => {
  const form = formOf(parts);
  return service.app.inject({
    method: 'POST',
    url,
    payload: form.payload,
    headers: { ...form.headers, ...who.headers, ...more },
  });
};
const call = (method: 'GET' | 'PATCH' | 'DELETE', url: string, who: Account = ada, payload?: object, more = {}) =>
  service.app.inject({ method, url, headers: { ...who.headers, ...more }, ...(payload ? { payload } : {}) });
const fieldOf = (answer: { json(): unknown }) => (answer.json() as { errors: { field: string }[] }).errors[0]?.field;
const codeOf = (answer: { json(): unknown }) => (answer.json() as { error_code: string }).error_code;

const CONTRACT = [
  'id',
  'organization_id',
  'cid',
  'content_hash',
  'title',
  'mime_type',
  'file_size_bytes',
  'width',
].concat(['height', 'ipfs_cid', 'watermarked_cid', 'processing_status', 'created_at']);

describe('upload', () => {
  test('201: completed, with all members of the contract, Location and ETag; no key material', async () => {
    const answer = await upload([
      picture('harbour'),
      { name: 'title', value: 'Harbour' },
      { name: 'tags', value: 'sea, Boat,boat,,' },
    ]);
    expect(answer.statusCode).toBe(201);
    const asset = answer.json() as Json;
    for (const name of CONTRACT) expect(asset).toHaveProperty(name);
    expect(asset).toMatchObject({ processing_status: 'completed', title: 'Harbour', tags: ['sea', 'Boat'] });
    expect(asset).toMatchObject({ original_filename: 'photo.jpg', exif_metadata: { Make: 'Toy' } });
    expect(answer.headers.location).toBe(`/v1/assets/${asset.id}`);
    expect(answer.headers.etag).toMatch(/^"/);
    expect(Object.keys(asset).filter((name) => name.startsWith('encryption'))).toEqual([]);
  });

  test('201: every switch can be off; without tracks there is no marked file', async () => {
    const off = ['track_a_enabled', 'track_b_enabled', 'track_c_enabled', 'metadata_tracking_enabled'];
    const answer = await upload([
      ...off.map((name, i) => ({ name, value: ['false', '0', 'No', 'OFF'][i] as string })),
      picture('plain'),
    ]);
    expect(answer.json()).toMatchObject({ watermarked_cid: null, watermark: null, exif_metadata: null, title: null });
  });

  test('201: the same bytes again name the first asset; with dedupe=true it is answered with 200', async () => {
    const first = (await upload([picture('twice')])).json() as Json;
    const second = (await upload([picture('twice')])).json() as Json;
    expect(second).toMatchObject({ duplicate_of: first.id });
    expect(second.cid).not.toBe(first.cid);
    const third = await upload([picture('twice')], ada, '/v1/assets/?dedupe=true');
    expect([third.statusCode, (third.json() as Json).id]).toEqual([200, first.id]);
    // As the libraries of other languages write a switch into an address.
    for (const word of ['True', 'yes', 'ON', '1'])
      expect((await upload([picture('twice')], ada, `/v1/assets/?dedupe=${word}`)).statusCode).toBe(200);
    expect((await upload([picture('twice')], ada, '/v1/assets/?dedupe=maybe')).statusCode).toBe(422);
    const foreign = (await upload([picture('twice')], eve, '/v1/assets/?dedupe=true')).json() as Json;
    expect(foreign).toMatchObject({ duplicate_of: null });
  });

  test.each([
    ['../../etc/passwd.jpg', 'passwd.jpg'],
    ['C:\\photos\\boat.jpg', 'boat.jpg'],
    ['na\u202eme\u0007.jpg', 'name.jpg'],
    ['..', null],
    ['übersee 海.jpg', 'übersee 海.jpg'],
  ])('201: the file name %o is kept as %o', async (sent, kept) => {
    expect((await upload([picture('named', sent)])).json()).toMatchObject({ original_filename: kept });
  });

  test('201: a commitment that was asked for is pending in the answer, and goes its way after it', async () => {
    const asset = (await upload([picture('ledger'), { name: 'blockchain_commit', value: 'true' }])).json() as Json;
    expect(asset).toMatchObject({ processing_status: 'completed', commitment: { status: 'pending' } });
    await service.ports.background.settled();
    const [commitment] = [...service.ports.commitments.rows.values()];
    expect(commitment).toMatchObject({ assetId: asset.id, status: 'finalized', verified: true });
    expect((await upload([picture('no ledger')])).json()).not.toHaveProperty('commitment');
  });

  test('201: each track takes the strength that the form names, else that of the settings', async () => {
    const strength = { name: 'track_a_strength', value: '0.6' };
    const { watermark } = (await upload([picture('strong'), strength])).json() as Json;
    expect(watermark).toMatchObject({ strengths: { track_a: 0.6, track_b: 0.3, track_c: 0 } });
    expect((watermark as Json)['embedding_strength']).toBeCloseTo(0.45, 9);
  });

  test.each<[string, FormPart[], string]>([
    ['with a strength above 1', [picture('one'), { name: 'track_a_strength', value: '1.5' }], 'track_a_strength'],
    ['with a strength of 0', [picture('one'), { name: 'track_b_strength', value: '0' }], 'track_b_strength'],
    [
      'with a strength that is no number',
      [picture('one'), { name: 'track_b_strength', value: 'x' }],
      'track_b_strength',
    ],
    ['without a file', [{ name: 'title', value: 'x' }], 'file'],
    ['with a file sent as text', [{ name: 'file', value: 'TOY harbour' }], 'file'],
    ['with two files', [picture('one'), picture('two')], 'file'],
    ['with a switch that is none', [picture('one'), { name: 'track_a_enabled', value: 'maybe' }], 'track_a_enabled'],
    ['with a title over 500 characters', [picture('one'), { name: 'title', value: 'x'.repeat(501) }], 'title'],
    [
      'with a description over 64 KiB',
      [picture('one'), { name: 'description', value: 'x'.repeat(70_000) }],
      'description',
    ],
    ['with a NUL in a text', [picture('one'), { name: 'title', value: 'a\0b' }], 'title'],
    [
      'with 51 tags',
      [picture('one'), { name: 'tags', value: Array.from({ length: 51 }, (_, i) => i).join(',') }],
      'tags',
    ],
    ['with a malformed organization', [picture('one'), { name: 'organization_id', value: 'mine' }], 'organization_id'],
  ])('422: %s', async (_how, parts, field) => {
    const before = service.ports.files.count();
    const answer = await upload(parts);
    expect([answer.statusCode, codeOf(answer), fieldOf(answer)]).toEqual([422, 'VALIDATION_ERROR', field]);
    expect(service.ports.files.count()).toBe(before);
  });

  test.each<[string, FormPart]>([
    ['an empty file', { name: 'file', value: '', fileName: 'a.jpg' }],
    ['a renamed text', { name: 'file', value: 'just words', fileName: 'a.jpg' }],
  ])('400: %s is INVALID_FILE_TYPE and leaves nothing behind', async (_what, part) => {
    const before = [service.ports.files.count(), service.ports.assets.uploadsCounted()];
    const answer = await upload([part]);
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'INVALID_FILE_TYPE']);
    expect([service.ports.files.count(), service.ports.assets.uploadsCounted()]).toEqual(before);
  });

  test('400: a file over the limit is FILE_TOO_LARGE and names the limit', async () => {
    const answer = await upload([{ name: 'file', value: Buffer.alloc(UPLOAD_BYTES_MAX + 1), fileName: 'a.jpg' }]);
    expect(answer.json()).toMatchObject({ error_code: 'FILE_TOO_LARGE', limit: UPLOAD_BYTES_MAX });
    const huge = await upload([{ name: 'file', value: Buffer.alloc(UPLOAD_BYTES_MAX + 2 ** 21), fileName: 'a.jpg' }]);
    expect(codeOf(huge)).toBe('FILE_TOO_LARGE');
    const exact = await upload([{ name: 'file', value: Buffer.alloc(UPLOAD_BYTES_MAX), fileName: 'a.jpg' }]);
    expect(codeOf(exact)).toBe('INVALID_FILE_TYPE');
  });

  test.each([
    ['no boundary', 'multipart/form-data', '--x\r\n\r\n'],
    [
      'another boundary',
      'multipart/form-data; boundary=other',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
    ],
    [
      'a cut-off body',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
    ],
  ])('400: a form with %s is BAD_REQUEST', async (_what, type, payload) => {
    const headers = { ...ada.headers, 'content-type': type };
    const answer = await service.app.inject({ method: 'POST', url: '/v1/assets/', headers, payload });
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'BAD_REQUEST']);
  });

  test('201: parts that nobody asked for are ignored, in any order', async () => {
    const extra: FormPart = { name: 'thumbnail', value: 'whatever', fileName: 't.jpg' };
    expect((await upload([{ name: 'colour', value: 'red' }, extra, picture('extra'), extra])).statusCode).toBe(201);
  });

  test('404: into a foreign organization, by form or header, it looks as if there were none', async () => {
    const { organization_id } = (await call('GET', '/v1/auth/me', eve)).json() as Json;
    const byForm = await upload([picture('in'), { name: 'organization_id', value: String(organization_id) }]);
    const byHeader = await upload([picture('in')], ada, '/v1/assets/', {
      'x-organization-id': String(organization_id),
    });
    for (const answer of [byForm, byHeader])
      expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'ORGANIZATION_NOT_FOUND']);
  });

  test('500: a failure of ours keeps a failed row that the answer names, and gives the quota unit back', async () => {
    const before = service.ports.assets.uploadsCounted();
    service.ports.engine.failMarkWith(new Error('out of luck'));
    const answer = await upload([picture('unlucky')]);
    expect([answer.statusCode, codeOf(answer)]).toEqual([500, 'PROCESSING_FAILED']);
    const { asset_id } = answer.json() as Json;
    const row = (await call('GET', `/v1/assets/${asset_id}`)).json() as Json;
    expect(row).toMatchObject({ processing_status: 'failed', processing_error: expect.not.stringContaining('luck') });
    expect(service.ports.assets.uploadsCounted()).toBe(before);
    expect(service.ports.assets.events.at(-1)).toMatchObject({ data: { asset_id, status: 'failed' } });
  });
});

describe('list and search', () => {
  test('200: pages part the whole without gap or repetition, with Link', async () => {
    const lea = await openAccount(service, 'lea@example.org');
    for (let i = 0; i < 5; i++) await upload([picture(`page${i}`), { name: 'title', value: `T${i}` }], lea);
    const seen: unknown[] = [];
    for (let page = 1; page <= 3; page++) {
      const answer = await call('GET', `/v1/assets/?page=${page}&page_size=2`, lea);
      const body = answer.json() as { items: Json[]; total: number; pages: number; page: number; page_size: number };
      expect(body).toMatchObject({ total: 5, pages: 3, page, page_size: 2 });
      seen.push(...body.items.map(({ id }) => id));
      if (page === 2)
        for (const rel of ['first', 'prev', 'next', 'last']) expect(answer.headers.link).toContain(`rel="${rel}"`);
    }
    expect(new Set(seen).size).toBe(5);
    const beyond = (await call('GET', '/v1/assets/?page=99', lea)).json();
    expect(beyond).toMatchObject({ items: [], total: 5, pages: 1 });
  });

  test('200: an account without pictures has zero pages', async () => {
    const new1 = await openAccount(service, 'empty@example.org');
    expect((await call('GET', '/v1/assets', new1)).json()).toEqual({
      items: [],
      total: 0,
      page: 1,
      page_size: 20,
      pages: 0,
    });
  });

  test.each([
    'page=0',
    'page=1.5',
    'page=abc',
    'page=',
    'page_size=0',
    'page_size=101',
    'sort=up',
    'status=done',
    'order=id',
    'created_from=yesterday',
    'created_to=2026-11-31',
  ])('422: %s', async (query) => {
    const answer = await call('GET', `/v1/assets/?${query}`);
    expect([answer.statusCode, fieldOf(answer)]).toEqual([422, query.split('=')[0]]);
  });

  test('200: list and search are filtered by inclusive days or times of registration; 422 for an end before the start', async () => {
    const may = await openAccount(service, 'may@example.org');
    await upload([picture('early'), { name: 'title', value: 'Boats one' }], may);
    service.ports.clock.advance(60_000);
    const late = (await upload([picture('late'), { name: 'title', value: 'Boats two' }], may)).json() as Json;
    const moment = encodeURIComponent(String(late.created_at));
    const day = String(late.created_at).slice(0, 10);
    const dayBefore = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    for (const path of ['/v1/assets/?', '/v1/assets/search/?q=boats&']) {
      const total = async (query: string) => ((await call('GET', path + query, may)).json() as Json).total;
      expect(await total(`created_from=${day}&created_to=${day}`)).toBe(2);
      expect(await total(`created_from=${moment}`)).toBe(1);
      expect(await total(`created_to=${dayBefore}`)).toBe(0);
      const turned = await call('GET', `${path}created_from=${day}&created_to=${dayBefore}`, may);
      expect([turned.statusCode, fieldOf(turned)]).toEqual([422, 'created_to']);
    }
  });

  test('200: search wins over the item path and answers the same page shape; 422 without q', async () => {
    await upload([picture('needle'), { name: 'title', value: 'A needle' }]);
    const found = (await call('GET', '/v1/assets/search/?q=needle')).json() as { items: Json[] };
    expect(found).toMatchObject({ total: 1, page: 1, pages: 1 });
    for (const query of ['', '?q=', `?q=${'x'.repeat(201)}`, '?q=a%00b', '?q=a&created_from=yesterday'])
      expect((await call('GET', `/v1/assets/search/${query}`)).statusCode).toBe(422);
  });

  test('200: what one account lists, another never sees', async () => {
    const { items } = (await call('GET', '/v1/assets/', eve)).json() as { items: Json[] };
    const { items: mine } = (await call('GET', '/v1/assets/?page_size=100')).json() as { items: Json[] };
    const own = new Set(mine.map(({ id }) => id));
    expect(items.some(({ id }) => own.has(id))).toBe(false);
  });
});

const made = async (scene: string): Promise<string> => String(((await upload([picture(scene)])).json() as Json).id);

describe('one asset', () => {
  test('200: read in upper case, answered in lower case; 304 when nothing changed', async () => {
    const id = await made('item');
    const answer = await call('GET', `/v1/assets/${id.toUpperCase()}`);
    expect(answer.json()).toMatchObject({ id });
    const again = await call('GET', `/v1/assets/${id}/`, ada, undefined, { 'if-none-match': answer.headers.etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('422 for a malformed id, 404 for an unknown one', async () => {
    expect((await call('GET', '/v1/assets/42')).statusCode).toBe(422);
    expect(codeOf(await call('GET', `/v1/assets/${ada.id}`))).toBe('ASSET_NOT_FOUND');
  });

  test('200: PATCH changes what it names, null clears, the rest and unknown members are left alone', async () => {
    const id = await made('patched');
    const url = `/v1/assets/${id}`;
    await call('PATCH', url, ada, { title: 'One', description: 'Two', tags: ['a', ' A ', 'b'], cid: 'mine', id: 'x' });
    const changed = (await call('PATCH', url, ada, { title: null })).json() as Json;
    expect(changed).toMatchObject({ id, title: null, description: 'Two', tags: ['a', 'b'] });
    expect(changed.updated_at).not.toBeNull();
    expect((await call('PATCH', url, ada, {})).statusCode).toBe(200);
    expect((await call('PATCH', url, ada, { tags: null })).json()).toMatchObject({ tags: [] });
  });

  test.each([
    { title: 5 },
    { title: 'x'.repeat(501) },
    { tags: 'a,b' },
    { tags: [1] },
    { tags: ['x'.repeat(65)] },
    { description: 'x'.repeat(10_001) },
    { tags: ['a\u0000'] },
  ])('422: PATCH with %o', async (payload) => {
    const id = await made('badpatch');
    const answer = await call('PATCH', `/v1/assets/${id}`, ada, payload);
    expect([answer.statusCode, codeOf(answer)]).toEqual([422, 'VALIDATION_ERROR']);
  });

  test('412: If-Match with an old version changes and deletes nothing', async () => {
    const id = await made('versions');
    const old = String((await call('GET', `/v1/assets/${id}`)).headers.etag);
    service.ports.clock.advance(5);
    await call('PATCH', `/v1/assets/${id}`, ada, { title: 'New' }, { 'if-match': old });
    const second = await call('PATCH', `/v1/assets/${id}`, ada, { title: 'Newer' }, { 'if-match': old });
    const deletion = await call('DELETE', `/v1/assets/${id}`, ada, undefined, { 'if-match': old });
    expect([second.statusCode, deletion.statusCode]).toEqual([412, 412]);
    expect((await call('GET', `/v1/assets/${id}`)).json()).toMatchObject({ title: 'New' });
  });

  test('204, then 404: deleted with its files; the event says so', async () => {
    const id = await made('gone');
    expect((await call('DELETE', `/v1/assets/${id}`)).statusCode).toBe(204);
    expect(await service.ports.files.read(id, 'original')).toBeNull();
    expect((await call('DELETE', `/v1/assets/${id}`)).statusCode).toBe(404);
    expect(service.ports.assets.events.at(-1)).toMatchObject({ event: 'asset.deleted', data: { asset_id: id } });
  });

  test('200: the watermark and fingerprint records; 404 for an asset without a mark', async () => {
    const id = await made('records');
    const payload = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64');
    expect((await call('GET', `/v1/assets/${id}/watermark`)).json()).toMatchObject({
      asset_id: id,
      payload,
      track_a_detected: true,
    });
    const print = (await call('GET', `/v1/assets/${id}/fingerprint`)).json() as Json;
    expect(print.pdq_hash).toMatch(/^[0-9a-f]{64}$/);
    const off = ['track_a_enabled', 'track_b_enabled'].map((name) => ({ name, value: 'false' }));
    const plain = (await upload([...off, picture('unmarked')])).json() as Json;
    expect((await call('GET', `/v1/assets/${plain.id}/watermark`)).statusCode).toBe(404);
  });
});
