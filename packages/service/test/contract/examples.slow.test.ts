/**
 * Every operation as its description shows it: what stands there as an example is sent, with the identifiers of what is there in
 * place of the examples' own, and with the picture of a test where a file is wanted.
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRepositories } from '../../src/adapters/db/repositories.ts';
import { composeContent } from '../../src/compose/content.ts';
import { readConfig } from '../../src/config/config.ts';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../fakes/testService.ts';
import { toyPicture } from '../fakes/toyEngine.ts';
import { openTestDatabase, type TestDatabase } from '../support/testDatabase.ts';

type Json = Record<string, unknown>;
interface Schema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly format?: string;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema; example?: unknown }>> };
  readonly responses: Readonly<Record<string, { readonly headers?: Readonly<Record<string, unknown>> }>>;
}
interface Route extends Operation {
  readonly method: string;
  readonly path: string;
}

let database: TestDatabase;
let archive: string;
let service: TestService;
let ada: Account;
let routes: readonly Route[];
let schemas: Readonly<Record<string, Schema>>;
/** What is there, by the name under which addresses and bodies speak of it. */
const known: Record<string, string> = {};

const ask = async (method: string, url: string, payload?: unknown, headers: Record<string, string> = {}) =>
  service.app.inject({
    method: method as 'POST',
    url,
    headers: { ...ada.headers, ...headers },
    ...(payload === undefined ? {} : { payload: payload as object }),
  });

beforeAll(async () => {
  database = await openTestDatabase('embedded');
  archive = await mkdtemp(path.join(tmpdir(), 'assay-examples-'));
  service = await startTestService({}, ({ ids, clock, files }) => {
    const own = { database: database.database, ids, clock, keyEncryptionKey: Buffer.alloc(32, 1) };
    const config = readConfig({ ASSAY_ARCHIVE_URL: `file://${archive}` });
    return { ...createRepositories(own.database, own), ...composeContent(config, { ...own, files }) };
  });
  ada = await openAccount(service, 'ada@example.org');
  const document = (await service.app.inject({ method: 'GET', url: '/openapi.json' })).json() as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  schemas = document.components.schemas;
  routes = Object.entries(document.paths).flatMap(([place, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path: place })),
  );
  const me = (await ask('GET', '/v1/auth/me')).json() as Json;
  Object.assign(known, { organization_id: me.organization_id, user_id: me.id });
  const form = formOf([{ name: 'file', value: toyPicture('harbour'), fileName: 'a.jpg' }]);
  known.asset_id = (await ask('POST', '/v1/assets/', form.payload, form.headers)).json<{ id: string }>().id;
  // Of a stranger's picture, since nobody disputes what is right.
  const other = formOf([{ name: 'file', value: toyPicture('lake'), fileName: 'b.jpg' }]);
  known.parent_asset_id = known.asset_id;
  const checked = await ask('POST', '/v1/verify/', other.payload, other.headers);
  known.verification_id = checked.json<{ verification_id: string }>().verification_id;
  const made = async (name: string, url: string, body: object) => {
    known[name] = (await ask('POST', url, body)).json<{ id: string }>().id;
  };
  await made('webhook_id', '/v1/webhooks/', { url: 'https://hooks.example.org/', events: ['*'] });
  await made('key_id', '/v1/api-keys/', { name: 'Desk', scopes: ['read'] });
  await made('copy_id', `/v1/assets/${known.asset_id}/copies`, { recipient: 'Agency North' });
  const sent = await ask('POST', `/v1/webhooks/${known.webhook_id}/test`);
  known.delivery_id = sent.json<{ data: { delivery_id: string } }>().data.delivery_id;
}, 120_000);
afterAll(async () => {
  await service?.app.close();
  await database?.remove();
  await rm(archive, { recursive: true, force: true });
});

/** Parameters that go with another one, as the description says. */
const TOGETHER: Readonly<Record<string, string>> = {
  user_id: 'scope=organization',
  hintAlg: 'hintValue=AZMMXoovfDGfCltsfY6fAQ==',
  hintValue: 'hintAlg=org.example.track-a.1',
};
/** One of the forms has to be asked for, here or by `Accept`. */
const ALWAYS: Readonly<Record<string, string>> = { getBlock: 'format=raw' };

/** What an example cannot hold: something that was begun before, elsewhere, or bytes of a kind of their own. */
const NEEDS_MORE: Readonly<Record<string, string>> = {
  finishSignIn: 'a sign-in that was started in this browser',
  deviceToken: 'a code that was given before: 400 invalid_grant is what RFC 8628 asks for',
  disputeVerification: 'a consent, which nobody gives by saying nothing',
  importAssets: 'an archive, or a source that the operator named',
  storeManifest: 'the bytes of a C2PA manifest store',
};

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) as string] ?? {});

const shown = ({ example, default: usual, enum: words }: Schema): unknown => example ?? usual ?? words?.[0];

/** The address, with what must be asked and the parameter `asked`, as the description shows them. */
function urlOf({ operationId, path: place, parameters = [] }: Route, asked: string | null): string {
  const filled = place.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const parameter = parameters.find((one) => one.name === name && one.in === 'path');
    return encodeURIComponent(known[name] ?? String(parameter && shown(parameter.schema)));
  });
  const query = parameters
    .filter((one) => one.in === 'query' && (one.required === true || one.name === asked))
    .map(({ name, schema }) => `${name}=${encodeURIComponent(known[name] ?? String(shown(schema)))}`);
  const more = [TOGETHER[asked ?? ''], asked === 'format' ? undefined : ALWAYS[operationId]];
  const all = [...query, ...more.filter((one) => one !== undefined)];
  return all.length > 0 ? `${filled}?${all.join('&')}` : filled;
}

/** With identifiers of what is there. */
const own = (example: unknown): unknown =>
  typeof example !== 'object' || example === null || Array.isArray(example)
    ? example
    : Object.fromEntries(Object.entries(example).map(([name, value]) => [name, known[name] ?? value]));

function bodyOf({ requestBody }: Route): { payload?: unknown; headers?: Record<string, string> } {
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || body === undefined) return {};
  if (type === 'multipart/form-data') {
    const { properties = {} } = resolved(body.schema);
    const fields = Object.entries(properties).flatMap(([name, its]) =>
      its.format === 'binary' ? [] : [{ name, value: String(known[name] ?? shown(its) ?? '') }],
    );
    const files = Object.entries(properties).flatMap(([name, its]) => {
      const isList = its.type === 'array';
      const isFile = its.format === 'binary' || (isList && JSON.stringify(its).includes('binary'));
      return isFile ? [{ name, value: toyPicture('harbour'), fileName: 'a.jpg' }] : [];
    });
    const texts = fields.filter(({ name, value }) => value !== '' && !files.some((file) => file.name === name));
    return formOf([...texts, ...files]);
  }
  if (!/json|urlencoded/.test(type)) return { payload: toyPicture('harbour'), headers: { 'content-type': type } };
  const example = own(body.example ?? resolved(body.schema).example);
  if (type === 'application/json') return { payload: example };
  return {
    payload: new URLSearchParams(example as Record<string, string>).toString(),
    headers: { 'content-type': type },
  };
}

/** What takes away comes last, and what ends the session of the test after that. */
const ENDS_SESSION = /logout|\/sessions|\/auth\/me$|password|browser/;
const rank = ({ method, path: place }: Route): number =>
  method === 'GET' ? 0 : ENDS_SESSION.test(place) ? 3 : method === 'DELETE' ? 2 : 1;

/** Of the others, most name what is not there (404), or what may be done once, or by another person. */
const DONE_MIN = 100;
/** Operations that make something. */
const WITH_HEADERS_MIN = 10;

test('what the description shows is taken, and answered with the headers that it tells', {
  timeout: 240_000,
}, async () => {
  const refused: string[] = [];
  const lacking: string[] = [];
  const withHeaders = new Set<string>();
  const answered = new Map<string, number>();
  for (const route of routes.toSorted((a, b) => rank(a) - rank(b))) {
    const optional = (route.parameters ?? []).filter((one) => one.in === 'query' && !one.required);
    for (const asked of [null, ...optional.map(({ name }) => name)]) {
      const url = urlOf(route, asked);
      const { payload, headers = {} } = bodyOf(route);
      const answer = await ask(route.method, url, payload, headers);
      for (const header of Object.keys(route.responses[answer.statusCode]?.headers ?? {})) {
        withHeaders.add(route.operationId);
        if (answer.headers[header.toLowerCase()] === undefined)
          lacking.push(`${route.operationId}: ${answer.statusCode} without ${header}`);
      }
      answered.set(route.operationId, Math.min(answer.statusCode, answered.get(route.operationId) ?? 999));
      if (!(route.operationId in NEEDS_MORE) && [400, 413, 415, 422, 500].includes(answer.statusCode))
        refused.push(
          `${route.operationId}: ${route.method} ${url} -> ${answer.statusCode} ${answer.body.slice(0, 300)}`,
        );
    }
  }
  expect(refused).toEqual([]);
  expect(lacking).toEqual([]);
  expect(withHeaders.size).toBeGreaterThan(WITH_HEADERS_MIN);
  const done = [...answered].filter(([, status]) => status < 400);
  expect(done.length).toBeGreaterThan(DONE_MIN);
});
