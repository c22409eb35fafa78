import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../fakes/testService.ts';

interface Operation {
  readonly operationId?: string;
  readonly tags?: string[];
  readonly security?: unknown[];
  readonly summary?: string;
  readonly responses: Record<string, { description: string }>;
}

let service: TestService;
let document: { openapi: string; paths: Record<string, Record<string, Operation>> };
beforeAll(async () => {
  service = await startTestService();
  document = (await service.app.inject({ method: 'GET', url: '/openapi.json' })).json();
});
afterAll(() => service.app.close());

const operations = (): [string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
  );

test('docs/reference/openapi.json is what the routes say; `npm run openapi` writes it anew', async () => {
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(
    '../../../../../docs/reference/openapi.json',
  );
});

test('a service that was given the document serves it as it is, and shows it on its page', async () => {
  const given = await startTestService({ description: document });
  const served = await given.app.inject({ method: 'GET', url: '/openapi.json' });
  expect(served.json()).toEqual(document);
  const shown = await given.app.inject({ method: 'GET', url: '/docs/api/json' });
  expect(Object.keys(shown.json().paths)).toEqual(Object.keys(document.paths));
  await given.app.close();
});

test('it comes compressed to whoever takes that, and says on what that depends', async () => {
  const ask = (accepted: string) =>
    service.app.inject({ method: 'GET', url: '/openapi.json', headers: { 'accept-encoding': accepted } });
  const plain = (await ask('identity')).rawPayload;
  for (const [accepted, coding, read] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ] as const) {
    const { headers, rawPayload } = await ask(accepted);
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' });
    expect(rawPayload.length * 8).toBeLessThan(plain.length);
    expect(read(rawPayload).equals(plain)).toBe(true);
  }
  expect((await ask('identity')).headers).not.toHaveProperty('content-encoding');
});

test('the description is OpenAPI 3.1 and has every endpoint of the contract that is built', () => {
  expect(document.openapi).toBe('3.1.0');
  const contract = [
    'post /v1/auth/register',
    'post /v1/auth/login',
    'post /v1/auth/refresh',
    'post /v1/auth/logout',
  ].concat([
    'get /health',
    'post /v1/assets/',
    'get /v1/assets/',
    'get /v1/assets/{asset_id}',
    'patch /v1/assets/{asset_id}',
    'delete /v1/assets/{asset_id}',
    'get /v1/assets/search/',
    'post /v1/verify/',
    'post /v1/verify/batch',
    'get /v1/verify/history',
  ]);
  expect(operations().map(([name]) => name)).toEqual(expect.arrayContaining(contract));
});

test('every operation has a name, a summary, a tag, its credentials, and described answers', () => {
  for (const [name, operation] of operations()) {
    expect(operation, name).toMatchObject({ operationId: expect.any(String), summary: expect.any(String) });
    expect(operation.tags, name).toHaveLength(1);
    expect(operation.security, name).toBeDefined();
    for (const [status, { description }] of Object.entries(operation.responses))
      expect(description, `${name} ${status}`).not.toBe('Default Response');
  }
  const ids = operations().map(([, { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('no reference points nowhere', () => {
  const { schemas } = (document as unknown as { components: { schemas: Record<string, unknown> } }).components;
  for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
    expect(schemas).toHaveProperty(String(name));
});
