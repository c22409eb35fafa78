import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '@assay/core/errors';
import {
  type Account,
  formOf,
  openAccount,
  PASSWORD,
  startTestService,
  type TestService,
} from '../../fakes/testService.ts';
import { toyPicture } from '../../fakes/toyEngine.ts';

let service: TestService;
let ada: Account;
beforeEach(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
});
afterEach(() => service.app.close());

const upload = (
  key: string,
  scene = 'harbour',
  more: { boundary?: string; title?: string; headers?: object; url?: string } = {},
) => {
  const form = formOf(
    [
      { name: 'title', value: more.title ?? 'Harbour' },
      { name: 'file', value: toyPicture(scene), fileName: 'a.jpg' },
    ],
    more.boundary,
  );
  const headers = { ...form.headers, ...ada.headers, 'idempotency-key': key, ...more.headers };
  return service.app.inject({ method: 'POST', url: more.url ?? '/v1/assets/', payload: form.payload, headers });
};
const listed = async (account = ada): Promise<{ total: number; items: { id: string }[] }> =>
  (await service.app.inject({ method: 'GET', url: '/v1/assets/', headers: account.headers })).json();
const total = async (account = ada): Promise<number> => (await listed(account)).total;

describe('a POST with Idempotency-Key', () => {
  test('201 again: the same request is answered as before, also with another boundary, and done once', async () => {
    const first = await upload('k1');
    const second = await upload('k1', 'harbour', { boundary: 'another', url: '/v1/assets' });
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(second.body).toBe(first.body);
    expect(second.headers).toMatchObject({
      location: first.headers.location,
      etag: first.headers.etag,
      'content-type': first.headers['content-type'],
      'idempotent-replayed': 'true',
    });
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(await total()).toBe(1);
  });

  test('a process that dies between an upload and its kept answer: whoever asks again gets what was made', async () => {
    const { save } = service.ports.idempotentAnswers;
    Object.assign(service.ports.idempotentAnswers, { save: () => Promise.reject(new Error('killed here')) });
    const first = await upload('k1');
    Object.assign(service.ports.idempotentAnswers, { save });
    service.ports.clock.advance(31_000);
    const second = await upload('k1');
    expect([second.statusCode, second.json()]).toMatchObject([201, { id: (first.json() as { id: string }).id }]);
    expect(await total()).toBe(1);
    // Another key is another upload.
    expect((await upload('k2')).statusCode).toBe(201);
    expect(await total()).toBe(2);
  });

  test('422: the key of another request, be it another file, field, or organization', async () => {
    await upload('k1');
    for (const answer of [
      await upload('k1', 'castle'),
      await upload('k1', 'harbour', { title: 'Other' }),
      await upload('k1', 'harbour', { headers: { 'x-organization-id': ada.id } }),
    ]) {
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ error_code: 'IDEMPOTENCY_KEY_REUSED' });
    }
    expect(await total()).toBe(1);
  });

  test('201 each: without a key, with another key, or from another user every request is one of its own', async () => {
    await upload('k1');
    await upload('k2');
    const bob = await openAccount(service, 'bob@example.org');
    const other = await upload('k1', 'harbour', { headers: bob.headers });
    expect([other.statusCode, other.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect([await total(), await total(bob)]).toEqual([2, 1]);
  });

  test('without a key nothing is hashed; with one, a large file is in steps, between which others have their turn', async () => {
    const bytes = new Uint8Array(8 * 2 ** 20);
    let looks = 0;
    const file = {
      field: 'file',
      sentName: null,
      get bytes() {
        looks++;
        return bytes;
      },
    };
    const request = (headers: object) =>
      ({
        headers,
        method: 'POST',
        url: '/v1/assets/',
        routeOptions: { url: '/v1/assets/' },
        caller: null,
        ip: '::1',
      }) as never;
    const form = { fields: new Map(), files: [file] };
    await service.app.beginIdempotentForm(request({}), form);
    expect(looks).toBe(0);
    let turns = 0;
    const count = (): void => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const keyed = request({ 'idempotency-key': 'large' }) as { idempotent?: { renewal: NodeJS.Timeout } };
    await service.app.beginIdempotentForm(keyed as never, form);
    clearImmediate(next);
    clearInterval(keyed.idempotent?.renewal);
    expect([looks, turns >= 7]).toEqual([1, true]);
  });

  test('409: while the first is at work, with Retry-After; and of ten at once one is done', async () => {
    let inside: Awaited<ReturnType<typeof upload>> | null = null;
    service.ports.engine.duringMark(async () => {
      inside = await upload('k1');
    });
    expect((await upload('k1')).statusCode).toBe(201);
    expect(inside).toMatchObject({ statusCode: 409, headers: { 'retry-after': '1' } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload('k2')));
    for (const { statusCode } of answers) expect([201, 409]).toContain(statusCode);
    expect(new Set(answers.filter(({ statusCode }) => statusCode === 201).map(({ body }) => body)).size).toBe(1);
    expect(await total()).toBe(2);
  });

  test('a 4xx is repeated; a 5xx is not saved and the next try is the first again', async () => {
    const bad = async () => {
      const form = formOf([{ name: 'file', value: 'no picture', fileName: 'a.jpg' }]);
      const headers = { ...form.headers, ...ada.headers, 'idempotency-key': 'bad' };
      return service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
    };
    expect((await bad()).statusCode).toBe(400);
    expect(await bad()).toMatchObject({ statusCode: 400, headers: { 'idempotent-replayed': 'true' } });
    service.ports.engine.failMarkWith(new AppError('SERVICE_UNAVAILABLE', 'busy', { retryAfterS: 1 }));
    expect((await upload('k1')).statusCode).toBe(503);
    const again = await upload('k1');
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([201, undefined]);
  });

  test('503 while the database is away: the key is free as soon as it is back, and no 409 until a lease has ended', async () => {
    const { idempotentAnswers, engine, background } = service.ports;
    const { release } = idempotentAnswers;
    const away = new AppError('SERVICE_UNAVAILABLE', 'The database cannot be reached.', { retryAfterS: 5 });
    engine.failMarkWith(away);
    let tries = 0;
    idempotentAnswers.release = async (...given) => {
      tries++;
      if (tries < 3) throw away;
      await release(...given);
    };
    expect((await upload('k1')).statusCode).toBe(503);
    expect((await upload('k1')).statusCode).toBe(409);
    // Ends its pauses.
    await background.settled();
    expect(tries).toBe(3);
    expect((await upload('k1')).statusCode).toBe(201);
  });

  test('the answer of a try that hung until a later one began is not kept: it only says so', async () => {
    const { engine, clock } = service.ports;
    let second: Awaited<ReturnType<typeof upload>> | null = null;
    const { inspect } = engine;
    const form = formOf([{ name: 'file', value: toyPicture('harbour'), fileName: 'a.jpg' }]);
    const headers = { ...form.headers, ...ada.headers, 'idempotency-key': 'late' };
    const verify = () => service.app.inject({ method: 'POST', url: '/v1/verify/', payload: form.payload, headers });
    engine.inspect = async (...given) => {
      engine.inspect = inspect;
      // Its lease was not renewed: the database was out of its reach.
      clock.advance(31_000);
      second = await verify();
      return inspect(...given);
    };
    const first = await verify();
    expect([first.statusCode, first.json()]).toMatchObject([409, { error_code: 'IDEMPOTENCY_IN_PROGRESS' }]);
    expect(first.headers['retry-after']).toBe('1');
    expect(second).toMatchObject({ statusCode: 200 });
    const third = await verify();
    expect(third).toMatchObject({ statusCode: 200, headers: { 'idempotent-replayed': 'true' } });
    expect(third.body).toBe((second as unknown as typeof third).body);
  });

  test('503 for what failed before: the asset and its original stay, and the next try completes it', async () => {
    service.ports.engine.failMarkWith(new Error('a fault of ours'));
    expect((await upload('k1')).statusCode).toBe(500);
    const id = (await listed()).items[0]?.id as string;
    service.ports.engine.failMarkWith(new AppError('SERVICE_UNAVAILABLE', 'busy', { retryAfterS: 1 }));
    expect((await upload('k1')).statusCode).toBe(503);
    expect((await listed()).items).toMatchObject([{ id, processing_status: 'failed' }]);
    expect(await service.ports.files.read(id, 'original')).not.toBeNull();
    const again = await upload('k1');
    expect([again.statusCode, again.json()]).toMatchObject([201, { id, processing_status: 'completed' }]);
    expect(await total()).toBe(1);
  });

  test('201 anew after 24 hours', async () => {
    await upload('k1');
    service.ports.clock.advance(24 * 60 * 60 * 1000);
    const login = { email: ada.email, password: PASSWORD };
    const tokens = (await service.app.inject({ method: 'POST', url: '/v1/auth/login', payload: login })).json() as {
      access_token: string;
    };
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await upload('k1', 'harbour', { headers })).headers['idempotent-replayed']).toBeUndefined();
    expect(await total({ ...ada, headers })).toBe(2);
  });

  test('JSON bodies count by their content: the order of members does not matter', async () => {
    const register = (payload: string, key = 'r1') =>
      service.app.inject({
        method: 'POST',
        url: '/v1/auth/register',
        payload,
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
      });
    const first = await register(`{"email":"eve@example.org","password":"${PASSWORD}","full_name":"Eve"}`);
    const second = await register(`{ "full_name":"Eve", "password":"${PASSWORD}", "email":"eve@example.org" }`);
    expect([first.statusCode, second.statusCode, second.body]).toEqual([201, 201, first.body]);
    expect((await register(`{"email":"eve2@example.org","password":"${PASSWORD}"}`)).statusCode).toBe(422);
    // What has no canonical form, half of a surrogate pair, is answered with a key as without one.
    const half = `{"email":"fay@example.org","password":"${PASSWORD}","full_name":"\\ud800"}`;
    const [keyed, again] = [await register(half, 'r2'), await register(half, 'r2')];
    expect([keyed.statusCode, again.body]).toEqual([201, keyed.body]);
  });

  test('422: a key that is empty, too long, or not printable; tokens are never repeated', async () => {
    for (const key of ['', 'x'.repeat(256), 'ä']) {
      const answer = await upload(key);
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        { error_code: 'VALIDATION_ERROR', errors: [{ field: 'Idempotency-Key', location: 'header' }] },
      ]);
    }
    const login = () =>
      service.app.inject({
        method: 'POST',
        url: '/v1/auth/login',
        payload: { email: ada.email, password: PASSWORD },
        headers: { 'idempotency-key': 'l1' },
      });
    await login();
    expect((await login()).headers['idempotent-replayed']).toBeUndefined();
  });

  test('a verification is repeated without counting again', async () => {
    const form = formOf([{ name: 'file', value: toyPicture('harbour'), fileName: 'a.jpg' }]);
    const headers = { ...form.headers, ...ada.headers, 'idempotency-key': 'v1' };
    const verify = () => service.app.inject({ method: 'POST', url: '/v1/verify/', payload: form.payload, headers });
    const first = await verify();
    expect((await verify()).body).toBe(first.body);
    expect(service.ports.quotas.verificationsCounted()).toBe(1);
  });
});
