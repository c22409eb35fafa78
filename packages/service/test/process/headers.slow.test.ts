import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServiceProcess, startServiceProcess } from './serviceProcess.ts';

/** What docs/spec/api.md#browsers promises for every answer. */
const EXPECTED: Readonly<Record<string, RegExp>> = {
  'strict-transport-security': /^max-age=31536000/,
  'x-content-type-options': /^nosniff$/,
  'content-security-policy': /(?:default-src 'self'.*object-src 'none'.*frame-ancestors 'none'|default-src 'none')/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-resource-policy': /^(?:same-origin|cross-origin)$/,
  'x-frame-options': /^DENY$/i,
};

let folder: string;
let service: ServiceProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-headers-'));
  service = await startServiceProcess(folder, {
    ASSAY_GITHUB_CLIENT_ID: 'headers',
    ASSAY_GITHUB_CLIENT_SECRET: 'headers',
  });
}, 180_000);

afterAll(async () => {
  await service?.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Bytes as they are, since no client sends what is no request. */
async function sendRaw(bytes: string): Promise<Headers> {
  const { port } = new URL(service.url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.end(bytes);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  const lines = text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n').slice(1);
  return new Headers(lines.map((line) => line.split(/: */, 2) as [string, string]));
}

const json = (method: string, body: string) => ({ method, body, headers: { 'content-type': 'application/json' } });

it.each([
  ['a page', '/v1/auth/verify-email?token=x', 200, {}],
  ['the pages', '/', null, {}],
  ['the description', '/docs/api', 200, {}],
  ['a static file', '/docs/api/static/swagger-ui.css', 200, {}],
  ['JSON', '/v1/auth/oauth/providers', 200, {}],
  ['health', '/health', 200, {}],
  ['public keys', '/.well-known/jwks.json', 200, {}],
  ['plain text', '/tlog/checkpoint', null, {}],
  ['a redirect', '/v1/auth/oauth/github/start', 302, {}],
  ['no credential', '/v1/assets/', 401, {}],
  ['no such address', '/nothing/here', 404, {}],
  ['no such content', '/ipfs/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku?format=raw', 404, {}],
  ['another method', '/health', 405, { method: 'PUT' }],
  ['broken JSON', '/v1/auth/login', 400, json('POST', '{')],
  ['a wrong field', '/v1/auth/login', 422, json('POST', '{}')],
  ['too large a body', '/v1/auth/login', 413, json('POST', `"${'x'.repeat(2 ** 20)}"`)],
])('every security header is on %s: %s', async (_what, address, status, request) => {
  const answer = await fetch(`${service.url}${address}`, { redirect: 'manual', ...request });
  if (status !== null) expect(answer.status).toBe(status);
  for (const [name, value] of Object.entries(EXPECTED))
    expect([name, answer.headers.get(name)]).toEqual([name, expect.stringMatching(value)]);
  expect(answer.headers.get('x-powered-by')).toBeNull();
  expect(answer.headers.get('server')).toBeNull();
});

it('every security header is on the answer to what is no request', async () => {
  const headers = await sendRaw('GET / HTTP/1.1\r\nno header\r\n\r\n');
  for (const [name, value] of Object.entries(EXPECTED))
    expect([name, headers.get(name)]).toEqual([name, expect.stringMatching(value)]);
});
