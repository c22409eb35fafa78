import { EventEmitter, once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Account,
  formOf,
  openAccount,
  startTestService,
  type TestService,
  UPLOAD_BYTES_MAX,
} from '../fakes/testService.ts';
import { toyPicture } from '../fakes/toyEngine.ts';
import { builtPages } from './builtPages.ts';

/** What only a real connection shows: bodies that never end, clients that leave, bytes that are no HTTP. */
let folder: string;
let service: TestService;
let ada: Account;
let port: number;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-pages-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'assets', 'index-1a2b.js'), 'export {};');
  await writeFile(path.join(folder, 'assets', 'index-1a2b.js.br'), brotliCompressSync('export {};'));
  await writeFile(path.join(folder, 'assets', 'index-1a2b.js.gz'), gzipSync('export {};'));
  const webPages = await builtPages(folder, ['/', '/login', '/from-web', '/assets/:assetId']);
  service = await startTestService({ webPages });
  ada = await openAccount(service, 'ada@example.org');
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = service.app.server.address() as AddressInfo);
  url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await service.app.close();
  await rm(folder, { recursive: true, force: true });
});

const raw = async (text: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  socket.end(text);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  await once(socket, 'close');
  return answer;
};

test('400: a client that sends far more than the limit still gets to read why, and the next request works', async () => {
  for (const megabytes of [1, 20]) {
    const form = new FormData();
    form.set('file', new Blob([Buffer.alloc(megabytes * 2 ** 20)]), 'big.jpg');
    const answer = await fetch(`${url}/v1/assets/`, { method: 'POST', body: form, headers: ada.headers });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error_code: 'FILE_TOO_LARGE', limit: UPLOAD_BYTES_MAX });
  }
  expect((await fetch(`${url}/v1/assets/`, { headers: ada.headers })).status).toBe(200);
});

test('400: a body without a declared length is cut at the limit as well', async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
  const sending = request(`${url}/v1/verify/`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'chunked' },
  });
  sending.on('error', () => {});
  const answered = once(sending, 'response');
  sending.write(head);
  for (let i = 0; i < 40; i++) sending.write(Buffer.alloc(64 * 1024));
  sending.end('\r\n--b--\r\n');
  const [response] = (await answered) as [{ statusCode: number; resume(): void }];
  response.resume();
  expect(response.statusCode).toBe(400);
});

test('a client that leaves in the middle of an upload leaves nothing behind, wherever it stops', async () => {
  const before = [service.ports.files.count(), service.ports.assets.uploadsCounted()];
  const form = formOf([{ name: 'file', value: toyPicture('cut'), fileName: 'a.jpg' }]);
  // In the part's header, in its bytes, in the last boundary, one byte before the end.
  for (const sent of [40, form.payload.length - 20, form.payload.length - 8, form.payload.length - 1]) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST /v1/assets/ HTTP/1.1\r\nHost: x\r\nAuthorization: ${ada.headers.authorization}\r\n` +
        `Content-Type: ${form.headers['content-type']}\r\nContent-Length: ${form.payload.length}\r\n\r\n`,
    );
    socket.write(form.payload.subarray(0, sent));
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect([sent, service.ports.files.count(), service.ports.assets.uploadsCounted()]).toEqual([sent, ...before]);
  }
  expect((await fetch(`${url}/health`)).status).toBe(200);
});

test('400 and 431: bytes that are no request are answered in our form', async () => {
  const broken = await raw('NOT HTTP AT ALL\r\n\r\n');
  expect(broken).toMatch(/^HTTP\/1\.1 400 /);
  expect(broken).toContain('"error_code":"BAD_REQUEST"');
  const large = await raw(`GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(32 * 1024)}\r\n\r\n`);
  expect(large).toMatch(/^HTTP\/1\.1 431 /);
  expect(large).toContain('"request_id"');
  const head = await raw(`HEAD /health?${'x'.repeat(32 * 1024)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(head).toMatch(/^HTTP\/1\.1 431 [\s\S]*\r\n\r\n$/);
});

test('400: a request of HTTP/1.1 without a Host is told what it lacks; one of HTTP/1.0 needs none', async () => {
  const lacking = await raw('GET /health HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(lacking).toMatch(/^HTTP\/1\.1 400 /);
  expect(lacking).toContain('"error_code":"BAD_REQUEST"');
  expect(await raw('GET /health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});

test('200: an expectation that nobody knows is passed over', async () => {
  const answer = await raw('GET /health HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test('200: the page at /, its hashed files to be kept; API addresses never become pages', async () => {
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Assay')]);
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  const script = await fetch(`${url}/assets/index-1a2b.js`);
  expect(script.headers.get('cache-control')).toContain('immutable');
  const api = await fetch(`${url}/v1/nothing`, { headers: { accept: 'text/html' } });
  expect([api.status, api.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
});

test('200: what the router of the pages knows is a page, also with a query; what they are built with is none', async () => {
  for (const address of ['/login', '/login?next=%2Fgallery', '/assets/0198']) {
    const page = await fetch(url + address);
    expect([page.status, await page.text()], address).toEqual([200, expect.stringContaining('<title>Assay')]);
    expect(page.headers.get('cache-control')).toBe('no-cache');
  }
  for (const file of ['/addresses.json', '/served/en/login.html', '/served/de/notFound.html'])
    expect((await fetch(url + file)).status, file).toBe(404);
});

test('200: a page before its script runs is in the chosen language, else in that of the browser, and says what it depends on', async () => {
  for (const [headers, language] of [
    [{}, 'en'],
    [{ 'accept-language': 'fr, de-AT;q=0.8' }, 'de'],
    [{ 'accept-language': 'de', cookie: 'other=1; assay_language=ar' }, 'ar'],
    [{ 'accept-language': 'zh', cookie: 'assay_language=..%2F..' }, 'zh'],
  ] as const) {
    const page = await fetch(`${url}/login`, { headers });
    expect([page.headers.get('content-language'), await page.text()]).toEqual([
      language,
      expect.stringContaining(`<html lang="${language}"`),
    ]);
    expect(page.headers.get('vary')).toMatch(/accept-language, cookie/);
    const missing = await fetch(`${url}/gallery`, { headers: { ...headers, accept: 'text/html' } });
    expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining(`<html lang="${language}"`)]);
  }
});

test('200: before the first account a page says so; afterwards, and while nobody can tell, it does not', async () => {
  const own = await startTestService({ webPages: await builtPages(folder, ['/login']) });
  const login = async () => (await own.app.inject({ method: 'GET', url: '/login' })).body;
  expect(await login()).toContain('new.');
  const { any } = own.ports.users;
  Object.assign(own.ports.users, { any: () => Promise.reject(new Error('away')) });
  expect(await login()).not.toContain('new.');
  Object.assign(own.ports.users, { any });
  expect(await login()).toContain('new.');
  await openAccount(own, 'lea@example.org');
  expect(await login()).not.toContain('new.');
  await own.app.close();
});

test('304: whoever has a page in this language and of this build is told so, and nobody else', async () => {
  const tag = (await fetch(`${url}/login`)).headers.get('etag') ?? '';
  const again = (known: string, language: string) =>
    fetch(`${url}/login`, { headers: { 'if-none-match': known, 'accept-language': language } });
  const same = await again(tag, 'en');
  expect([same.status, same.headers.get('etag'), same.headers.get('cache-control')]).toEqual([304, tag, 'no-cache']);
  expect((await again(tag, 'de')).status).toBe(200);
  expect((await again('W/"of-another-build"', 'en')).status).toBe(200);
  // All packed files have the same time.
  const script = await fetch(`${url}/assets/index-1a2b.js`);
  expect([script.headers.get('etag'), script.headers.get('last-modified')]).toEqual([null, null]);
});

test('200: scripts come compressed, as the browser can read them, and are kept either way', async () => {
  for (const [accept, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const script = await fetch(`${url}/assets/index-1a2b.js`, { headers: { 'accept-encoding': accept } });
    expect([script.headers.get('content-encoding'), await script.text()]).toEqual([encoding, 'export {};']);
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(script.headers.get('vary')).toMatch(/accept-encoding/i);
  }
});

test('200: no file or page that is streamed makes Node warn of listeners', async () => {
  const warnings: string[] = [];
  const listen = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', listen);
  for (const path of ['/login', '/assets/index-1a2b.js']) await (await fetch(url + path)).arrayBuffer();
  process.off('warning', listen);
  expect(warnings).toEqual([]);
});

test('200: pages allow nothing that stands in them; only /docs/api has styles of its own, only /from-web asks other sites', async () => {
  const policyOf = async (address: string) => (await fetch(url + address)).headers.get('content-security-policy') ?? '';
  for (const address of ['/', '/login', '/v1/auth/verify-email?token=x'])
    expect(await policyOf(address), address).not.toContain('unsafe-inline');
  for (const address of ['/', '/login', '/docs/api/'])
    expect(await policyOf(address), address).toMatch(/connect-src 'self';/);
  expect(await policyOf('/from-web')).toMatch(/connect-src 'self' https:;/);
  expect(await policyOf('/docs/api/')).toMatch(/style-src 'self' 'unsafe-inline'/);
  expect(await policyOf('/docs/api/')).not.toMatch(/script-src[^;]*unsafe-inline/);
});

test('404: an unknown page shows ours to browsers, and JSON to everyone else', async () => {
  const page = await fetch(`${url}/gallery`, { headers: { accept: 'text/html,*/*' } });
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('<title>Assay')]);
  expect(await (await fetch(`${url}/gallery`)).json()).toMatchObject({ error_code: 'NOT_FOUND' });
});

test('404: no path leads out of the folder of the pages', async () => {
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fetc/passwd', '/.env'])
    expect(await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 (?:404|400|403) /,
    );
});

test('an answer that nobody reads ends, and with it what was read for it', async () => {
  const own = await startTestService({ requestTimeoutS: 0.1 });
  const lea = await openAccount(own, 'lea@example.org');
  const form = formOf([{ name: 'file', value: toyPicture('stalled'), fileName: 'a.jpg' }]);
  const headers = { ...form.headers, ...lea.headers };
  const made = await own.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
  const { id } = made.json() as { id: string };
  let ended = (): void => {};
  const isEnded = new Promise<void>((resolve) => (ended = resolve));
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(64 * 1024);
    } finally {
      ended();
    }
  }
  const { files } = own.ports;
  Object.assign(files, { open: async () => ({ sizeBytes: 1e12, stream: () => Readable.from(endless()) }) });
  await own.app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((own.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(
    `GET /v1/assets/${id}/download HTTP/1.1\r\nHost: x\r\nAuthorization: ${lea.headers.authorization}\r\n\r\n`,
  );
  await isEnded;
  socket.destroy();
  await own.app.close();
});

test('201: an upload in progress ends well while the service closes', async () => {
  const own = await startTestService();
  const lea = await openAccount(own, 'lea@example.org');
  await own.app.listen({ host: '127.0.0.1', port: 0 });
  const address = own.app.server.address() as AddressInfo;
  const gate = new EventEmitter();
  const held = once(gate, 'open');
  const reached = new Promise<void>((resolve) => {
    own.ports.engine.duringMark(async () => {
      resolve();
      await held;
    });
  });
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(toyPicture('drain'))]), 'a.jpg');
  const upload = fetch(`http://127.0.0.1:${address.port}/v1/assets/`, {
    method: 'POST',
    body: form,
    headers: lea.headers,
  });
  await reached;
  const closed = own.app.close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  gate.emit('open');
  expect((await upload).status).toBe(201);
  await closed;
});
