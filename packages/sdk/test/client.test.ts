import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AssayClient } from '@assay/sdk/client';
import { Connection } from '@assay/sdk/connection';
import { AuthenticationError, FileRejectedError, NetworkError, QuotaError, ValidationError } from '@assay/sdk/errors';
import type { DownloadProgress } from '@assay/sdk/received';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}
type Answer =
  | { status: number; json?: unknown; raw?: string | Buffer; headers?: Record<string, string> }
  | 'cut'
  | 'short';

const PICTURE = new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3]);
const FAST = { baseDelayMs: 1, delayMsMax: 1 };

let server: Server;
let baseUrl: string;
let seen: Seen[] = [];
/** Answers in the order of the requests; the last one stays. */
let answers: Answer[] = [];

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  seen.push({
    method: request.method ?? '',
    url: request.url ?? '',
    headers: request.headers,
    body: Buffer.concat(chunks),
  });
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (answer === undefined || answer === 'cut') return void response.destroy();
  if (answer === 'short') {
    response.writeHead(200, { 'content-length': '500' });
    return void response.write('{"id":', () => response.destroy());
  }
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
  response.end(answer.raw ?? (answer.json === undefined ? '' : JSON.stringify(answer.json)));
}

const errorBody = (error_code: string, more: object = {}) => ({
  detail: 'what the server said',
  error_code,
  timestamp: '2026-01-01T00:00:00.000Z',
  ...more,
});

/** Page of three with two items each. */
const historyPage = (number: number) => ({
  status: 200,
  json: { items: [{ id: `${number}a` }, { id: `${number}b` }], total: 6, page: number, page_size: 2, pages: 3 },
});

beforeAll(async () => {
  server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  seen = [];
  answers = [];
});

const client = (options: object = {}) => new AssayClient({ baseUrl, retry: FAST, ...options });

describe('credentials', () => {
  test('a token goes before an API key, and login replaces both', async () => {
    answers = [{ status: 200, json: { items: [], total: 0, page: 1, page_size: 20, pages: 0 } }];
    await client({ apiKey: 'assay_pk_k' }).listAssets().first();
    await client({ apiKey: 'assay_pk_k', token: 't' }).listAssets().first();
    expect(seen[0]?.headers['x-api-key']).toBe('assay_pk_k');
    expect(seen[1]?.headers.authorization).toBe('Bearer t');
    expect(seen[1]?.headers['x-api-key']).toBeUndefined();
  });

  test('a page that keeps its session elsewhere renews an expired token there, and the call goes on', async () => {
    answers = [{ status: 401, json: errorBody('TOKEN_EXPIRED') }, historyPage(1)];
    const page = client({ token: 'old', renewToken: async () => 'new' });
    expect((await page.history().first()).total).toBe(6);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  });

  test('a connection acts in the organization that it was told, with a credential alone', async () => {
    answers = [historyPage(1)];
    const connection = new Connection({ baseUrl, token: 't' });
    const member = new AssayClient(connection);
    connection.setOrganization('org-1');
    await member.history().first();
    await member.health();
    connection.setOrganization(undefined);
    await member.history().first();
    expect(seen.map(({ headers }) => headers['x-organization-id'])).toEqual(['org-1', undefined, undefined]);
  });

  test('an expired access token is refreshed once, with rotation, for all calls that fail together', async () => {
    const me = { status: 200, json: { id: 'u' } };
    const expired = { status: 401, json: errorBody('TOKEN_EXPIRED') };
    const fresh = {
      status: 200,
      json: { access_token: 'new', refresh_token: 'r2', token_type: 'bearer', expires_in: 1 },
    };
    answers = [expired, expired, fresh, me, me];
    const signedIn = client({ token: 'old', refreshToken: 'r1' });
    await Promise.all([signedIn.me(), signedIn.me()]);
    const refreshes = seen.filter((request) => request.url === '/v1/auth/refresh');
    expect(refreshes.map((request) => JSON.parse(request.body.toString()))).toEqual([
      { refresh_token: 'r1', rotate: true },
    ]);
    expect(seen.slice(-2).map((request) => request.headers.authorization)).toEqual(['Bearer new', 'Bearer new']);
  });

  test('logout forgets the tokens even when the server fails', async () => {
    answers = [
      { status: 500, json: errorBody('INTERNAL_ERROR') },
      { status: 200, json: { id: 'u' } },
    ];
    const signedIn = client({ token: 'secret-token' });
    await expect(signedIn.logout()).rejects.toThrow('INTERNAL_ERROR');
    await signedIn.me();
    expect(seen[1]?.headers.authorization).toBeUndefined();
  });

  test('no error, and no print of the client, shows a secret', async () => {
    const secretive = client({ token: 'secret-token', refreshToken: 'secret-refresh', apiKey: 'secret-key' });
    answers = [{ status: 401, json: errorBody('INVALID_TOKEN') }];
    const refused = await secretive.login('a@example.org', 'secret-password').catch((error: unknown) => error);
    answers = ['cut'];
    const broken = await secretive.login('a@example.org', 'secret-password').catch((error: unknown) => error);
    for (const thing of [secretive, refused, broken])
      expect(inspect(thing, { depth: 10, showHidden: true })).not.toContain('secret-');
    expect(refused).toBeInstanceOf(AuthenticationError);
    expect(() => client({ baseUrl: 'http://user:secret-word@localhost' })).toThrow(/^(?!.*secret-).*user name/);
  });
});

describe('requests', () => {
  test('upload sends the options before the file, the file name, and one idempotency key over all attempts', async () => {
    answers = ['cut', { status: 503, json: errorBody('SERVICE_UNAVAILABLE') }, { status: 201, json: { id: 'a' } }];
    const file = new File([PICTURE], 'Küste.jpg');
    const asset = await client().upload(file, { title: 'T', tags: ['a', 'b'], trackC: false, trackAStrength: 0.25 });
    expect(asset).toEqual({ id: 'a' });
    expect(new Set(seen.map((request) => request.headers['idempotency-key'])).size).toBe(1);
    expect(seen).toHaveLength(3);
    const last = seen[2]!;
    const form = await new Response(new Uint8Array(last.body), {
      headers: { 'content-type': last.headers['content-type']! },
    }).formData();
    expect([...form.keys()]).toEqual(['title', 'tags', 'track_c_enabled', 'track_a_strength', 'file']);
    expect(form.get('tags')).toBe('a,b');
    expect(form.get('track_c_enabled')).toBe('false');
    expect(form.get('track_a_strength')).toBe('0.25');
    const sent = form.get('file') as File;
    expect(sent.name).toBe('Küste.jpg');
    expect(new Uint8Array(await sent.arrayBuffer())).toEqual(PICTURE);
  });

  test('upload progress counts up to all bytes of the body, and the server gets the same bytes', async () => {
    answers = [{ status: 201, json: { id: 'a' } }];
    const big = new Uint8Array(700_000).map((_, i) => i % 251);
    const steps: number[] = [];
    let total = 0;
    await client().upload(big, {
      onProgress({ sentBytes, totalBytes }) {
        steps.push(sentBytes);
        total = totalBytes;
      },
    });
    expect(steps.at(-1)).toBe(total);
    expect(steps.length).toBeGreaterThan(2);
    expect(seen[0]?.body.length).toBe(total);
    expect(seen[0]?.body.includes(Buffer.from(big))).toBe(true);
  });

  test('verify asks for the tamper map only when told to, batch repeats `files`', async () => {
    answers = [{ status: 200, json: {} }];
    await client().verify(PICTURE);
    await client().verifyBatch([PICTURE, PICTURE], { tamperMap: true });
    expect(seen.map((request) => request.url)).toEqual(['/v1/verify/', '/v1/verify/batch']);
    expect(seen[0]?.body.toString('latin1')).toMatch(/include_tamper_map"\r\n\r\nfalse/);
    expect(seen[1]?.body.toString('latin1').match(/name="files"/g)).toHaveLength(2);
  });

  test('verify asks to keep the picture only when told to', async () => {
    answers = [{ status: 200, json: {} }];
    await client().verify(PICTURE);
    await client().verify(PICTURE, { store: true });
    expect(seen.map(({ body }) => /name="store"\r\n\r\ntrue/.test(body.toString('latin1')))).toEqual([false, true]);
  });

  test('history is walked page by page, no further than it is read', async () => {
    answers = [historyPage(1), historyPage(2), historyPage(3)];
    const ids: string[] = [];
    for await (const item of client().history({ verdict: 'forged', startDate: new Date(0) })) ids.push(item.id);
    expect(ids).toEqual(['1a', '1b', '2a', '2b', '3a', '3b']);
    expect(seen[0]?.url).toBe('/v1/verify/history?verdict=forged&start_date=1970-01-01T00%3A00%3A00.000Z&page=1');
    seen = [];
    answers = [historyPage(1)];
    for await (const item of client().history()) if (item.id === '1a') break;
    expect(seen).toHaveLength(1);
  });

  test('the history of an organization is asked for, of one of its members', async () => {
    answers = [historyPage(3)];
    await client().history({ scope: 'organization', organizationId: 'o', userId: 'u', apiKeyId: 'k' }).first();
    const asked = new URL(seen[0]?.url ?? '', 'http://localhost').searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      scope: 'organization',
      organization_id: 'o',
      user_id: 'u',
      api_key_id: 'k',
    });
  });

  test('pictures are listed by the days of their registration', async () => {
    answers = [historyPage(3)];
    await client()
      .listAssets({ createdFrom: '2026-11-01', createdTo: new Date(0) })
      .first();
    expect(seen[0]?.url).toBe('/v1/assets/?created_from=2026-11-01&created_to=1970-01-01T00%3A00%3A00.000Z&page=1');
  });

  test('download gives bytes, type and the UTF-8 file name', async () => {
    const headers = {
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="K_ste.png"; filename*=UTF-8''K%C3%BCste.png`,
    };
    answers = [{ status: 200, raw: Buffer.from(PICTURE), headers }];
    const download = await client().download('a/b', { variant: 'preview' });
    expect(seen[0]?.url).toBe('/v1/storage/assets/a%2Fb/download?variant=preview');
    expect(download.fileName).toBe('Küste.png');
    expect(new Uint8Array(await download.blob.arrayBuffer())).toEqual(PICTURE);
  });

  test('downloads count what has come, of all where the server tells', async () => {
    const big = Buffer.alloc(700_000, 7);
    answers = [
      { status: 200, raw: big, headers: { 'content-type': 'image/png', 'content-length': String(big.length) } },
    ];
    const seenBytes: (number | null)[][] = [];
    const onProgress = ({ receivedBytes, totalBytes }: DownloadProgress) => seenBytes.push([receivedBytes, totalBytes]);
    const { blob, contentType } = await client().download('a', { onProgress });
    expect([blob.size, blob.type, contentType]).toEqual([big.length, 'image/png', 'image/png']);
    expect(seenBytes.at(-1)).toEqual([big.length, big.length]);
    expect((await client().report('v', 'pdf', { onProgress })).size).toBe(big.length);
    expect((await client().evidence('v', { onProgress })).size).toBe(big.length);
    expect((await client().downloadCopy('a', 'c', { onProgress })).size).toBe(big.length);
    expect(seenBytes.filter(([received]) => received === big.length)).toHaveLength(4);
  });

  test('any operation has its address, its members and one idempotency key', async () => {
    answers = ['cut', { status: 200, json: { id: 'a' } }];
    const input = { path: { asset_id: 'a/b' }, json: { reason: 'sold' } };
    expect(await client().call('revokeAsset', input, { idempotencyKey: 'mine' })).toEqual({ id: 'a' });
    const sent = ['POST', '/v1/assets/a%2Fb/revoke', 'mine'];
    expect(seen.map(({ method, url, headers }) => [method, url, headers['idempotency-key']])).toEqual([sent, sent]);
    expect(JSON.parse(seen[1]!.body.toString())).toEqual({ reason: 'sold' });
    answers = [{ status: 204 }];
    expect(await client().call('revokeApiKey', { path: { key_id: 'k' } })).toBeNull();
    answers = [historyPage(1), historyPage(2), historyPage(3)];
    const ids: string[] = [];
    for await (const { id } of client().list('listApiKeys', { query: { organization_id: 'o' } })) ids.push(id);
    expect(ids).toHaveLength(6);
    expect(seen.at(-1)?.url).toBe('/v1/api-keys/?page_size=100&organization_id=o&page=3');
  });

  test.each([
    ['a path', async (file: string) => file],
    ['a stream', async () => new Blob([PICTURE]).stream()],
    [
      'an iterable',
      async () => [PICTURE.subarray(0, 2), PICTURE.subarray(2)].values() as unknown as AsyncIterable<Uint8Array>,
    ],
  ])('a picture may be %s', async (_, input) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'assay-sdk-'));
    const file = path.join(folder, 'quay.jpg');
    await writeFile(file, PICTURE);
    answers = [{ status: 200, json: {} }];
    await client().compare(await input(file), PICTURE);
    await rm(folder, { recursive: true });
    const form = await new Response(new Uint8Array(seen[0]!.body), {
      headers: { 'content-type': seen[0]!.headers['content-type']! },
    }).formData();
    expect([...form.keys()]).toEqual(['include_tamper_map', 'a', 'b']);
    expect(new Uint8Array(await (form.get('a') as File).arrayBuffer())).toEqual(PICTURE);
  });

  test('a base address with a path keeps it', async () => {
    answers = [{ status: 200, json: {} }];
    await client({ baseUrl: `${baseUrl}/assay/` }).health();
    expect(seen[0]?.url).toBe('/assay/health');
  });
});

describe('failures', () => {
  test('field errors, quota and file errors are typed and say what was attempted', async () => {
    const fields = [{ field: 'email', location: 'body', code: 'invalid', message: 'no' }];
    answers = [{ status: 422, json: errorBody('VALIDATION_ERROR', { errors: fields, request_id: 'r-1' }) }];
    const invalid = await client()
      .register({ email: 'x', password: 'y' })
      .catch((error: unknown) => error);
    expect(invalid).toBeInstanceOf(ValidationError);
    expect(invalid).toMatchObject({ fields, requestId: 'r-1', attempted: 'POST /v1/auth/register' });
    answers = [{ status: 403, json: errorBody('QUOTA_EXCEEDED') }];
    await expect(client().verify(PICTURE)).rejects.toBeInstanceOf(QuotaError);
    answers = [{ status: 413, raw: '<html>nginx</html>' }];
    await expect(client().verify(PICTURE)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE', status: 413 });
    await expect(client().verify(PICTURE)).rejects.toBeInstanceOf(FileRejectedError);
  });

  test('a server that is not there is a NetworkError that names address and reason', async () => {
    const empty = createServer().listen(0, '127.0.0.1');
    await once(empty, 'listening');
    const { port } = empty.address() as AddressInfo;
    await new Promise((resolve) => empty.close(resolve));
    const gone = new AssayClient({ baseUrl: `http://127.0.0.1:${port}`, retry: { ...FAST, retriesMax: 1 } });
    const error: unknown = await gone.health().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({
      attempted: 'GET /health',
      detail: `Could not reach the server; tried http://127.0.0.1:${port}`,
      cause: { cause: { code: 'ECONNREFUSED' } },
    });
  });

  test('an answer that breaks off in the middle is a NetworkError, and a GET is sent again', async () => {
    answers = ['short', { status: 200, json: { id: 'a' } }];
    expect(await client().getAsset('a')).toEqual({ id: 'a' });
    expect(seen).toHaveLength(2);
  });

  test('a login is not sent twice when the connection breaks: its fate is unknown', async () => {
    answers = ['cut'];
    await expect(client().login('a@example.org', 'p')).rejects.toBeInstanceOf(NetworkError);
    expect(seen).toHaveLength(1);
  });

  test('an abort rejects with its own reason and stops retrying', async () => {
    answers = [{ status: 503, json: errorBody('SERVICE_UNAVAILABLE'), headers: { 'retry-after': '20' } }];
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const stop = () => controller.abort(reason);
    await expect(client().verify(PICTURE, { signal: controller.signal, onRetry: stop })).rejects.toBe(reason);
    expect(seen).toHaveLength(1);
  });

  test('a page that is not the service is told from it', async () => {
    answers = [{ status: 200, raw: '<html></html>' }];
    await expect(client().health()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' });
  });
});
