import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';

type Json = Record<string, unknown>;
let service: TestService;
let ada: Account;
let eve: Account;
let asset: { id: string; organization_id: string };

const call = (method: 'GET' | 'POST', url: string, who: Account | null = ada, payload?: Json) =>
  service.app.inject({
    method,
    url: url.replace('http://assay.test', ''),
    headers: who?.headers ?? {},
    ...(payload ? { payload } : {}),
  });
const upload = async (scene: string): Promise<typeof asset> => {
  const form = formOf([{ name: 'file', value: toyPicture(scene), fileName: 'x.jpg' }]);
  const headers = { ...form.headers, ...ada.headers };
  return (await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers })).json();
};
const codeOf = (answer: { json(): unknown }) => (answer.json() as { error_code: string }).error_code;

beforeAll(async () => {
  const usage = {
    usedBytes: 30,
    limitBytes: 100,
    assetsCount: 2,
    byKind: { original: 10, watermarked: 10, preview: 5, copies: 5, manifests: 0, archive: 0, submissions: 0 },
    period: { start: '2026-11-01', end: '2026-11-30' },
  };
  service = await startTestService({}, () => ({ storageUsages: { of: async () => usage } }));
  ada = await openAccount(service, 'ada@example.org');
  eve = await openAccount(service, 'eve@example.org');
  asset = await upload('harbour');
});
afterAll(() => service.app.close());

describe('usage', () => {
  test('200: what is kept, by kind', async () => {
    expect((await call('GET', '/v1/storage/usage')).json()).toEqual({
      used_bytes: 30,
      limit_bytes: 100,
      assets_count: 2,
      by_kind: { original: 10, watermarked: 10, preview: 5, copies: 5, manifests: 0, archive: 0, submissions: 0 },
      period: { start: '2026-11-01', end: '2026-11-30' },
    });
  });

  test('404: of a foreign organization; 401: without a credential', async () => {
    const url = `/v1/storage/usage?organization_id=${asset.organization_id}`;
    expect(codeOf(await call('GET', url, eve))).toBe('ORGANIZATION_NOT_FOUND');
    expect((await call('GET', url, null)).statusCode).toBe(401);
  });
});

describe('signed links', () => {
  const sign = (payload: Json, who: Account | null = ada, id = asset.id) =>
    call('POST', `/v1/storage/assets/${id}/signed-url`, who, payload);

  test('201: works for as long as was asked, then 410', async () => {
    const answer = await sign({ variant: 'original', expires_in: 3600 });
    expect(answer.statusCode, answer.body).toBe(201);
    const { url, expires_at } = answer.json() as { url: string; expires_at: string };
    expect(answer.headers.location).toBe(url);
    expect(Date.parse(expires_at) - service.ports.clock.now().getTime()).toBeGreaterThan(3_599_000);
    expect((await call('GET', url, null)).body).toBe(toyPicture('harbour').toString());
    service.ports.clock.advance(3_599_000);
    expect((await call('GET', url, null)).statusCode).toBe(200);
    service.ports.clock.advance(2_000);
    expect(codeOf(await call('GET', url, null))).toBe('GONE');
    ada = await openAccount(service, 'ada@example.org');
    eve = await openAccount(service, 'eve@example.org');
  });

  test('201: without a word about it, the marked file for 15 minutes', async () => {
    const { url, expires_at } = (await sign({})).json() as { url: string; expires_at: string };
    expect((await call('GET', url, null)).body).toContain(`MARK ${asset.id}`);
    const left = Date.parse(expires_at) - service.ports.clock.now().getTime();
    expect(Math.round(left / 60_000)).toBe(15);
  });

  test('403: a viewer gets no link to the original', async () => {
    const vera = await openAccount(service, 'vera@example.org');
    service.join(vera.id, asset.organization_id, 'viewer');
    expect((await sign({ variant: 'original' }, vera)).statusCode).toBe(403);
    expect((await sign({ variant: 'preview' }, vera)).statusCode).toBe(201);
  });

  test('404: of a stranger, whatever the body says; 401: without a credential', async () => {
    expect((await sign({ variant: 7 }, eve)).statusCode).toBe(404);
    expect((await sign({}, null)).statusCode).toBe(401);
  });

  test('422: too short, too long, an unknown variant', async () => {
    for (const payload of [{ expires_in: 59 }, { expires_in: 86_401 }, { expires_in: 60.5 }, { variant: 'archive' }])
      expect((await sign(payload)).statusCode, JSON.stringify(payload)).toBe(422);
  });
});

describe('check', () => {
  const check = async (id: string) =>
    (await call('POST', `/v1/storage/assets/${id}/check`)).json() as { intact: boolean; files: Json[] };

  test('200: every file as recorded, copies too', async () => {
    const { id } = await upload('pier');
    const copy = (await call('POST', `/v1/assets/${id}/copies`, ada, { recipient: 'x' })).json() as Json;
    const { intact, files } = await check(id);
    // The toy engine records the size of its preview, so all four can be compared.
    expect(files.map(({ variant, state }) => [variant, state])).toEqual([
      ['original', 'intact'],
      ['watermarked', 'intact'],
      ['preview', 'intact'],
      [`copy-${copy.id}`, 'intact'],
    ]);
    expect(intact).toBe(true);
    expect(files[0]).toMatchObject({ sha256: files[0]?.expected_sha256 });
  });

  test('200: a changed bit, a cut preview and a missing file are told', async () => {
    const { id } = await upload('quay');
    const bytes = Buffer.from(toyPicture('quay'));
    bytes[0] = bytes[0]! ^ 1;
    await service.ports.files.put(id, 'original', bytes);
    await service.ports.files.put(id, 'preview', Buffer.from('pre'));
    await service.ports.files.remove(id, 'watermarked');
    const { intact, files } = await check(id);
    expect(intact).toBe(false);
    expect(files.map(({ state }) => state)).toEqual(['altered', 'missing', 'altered']);
    expect(files[1]).toMatchObject({ sha256: null, size_bytes: null });
  });

  test('429: one check of a caller at a time, since each reads all copies whole', async () => {
    const { files } = service.ports;
    const { open } = files;
    let begun = (): void => {};
    let goOn = (): void => {};
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    const held = new Promise<void>((resolve) => (goOn = resolve));
    Object.assign(files, {
      open: async (...given: Parameters<typeof open>) => (begun(), await held, open.call(files, ...given)),
    });
    const first = call('POST', `/v1/storage/assets/${asset.id}/check`);
    await isBegun;
    const second = await call('POST', `/v1/storage/assets/${asset.id}/check`);
    expect([second.statusCode, codeOf(second), second.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '1']);
    goOn();
    expect((await first).statusCode).toBe(200);
    Object.assign(files, { open });
    expect((await call('POST', `/v1/storage/assets/${asset.id}/check`)).statusCode).toBe(200);
  });

  test('404: of a stranger', async () => {
    expect((await call('POST', `/v1/storage/assets/${asset.id}/check`, eve)).statusCode).toBe(404);
  });
});
