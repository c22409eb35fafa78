import { afterEach, describe, expect, test } from 'vitest';
import type { HttpSettings } from '../../../src/http/httpDeps.ts';
import {
  formOf,
  memoryLimits,
  openAccount,
  PASSWORD,
  startTestService,
  type TestService,
} from '../../fakes/testService.ts';

type Rates = Parameters<typeof memoryLimits>[1];

let service: TestService;
afterEach(() => service.app.close());

async function start(rates: Rates, settings: Partial<HttpSettings> = {}): Promise<void> {
  service = await startTestService(settings, ({ clock, limits }) => {
    const { limits: own, ...guards } = memoryLimits(clock, rates);
    return { ...guards, limits: { ...limits, ...own } };
  });
}
const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '192.0.2.1') =>
  service.app.inject({ method: 'GET', url, headers, remoteAddress });
const post = (url: string, payload: object, remoteAddress = '192.0.2.1', headers: Record<string, string> = {}) =>
  service.app.inject({ method: 'POST', url, payload, remoteAddress, headers });
const limitsOf = ({ headers }: { headers: Record<string, unknown> }) =>
  ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`]);
const register = (i: number, address: string) =>
  post('/v1/auth/register', { email: `user${i}@example.org`, password: PASSWORD }, address);
const login = (email: string, password: string, address = '192.0.2.1') =>
  post('/v1/auth/login', { email, password }, address);
const from = (client: string, proxy: string) => get('/v1/nothing', { 'x-forwarded-for': client }, proxy);
const NEXT_MINUTE = String(Date.parse('2026-11-20T12:01:00Z') / 1000);

describe('headers', () => {
  test('2xx, 401, 404, 405, 413, 415, 422: every answer tells limit, what remains, and when it begins anew', async () => {
    await start({ perMinute: 60, perHour: 1000, perDay: 10_000 });
    const large = { title: 'x'.repeat(1024 * 1024) };
    const answers = [
      [404, await get('/v1/nothing')],
      [401, await get('/v1/assets/')],
      [401, await get('/v1/assets/', { authorization: 'Bearer nonsense' })],
      [405, await service.app.inject({ method: 'DELETE', url: '/v1/auth/login', remoteAddress: '192.0.2.1' })],
      [413, await post('/v1/auth/login', large)],
      [
        415,
        await service.app.inject({ method: 'POST', url: '/v1/auth/login', ...formOf([]), remoteAddress: '192.0.2.1' }),
      ],
      [422, await post('/v1/auth/login', {})],
      [201, await post('/v1/auth/register', { email: 'ada@example.org', password: PASSWORD })],
    ] as const;
    expect(answers.map(([, answer]) => answer.statusCode)).toEqual(answers.map(([status]) => status));
    expect(answers.map(([, answer]) => limitsOf(answer))).toEqual(
      answers.map((_, i) => ['60', String(59 - i), NEXT_MINUTE]),
    );
    expect(answers[0][1].headers).toMatchObject({
      'ratelimit-policy': '"minute";q=60;w=60, "hour";q=1000;w=3600, "day";q=10000;w=86400',
      ratelimit: '"minute";r=59;t=60',
    });
  });

  test('200: /health has none and counts nothing', async () => {
    await start({ perMinute: 2 });
    for (let i = 0; i < 5; i++) {
      const health = await get('/health');
      expect([health.statusCode, health.headers['x-ratelimit-limit']]).toEqual([200, undefined]);
    }
  });

  test('pages, their parts and /docs are counted in a window of their own, twenty times as large; the description is not', async () => {
    await start({ perMinute: 2 });
    const addresses = ['/docs', '/docs/', '/.well-known/security.txt'];
    for (const [i, url] of addresses.entries())
      expect(limitsOf(await get(url))).toEqual(['40', String(39 - i), NEXT_MINUTE]);
    for (let i = addresses.length; i < 40; i++) await get('/.well-known/security.txt');
    for (const url of addresses) expect((await get(url)).statusCode).toBe(429);
    expect(limitsOf(await get('/v1/nothing'))).toEqual(['2', '1', NEXT_MINUTE]);
    expect(limitsOf(await get('/openapi.json'))).toEqual(['2', '0', NEXT_MINUTE]);
    expect((await get('/openapi.json')).statusCode).toBe(429);
    expect((await get('/docs', {}, '192.0.2.2')).statusCode).toBeLessThan(400);
  });

  test('429: an address of the API counts as one however it is spelled', async () => {
    await start({ perMinute: 3 });
    const ada = await openAccount(service, 'ada@example.org');
    for (const [i, url] of ['/v1/shared/none', '/%761/shared/none', '/v%31/%73hared/none'].entries()) {
      const answer = await get(url);
      expect([answer.statusCode, ...limitsOf(answer)], url).toEqual([404, '3', String(2 - i), NEXT_MINUTE]);
    }
    expect((await get('/%761/shared/none')).statusCode).toBe(429);
    // What no cache may keep is told by the route as well.
    expect((await get('/%761/auth/me', ada.headers)).headers['cache-control']).toBe('no-store');
  });

  test('the window that is nearest to its end is the one shown', async () => {
    await start({ perMinute: 60, perHour: 3, perDay: 10_000 });
    expect(limitsOf(await get('/v1/nothing'))).toEqual(['3', '2', String(Date.parse('2026-11-20T13:00:00Z') / 1000)]);
  });
});

describe('refusals', () => {
  test('429: with Retry-After and the error body; the next minute is free again', async () => {
    await start({ perMinute: 2 });
    service.ports.clock.advance(15_000);
    await get('/v1/nothing');
    await get('/v1/nothing');
    const refused = await get('/v1/nothing');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ error_code: 'RATE_LIMITED', limit: 2, window: 'minute' });
    expect(refused.headers['retry-after']).toBe('45');
    expect(limitsOf(refused)).toEqual(['2', '0', NEXT_MINUTE]);
    service.ports.clock.advance(45_000);
    expect((await get('/v1/nothing')).statusCode).toBe(404);
  });

  test('401 comes before 429, and 429 before 404 and 422', async () => {
    await start({ perMinute: 2 });
    const bad = { authorization: 'Bearer nonsense' };
    for (let i = 0; i < 2; i++) expect((await get('/v1/assets/', bad)).statusCode).toBe(401);
    expect((await get('/v1/assets/', bad)).statusCode).toBe(429);
    expect((await post('/v1/auth/login', {})).statusCode).toBe(429);
    expect((await get('/v1/nothing')).statusCode).toBe(429);
  });

  test('429: users count by themselves, whatever address they come from, and apart from strangers', async () => {
    await start({ perMinute: 4 });
    const ada = await openAccount(service, 'ada@example.org');
    const bob = await openAccount(service, 'bob@example.org');
    for (let i = 0; i < 4; i++) expect((await get('/v1/auth/me', ada.headers, `198.51.100.${i}`)).statusCode).toBe(200);
    expect((await get('/v1/auth/me', ada.headers, '198.51.100.9')).statusCode).toBe(429);
    expect((await get('/v1/auth/me', bob.headers, '198.51.100.9')).statusCode).toBe(200);
    expect((await get('/v1/nothing', {}, '198.51.100.9')).statusCode).toBe(404);
  });

  test('429: an IPv6 network of 64 bits is one caller, and so is an IPv4 address in both spellings', async () => {
    await start({ perMinute: 1 });
    expect((await get('/v1/nothing', {}, '2001:db8:1:2:3:4:5:6')).statusCode).toBe(404);
    expect((await get('/v1/nothing', {}, '2001:db8:1:2:ffff::1')).statusCode).toBe(429);
    expect((await get('/v1/nothing', {}, '2001:db8:1:3::1')).statusCode).toBe(404);
    expect((await get('/v1/nothing', {}, '192.0.2.7')).statusCode).toBe(404);
    expect((await get('/v1/nothing', {}, '::ffff:192.0.2.7')).statusCode).toBe(429);
  });

  test('the forwarded address counts behind a trusted proxy alone', async () => {
    await start({ perMinute: 1 }, { trustProxy: ['192.0.2.1'] });
    expect((await from('203.0.113.1', '192.0.2.1')).statusCode).toBe(404);
    expect((await from('203.0.113.2', '192.0.2.1')).statusCode).toBe(404);
    expect((await from('203.0.113.3', '192.0.2.2')).statusCode).toBe(404);
    expect((await from('203.0.113.4', '192.0.2.2')).statusCode).toBe(429);
  });
});

describe('windows of their own', () => {
  test('410 and 404, never 429: previews, tiles and keys do not use up what other requests may', async () => {
    await start({ perMinute: 10 });
    for (let i = 0; i < 200; i++) expect((await get(`/v1/storage/signed/none${i}`)).statusCode).toBe(404);
    expect((await get('/v1/storage/signed/none')).statusCode).toBe(429);
    expect(limitsOf(await get('/v1/nothing'))).toEqual(['10', '9', NEXT_MINUTE]);
  });

  test('429: tiles and public keys have a bound as well', async () => {
    await start({ perMinute: 1 });
    let reads = 0;
    Object.assign(service.ports.organizations, { masterKeys: async () => (reads++, []) });
    for (const [url, status] of [
      ['/tlog/tile/nonsense', 404],
      ['/.well-known/jwks.json', 200],
    ] as const) {
      for (let i = 0; i < 20; i++) expect((await get(url)).statusCode).toBe(status);
      expect((await get(url)).statusCode).toBe(429);
    }
    expect(reads).toBe(1);
    service.ports.clock.advance(60_000);
    await get('/.well-known/jwks.json');
    expect(reads).toBe(2);
  });

  test('200: a page of the public keys', async () => {
    await start({});
    const masterKeys = async () =>
      Array.from({ length: 5 }, (_, i) => ({ publicKey: Buffer.alloc(32, i), version: 1, retiredAt: null }));
    Object.assign(service.ports.organizations, { masterKeys });
    const all = (await get('/.well-known/jwks.json')).json() as { keys: unknown[] };
    expect(all.keys).toHaveLength(5);
    const page = (await get('/.well-known/jwks.json?page=2&page_size=2')).json() as { keys: unknown[] };
    expect(page.keys).toEqual(all.keys.slice(2, 4));
    expect((await get('/.well-known/jwks.json?page=0')).statusCode).toBe(422);
  });
});

describe('bad credentials', () => {
  const key = (i: number) => ({ 'x-api-key': `ak_${'0'.repeat(40 - String(i).length)}${i}` });

  test('429 before the database is asked: of 200 bad keys of an address 60 are looked up, one by one or at once', async () => {
    await start({ perMinute: 60 });
    let reads = 0;
    Object.assign(service.ports.keySecrets, { hash: (secret: string) => Buffer.from(secret) });
    Object.assign(service.ports.apiKeys, { findByHash: async () => (reads++, null) });
    const statuses: number[] = [];
    for (let i = 0; i < 100; i++) statuses.push((await get('/v1/assets/', key(i))).statusCode);
    expect([statuses.filter((s) => s === 401).length, statuses.filter((s) => s === 429).length]).toEqual([60, 40]);
    const atOnce = await Promise.all(Array.from({ length: 100 }, (_, i) => get('/v1/assets/', key(i), '192.0.2.2')));
    expect(atOnce.filter(({ statusCode }) => statusCode === 429)).toHaveLength(40);
    expect(reads).toBe(120);
    service.ports.clock.advance(60_000);
    expect((await get('/v1/assets/', key(1))).statusCode).toBe(401);
  });

  test('429: a credential that was good and has ended is a bad one, and asked about no oftener', async () => {
    await start({ perMinute: 60 });
    const ada = await openAccount(service, 'ada@example.org');
    expect((await get('/v1/auth/me', ada.headers)).statusCode).toBe(200);
    expect((await post('/v1/auth/logout', {}, '192.0.2.1', ada.headers)).statusCode).toBe(204);
    let reads = 0;
    const { find } = service.ports.sessions;
    Object.assign(service.ports.sessions, { find: (id: string) => (reads++, find(id)) });
    const statuses: number[] = [];
    for (let i = 0; i < 100; i++) statuses.push((await get('/v1/auth/me', ada.headers)).statusCode);
    expect([statuses.filter((s) => s === 401).length, statuses.filter((s) => s === 429).length]).toEqual([60, 40]);
    expect(reads).toBe(60);
  });

  test('200: whoever was known before goes on beside a neighbour who guesses, from the same address', async () => {
    await start({ perMinute: 60 });
    const ada = await openAccount(service, 'ada@example.org');
    expect((await get('/v1/auth/me', ada.headers)).statusCode).toBe(200);
    for (let i = 0; i < 70; i++) await get('/v1/assets/', { authorization: `Bearer nonsense${i}` });
    expect((await get('/v1/assets/', { authorization: 'Bearer nonsense' })).statusCode).toBe(429);
    expect((await get('/v1/auth/me', ada.headers)).statusCode).toBe(200);
    expect((await get('/v1/nothing', {}, '192.0.2.9')).statusCode).toBe(404);
  });
});

describe('limits of an address', () => {
  test('429: five registrations a minute, then Retry-After; another address is free', async () => {
    await start({ perMinute: 60 });
    for (let i = 0; i < 5; i++) expect((await register(i, '192.0.2.1')).statusCode).toBe(201);
    const refused = await register(5, '192.0.2.1');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
    expect((await register(6, '192.0.2.2')).statusCode).toBe(201);
    service.ports.clock.advance(60_000);
    expect((await register(7, '192.0.2.1')).statusCode).toBe(201);
  });

  test('201: an operator who raises the rate raises registrations with it', async () => {
    await start({ perMinute: 61 });
    for (let i = 0; i < 8; i++) expect((await register(i, '192.0.2.1')).statusCode).toBe(201);
  });

  test('429: after five wrong passwords even the right one waits, from that address and for that account alone', async () => {
    await start({ perMinute: 60 });
    await register(1, '192.0.2.1');
    await register(2, '192.0.2.1');
    for (const email of ['User1@example.org', 'nobody@example.org']) {
      for (let i = 0; i < 5; i++) expect((await login(email, 'wrong')).statusCode).toBe(401);
      const refused = await login(email.toLowerCase(), PASSWORD);
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
      expect(refused.json()).toMatchObject({ error_code: 'RATE_LIMITED' });
    }
    expect((await login('user1@example.org', PASSWORD, '192.0.2.2')).statusCode).toBe(200);
    expect((await login('user2@example.org', PASSWORD)).statusCode).toBe(200);
  });

  test('429: guesses of one account from a thousand networks wait as well; its owner, where he is known, does not', async () => {
    await start({ perMinute: 60 });
    await register(1, '192.0.2.1');
    // Hashing costs more than the first wait is long, on a machine with much to do.
    service.ports.passwords.verify = async (password, hash) => hash !== null && password === PASSWORD;
    expect((await login('user1@example.org', PASSWORD, '192.0.2.1')).statusCode).toBe(200);
    const told = async (email: string) => {
      const answers: number[] = [];
      for (let i = 0; i < 51; i++) answers.push((await login(email, 'wrong', `198.51.${i}.7`)).statusCode);
      const last = await login(email, PASSWORD, '203.0.113.9');
      return [answers, last.statusCode, last.headers['retry-after'], (last.json() as { detail: string }).detail];
    };
    const known = await told('user1@example.org');
    expect(known.slice(0, 3)).toEqual([[...Array<number>(50).fill(401), 429], 429, '1']);
    expect(await told('nobody@example.org')).toEqual(known);
    expect((await login('user1@example.org', PASSWORD, '192.0.2.1')).statusCode).toBe(200);
    // Who set a new password by mail is known where he did it.
    await service.ports.knownNetworks.add('user1@example.org', service.ports.addressRules.networkOf('203.0.113.9'));
    expect((await login('user1@example.org', PASSWORD, '203.0.113.9')).statusCode).toBe(200);
  });

  test('429: a password asked for again is guarded alike, on all routes together, from any address, for that account alone', async () => {
    await start({ perMinute: 60 });
    const ada = await openAccount(service, 'ada@example.org');
    const bob = await openAccount(service, 'bob@example.org');
    const send = (who: typeof ada, i: number, password: string) => {
      const routes = [
        ['POST', 'change-password', { current_password: password, new_password: who.email }],
        ['PATCH', 'me', { email: 'new@example.org', current_password: password }],
        ['DELETE', 'me', { password }],
      ] as const;
      const [method, path, payload] = routes[i % 3]!;
      const remoteAddress = `192.0.2.${i}`;
      return service.app.inject({ method, url: `/v1/auth/${path}`, payload, headers: who.headers, remoteAddress });
    };
    for (let i = 0; i < 5; i++) expect((await send(ada, i, 'wrong')).statusCode).toBe(401);
    for (let i = 0; i < 3; i++) {
      const refused = await send(ada, i, PASSWORD);
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
      expect(refused.json()).toMatchObject({ error_code: 'RATE_LIMITED' });
    }
    expect((await login('ada@example.org', PASSWORD)).statusCode).toBe(200);
    // The right password gets as far as the new one, which is too weak, and forgets the wrong ones.
    for (let i = 0; i < 4; i++) expect((await send(bob, i, 'wrong')).statusCode).toBe(401);
    expect((await send(bob, 0, PASSWORD)).json()).toMatchObject({ error_code: 'WEAK_PASSWORD' });
    for (let i = 0; i < 4; i++) expect((await send(bob, i, 'wrong')).statusCode).toBe(401);
  });
});
