import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRepositories } from '../../src/adapters/db/repositories.ts';
import { readConfig } from '../../src/config/config.ts';
import { composeContent } from '../../src/compose/content.ts';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../fakes/testService.ts';
import { toyPicture } from '../fakes/toyEngine.ts';
import { openTestDatabase, type TestDatabase } from '../support/testDatabase.ts';

/** Every route of the description, with hostile values in every place, on the real database. */
interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
}
interface Operation {
  readonly parameters?: Parameter[];
  readonly requestBody?: {
    content: Record<string, { schema: { $ref?: string; properties?: Record<string, unknown> } }>;
  };
  readonly responses: Record<string, unknown>;
}
interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

let database: TestDatabase;
let archive: string;
let service: TestService;
let ada: Account;
let routes: Route[];
let properties: (operation: Operation) => string[];
let known: Record<string, string>;

beforeAll(async () => {
  database = await openTestDatabase('embedded');
  archive = await mkdtemp(path.join(tmpdir(), 'assay-fuzz-'));
  service = await startTestService({}, ({ ids, clock, files }) => {
    const own = { database: database.database, ids, clock, keyEncryptionKey: Buffer.alloc(32, 1) };
    const config = readConfig({ ASSAY_ARCHIVE_URL: `file://${archive}` });
    return { ...createRepositories(own.database, own), ...composeContent(config, { ...own, files }) };
  });
  ada = await openAccount(service, 'ada@example.org');
  const form = formOf([{ name: 'file', value: toyPicture('harbour'), fileName: 'a.jpg' }]);
  const headers = { ...form.headers, ...ada.headers };
  const answer = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
  const { id: asset_id } = answer.json() as { id: string };
  // Without leave to send to loopback nothing can be sent: hooks.example.org is a name of the fakes.
  const hook = { url: 'https://hooks.example.org/', events: ['*'] };
  const made = await service.app.inject({ method: 'POST', url: '/v1/webhooks/', payload: hook, headers: ada.headers });
  const { id: webhook_id } = made.json() as { id: string };
  const test = { method: 'POST', url: `/v1/webhooks/${webhook_id}/test`, headers: ada.headers } as const;
  const { data } = (await service.app.inject(test)).json() as { data: { delivery_id: string } };
  known = { asset_id, webhook_id, delivery_id: data.delivery_id };
  const document = (await service.app.inject({ method: 'GET', url: '/openapi.json' })).json() as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, { properties?: Record<string, unknown> }> };
  };
  routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  properties = ({ requestBody }) => {
    const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
    const named = schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) as string] : schema;
    return Object.keys(named?.properties ?? {});
  };
}, 60_000);
afterAll(async () => {
  await service?.app.close();
  await database?.remove();
  await rm(archive, { recursive: true, force: true });
});

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e99',
    '9007199254740993',
    'null',
    '\0',
    '\u{d800}',
    '%',
    '_',
    "' or 1=1 --",
    '\\',
    'a'.repeat(600),
  ),
  fc.constantFrom(
    '2026-11-20',
    '2026-02-30',
    '+275760-09-13T00:00:00Z',
    '9999-12-31',
    '0000-00-00',
    'desc',
    'title',
    'failed',
  ),
  fc.uuid(),
);
const json = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }), fc.array(text, { maxLength: 3 }), fc.constant(null));
const values = fc.record({
  route: fc.nat(),
  texts: fc.array(text, { minLength: 8, maxLength: 8 }),
  bodies: fc.array(json, { minLength: 8, maxLength: 8 }),
  mask: fc.array(fc.constantFrom(0, 1, 2, 3, 4), { minLength: 8, maxLength: 8 }),
  own: fc.boolean(),
  known: fc.boolean(),
});

const safe = (value: string) => encodeURIComponent(value.replace(/[\ud800-\udfff]/g, ''));

function urlOf(
  { path, operation }: Route,
  texts: readonly string[],
  mask: readonly number[],
  withKnown: boolean,
): string {
  const filled = path.replace(
    /\{(\w+)\}/g,
    (_all, name: string) => (withKnown && known[name]) || safe(texts[7] || 'x'),
  );
  const query = (operation.parameters ?? [])
    .filter((parameter, i) => parameter.in === 'query' && mask[7 - (i % 8)] === 0)
    .map(({ name }, i) => `${name}=${safe(texts[i % 7] as string)}`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

function bodyOf(route: Route, texts: readonly string[], bodies: readonly unknown[], mask: readonly number[]) {
  // A part of the fields only, so that some requests are valid.
  const names = properties(route.operation).filter((_name, i) => mask[i % 8] === 0);
  const type = Object.keys(route.operation.requestBody?.content ?? {})[0];
  if (type === 'multipart/form-data')
    return formOf([
      ...names.map((name, i) => ({ name, value: texts[i % 8] as string })),
      { name: 'file', value: texts[0]?.length ? toyPicture('harbour') : '', fileName: texts[1] as string },
    ]);
  if (type === undefined) return { headers: {} };
  if (/^image|c2pa/.test(type)) {
    const sent = type.replace('*', 'jpeg');
    return { headers: { 'content-type': sent }, payload: texts[0]?.length ? toyPicture('harbour') : Buffer.alloc(0) };
  }
  return { headers: {}, payload: Object.fromEntries(names.map((name, i) => [name, bodies[i % 8]])) };
}

test('no request of 1000 is answered with 5xx, and every failure is documented and has the error body', async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(values, async ({ route: pick, texts, bodies, mask, own, known }) => {
      const route = routes[pick % routes.length] as Route;
      // Ending the session would make every later request a 401; a dot as its id names all of them.
      const endsSessions = route.method === 'DELETE' && route.path.startsWith('/v1/auth/sessions');
      if (endsSessions || route.path === '/v1/auth/logout' || (route.method === 'DELETE' && known)) return;
      const { headers, ...body } = bodyOf(route, texts, bodies, mask);
      const answer = await service.app.inject({
        method: route.method as 'GET',
        url: urlOf(route, texts, mask, known),
        headers: { ...headers, ...(own ? ada.headers : {}) },
        ...body,
      });
      seen.set(answer.statusCode, (seen.get(answer.statusCode) ?? 0) + 1);
      const told = `${route.method} ${urlOf(route, texts, mask, known)} -> ${answer.statusCode} ${answer.body.slice(0, 300)}`;
      // The one 5xx that is meant: a request of the C2PA standard that this service does not offer.
      const isOffered = route.path !== '/v1/c2pa/matches/byReference';
      if (isOffered || answer.statusCode !== 501) expect(answer.statusCode, told).toBeLessThan(500);
      if (answer.statusCode < 400) return;
      expect(answer.json(), told).toMatchObject({
        detail: expect.any(String),
        error_code: expect.any(String),
        request_id: expect.any(String),
      });
      // An empty or dotted id makes another address of it, which no route documents.
      if (!['NOT_FOUND', 'METHOD_NOT_ALLOWED'].includes((answer.json() as { error_code: string }).error_code))
        expect(Object.keys(route.operation.responses), told).toContain(String(answer.statusCode));
    }),
    { numRuns: 1000, seed: 20261120 },
  );
  // The walk must reach past validation, or it shows little.
  expect(seen.get(200)).toBeGreaterThan(10);
  expect(seen.get(422)).toBeGreaterThan(10);
  expect(seen.get(201)).toBeGreaterThan(0);
}, 120_000);
