import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@assay/core/errors';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bodyLimits } from '../../../../src/http/request/bodies/memoryBudget.ts';
import {
  type Account,
  formOf,
  openAccount,
  startTestService,
  type TestService,
  UPLOAD_BYTES_MAX,
} from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { plantedKey } from '../plantedKey.ts';

const KIB = 1024;
const STALL_MS = 400;
const UNPACED = { bytesPerSMax: 1e9, burstBytes: 1e9 };

let service: TestService;
let ada: Account;
let port: number;
const open: ClientRequest[] = [];

beforeEach(async () => {
  const bytes = { bytesMax: 150 * KIB, ownBytesMax: 100 * KIB, networkBytesMax: 120 * KIB };
  const bodies = { ...bytes, bytesPerSMin: 1024, stallMs: STALL_MS, ...UNPACED };
  service = await startTestService({ bodies });
  ada = await openAccount(service, 'ada@example.org');
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = service.app.server.address() as AddressInfo);
});
afterEach(async () => {
  for (const sending of open.splice(0)) sending.destroy();
  await service.app.close();
});

const HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';

/** Begins to send a form and stops after its first part's header. */
function begin(headers: Record<string, string | number>, path = '/v1/verify/') {
  const sending = request({ host: '127.0.0.1', port, path, method: 'POST', agent: false });
  for (const [name, value] of Object.entries({ 'content-type': 'multipart/form-data; boundary=b', ...headers }))
    sending.setHeader(name, value);
  open.push(sending);
  sending.on('error', () => {});
  const answer = once(sending, 'response').then(async ([response]) => {
    const message = response as IncomingMessage;
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    return { status: message.statusCode, headers: message.headers, body: JSON.parse(String(Buffer.concat(chunks))) };
  });
  // Some of them are never answered.
  answer.catch(() => {});
  sending.write(HEAD);
  return { sending, answer };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const verify = (headers: Record<string, string> = {}) => {
  const form = formOf([{ name: 'file', value: toyPicture('pier'), fileName: 'a.jpg' }]);
  return fetch(`http://127.0.0.1:${port}/v1/verify/`, {
    method: 'POST',
    body: new Uint8Array(form.payload),
    headers: { ...form.headers, ...headers },
  });
};

describe('memory of bodies', () => {
  test('429 at once for a caller whose own bodies are still coming; everybody else is served', async () => {
    begin({ 'content-length': 60 * KIB });
    await pause(50);
    const second = await begin({ 'content-length': 60 * KIB }).answer;
    expect([second.status, second.body]).toMatchObject([429, { error_code: 'RATE_LIMITED' }]);
    expect(second.headers).toMatchObject({ 'retry-after': '2', connection: 'close' });
    expect((await verify(ada.headers)).status).toBe(200);
  });

  test('429: the keys and the session of one person are one caller; so many accounts as there are, a network has its part', async () => {
    const first = begin({ 'content-length': 60 * KIB, ...(await plantedKey(service, ada)) });
    await pause(50);
    const session = await begin({ 'content-length': 50 * KIB, ...ada.headers }).answer;
    expect([session.status, session.body]).toMatchObject([
      429,
      { detail: expect.stringContaining('Your other') as string },
    ]);
    const neighbour = await begin({ 'content-length': 70 * KIB }).answer;
    expect([neighbour.status, neighbour.body]).toMatchObject([
      429,
      { detail: expect.stringContaining('network') as string },
    ]);
    first.sending.destroy();
    await pause(50);
    expect((await verify(ada.headers)).status).toBe(200);
  });

  test('503 when the bodies of all would take too much, and room again when one has gone', async () => {
    const first = begin({ 'content-length': 90 * KIB });
    await pause(50);
    const second = begin({ 'content-length': 64 * KIB, ...ada.headers });
    expect(await second.answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    first.sending.destroy();
    await pause(50);
    expect((await verify(ada.headers)).status).toBe(200);
  });

  test('a quarter of the memory there is, at least what one batch needs for each caller', () => {
    expect(bodyLimits(16 * 2 ** 30)).toEqual(
      expect.objectContaining({ bytesMax: 4 * 2 ** 30, ownBytesMax: 2 ** 30, networkBytesMax: 2 ** 31 }),
    );
    expect(bodyLimits(2 ** 30)).toMatchObject({ bytesMax: 512 * 2 ** 20, ownBytesMax: 202 * 2 ** 20 });
    expect(bodyLimits(2 ** 30, 2 ** 31)).toMatchObject({ bytesMax: 2 ** 31, ownBytesMax: 2 ** 29 });
  });
});

describe('least rate', () => {
  test('400: a body that stalls ends, and its memory is free again', async () => {
    const started = performance.now();
    const stalled = await begin({ 'content-length': 90 * KIB }).answer;
    expect([stalled.status, stalled.body]).toMatchObject([400, { error_code: 'BAD_REQUEST' }]);
    expect(performance.now() - started).toBeLessThan(10 * STALL_MS);
    expect((await verify()).status).toBe(200);
  });

  test('400: a body that trickles ends as well, as a form and as it is', async () => {
    const { sending, answer } = begin({ 'content-length': 90 * KIB });
    const trickle = setInterval(() => sending.write('x'), 20);
    expect((await answer).status).toBe(400);
    clearInterval(trickle);
    const raw = begin({ 'content-type': 'image/jpeg', 'content-length': 60 * KIB }, '/v1/c2pa/matches/byContent');
    expect((await raw.answer).body).toMatchObject({ detail: expect.stringContaining('a second') as string });
  });
});

describe('bodies that do not say their length, or a boundless one', () => {
  test.each([
    ['a form', '/v1/verify/', {}, 400],
    ['a file as it is', '/v1/c2pa/matches/byContent', { 'content-type': 'image/jpeg' }, 400],
    ['a route that refuses the caller', '/v1/assets/', {}, 401],
    ['one of gigabytes behind a refusal', '/v1/assets/', { 'content-length': 100 * 2 ** 30 }, 401],
    ['one that no route takes', '/health', { 'content-length': 100 * 2 ** 30 }, 413],
  ])('%s: one without end is read as far as the limit and no further', async (_what, path, headers, status) => {
    const endless = 'content-length' in headers ? {} : { 'transfer-encoding': 'chunked' };
    const { sending, answer } = begin({ ...endless, ...headers }, path);
    // Which end notices first is chance: a clean end, a broken pipe and a reset are all right once the answer came.
    const closed = new Promise((resolve) => sending.once('close', resolve));
    const chunk = Buffer.alloc(64 * KIB);
    let sent = 0;
    const feed = setInterval(() => {
      for (let i = 0; i < 16 && sending.writable && sending.socket?.writable; i++) {
        sending.write(chunk);
        sent += chunk.length;
      }
    }, 1);
    expect((await answer).status).toBe(status);
    await closed;
    clearInterval(feed);
    const taken = sent - (sending.socket?.writableLength ?? 0) - sending.writableLength;
    // The limit, and what lies in the buffers of the connection.
    expect(taken).toBeLessThan(UPLOAD_BYTES_MAX + 16 * 2 ** 20);
  });
});

test('403: a used-up quota is told before the picture is sent, whatever its key; one that repeats a request is read', async () => {
  const repeated = { 'idempotency-key': 'one' };
  expect((await verify(repeated)).status).toBe(200);
  Object.assign(service.ports.quotas, {
    assertVerificationsLeft: () => Promise.reject(new AppError('QUOTA_EXCEEDED', 'used up')),
    assertUploadsLeft: () => Promise.reject(new AppError('QUOTA_EXCEEDED', 'used up')),
  });
  for (const [path, headers] of [
    ['/v1/verify/', {}],
    ['/v1/verify/', { 'idempotency-key': 'another' }],
    ['/v1/assets/', ada.headers],
    ['/v1/assets/batch', ada.headers],
    ['/v1/assets/search/by-image', ada.headers],
    ['/v1/assets/', { ...ada.headers, 'idempotency-key': 'another' }],
  ] as const) {
    const refused = await begin({ 'transfer-encoding': 'chunked', ...headers }, path).answer;
    expect([path, refused.status, refused.body]).toMatchObject([path, 403, { error_code: 'QUOTA_EXCEEDED' }]);
  }
  const again = await verify(repeated);
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
});
