import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { counters } from '../../../src/adapters/limits/counters.ts';
import { ACCOUNT_GUARD, LOGIN_GUARD } from '../../../src/app/limits/rates.ts';
import { createLoginGuard } from '../../../src/adapters/limits/loginGuard.ts';
import { createKnownNetworks } from '../../../src/adapters/limits/knownNetworks.ts';
import { createRateLimiter } from '../../../src/adapters/limits/rateLimiter.ts';
import { connectRedis, firstConnection, type RedisConnection } from '../../../src/adapters/limits/redis.ts';
import type { RateLimiter, RateWindow } from '../../../src/app/ports/runtime/rateLimiter.ts';
import { manualClock } from '../../fakes/manualClock.ts';
import { type RedisServer, startRedisServer, whyNoRedis } from '../../support/redisServer.ts';

const WINDOWS: readonly RateWindow[] = [
  { name: 'minute', seconds: 60, limit: 3 },
  { name: 'hour', seconds: 3600, limit: 5 },
];

let server: RedisServer | null = null;
let connection: RedisConnection | null = null;

const make = () => counters(connection?.client ?? null);
const used = async (limiter: RateLimiter, who: string) =>
  (await limiter.look(who, WINDOWS)).windows.map(({ window, remaining }) => window.limit - remaining);

describe.each(['memory', 'redis'] as const)('limits in %s', (store) => {
  const skipped = store === 'redis' ? whyNoRedis : null;
  describe.skipIf(skipped !== null)(skipped ?? 'store is there', () => {
    beforeAll(async () => {
      if (store === 'memory') return;
      server = await startRedisServer();
      connection = connectRedis(server.url, () => {});
      await firstConnection(connection);
    });
    afterAll(async () => {
      await connection?.close();
      await server?.remove();
      server = connection = null;
    });
    test('a network that was told is known a moment later, for its account alone', async () => {
      const known = createKnownNetworks(make());
      await known.add('ada', '192.0.2.0/24');
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await known.has('ada', '192.0.2.0/24')).toBe(true);
      expect(await known.has('eve', '192.0.2.0/24')).toBe(false);
    });

    test('a time that no timer can count is refused', () => {
      expect(() => make()('years', 30 * 24 * 60 * 60)).toThrow(/counter years: 2592000 s/);
    });

    test('exactly as many as the limit pass, however many come at once', async () => {
      const limiter = createRateLimiter(make(), manualClock(), null);
      const states = await Promise.all(Array.from({ length: 20 }, () => limiter.take('user:rush', WINDOWS)));
      expect(states.filter(({ allowed }) => allowed)).toHaveLength(3);
      expect(states.filter(({ allowed }) => !allowed).every(({ windows }) => windows[0]?.remaining === 0)).toBe(true);
    });

    test('what the minute refuses does not use up the hour', async () => {
      const limiter = createRateLimiter(make(), manualClock(), null);
      for (let i = 0; i < 10; i++) await limiter.take('user:steady', WINDOWS);
      const hour: RateWindow[] = [WINDOWS[1] as RateWindow];
      expect((await limiter.look('user:steady', hour)).windows[0]?.remaining).toBe(2);
    });

    test('the next window begins anew, and the longer one goes on', async () => {
      const clock = manualClock();
      const limiter = createRateLimiter(make(), clock, null);
      for (let i = 0; i < 3; i++) expect((await limiter.take('user:turn', WINDOWS)).allowed).toBe(true);
      const refused = await limiter.take('user:turn', WINDOWS);
      expect(refused).toMatchObject({ allowed: false, windows: [{ remaining: 0 }] });
      expect(refused.windows[0]?.resetsAt.toISOString()).toBe('2026-11-20T12:01:00.000Z');
      clock.advance(60_000);
      expect(await used(limiter, 'user:turn')).toEqual([0, 3]);
      expect((await limiter.take('user:turn', WINDOWS)).allowed).toBe(true);
      expect((await limiter.take('user:turn', WINDOWS)).allowed).toBe(true);
      const hourIsOver = await limiter.take('user:turn', WINDOWS);
      expect(hourIsOver.allowed).toBe(false);
      expect(hourIsOver.windows.at(-1)).toMatchObject({ window: { name: 'hour' }, remaining: 0 });
    });

    test('looking counts nothing, and callers do not share', async () => {
      const limiter = createRateLimiter(make(), manualClock(), null);
      for (let i = 0; i < 5; i++) await limiter.look('user:see', WINDOWS);
      await limiter.take('user:other', WINDOWS);
      expect(await used(limiter, 'user:see')).toEqual([0, 0]);
    });

    test('wrong passwords: five are free, then each one waits twice as long, and the right one ends it', async () => {
      const guard = createLoginGuard(make(), { ...LOGIN_GUARD, freeFailures: 5 });
      for (let i = 0; i < 5; i++) await guard.attempt('ada from 192.0.2.1');
      await expect(guard.attempt('ada from 192.0.2.1')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterS: 1 });
      await guard.attempt('ada from 192.0.2.2');
      await guard.succeeded('ada from 192.0.2.1');
      await guard.attempt('ada from 192.0.2.1');
    });

    test('of many guesses at once five are free, one more closes the gate behind itself', async () => {
      const guard = createLoginGuard(make(), { ...LOGIN_GUARD, freeFailures: 5 });
      const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => guard.attempt('flood')));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    });
  });
});

test('the waiting time doubles up to a quarter of an hour and ends by itself', async () => {
  vi.useFakeTimers();
  try {
    const guard = createLoginGuard(counters(null), { ...LOGIN_GUARD, freeFailures: 5 });
    for (let i = 0; i < 5; i++) await guard.attempt('ada');
    const waits: number[] = [];
    for (let i = 0; i < 13; i++) {
      const refused = await guard.attempt('ada').catch((error: unknown) => error as { retryAfterS: number });
      waits.push(refused?.retryAfterS ?? 0);
      await vi.advanceTimersByTimeAsync(1000 * (refused?.retryAfterS ?? 0));
      await guard.attempt('ada');
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  } finally {
    vi.useRealTimers();
  }
});

test('guesses of one account from everywhere wait a minute at most, and one that was right is none of them', async () => {
  vi.useFakeTimers();
  try {
    const guard = createLoginGuard(counters(null), { ...ACCOUNT_GUARD, freeFailures: 2 });
    for (let i = 0; i < 2; i++) await guard.attempt('ada');
    const waits: number[] = [];
    for (let i = 0; i < 9; i++) {
      const refused = await guard.attempt('ada').catch((error: unknown) => error as { retryAfterS: number });
      waits.push(refused?.retryAfterS ?? 0);
      await vi.advanceTimersByTimeAsync(1000 * (refused?.retryAfterS ?? 0));
      await guard.attempt('ada');
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    const other = createLoginGuard(counters(null), { ...ACCOUNT_GUARD, freeFailures: 2 });
    for (let i = 0; i < 9; i++) {
      await other.attempt('bob');
      await other.forgive('bob');
    }
  } finally {
    vi.useRealTimers();
  }
});

describe.skipIf(whyNoRedis !== null)(`Redis goes away and comes back ${whyNoRedis ?? ''}`, () => {
  test('limits hold in this process meanwhile, health says so, and both moments are reported once', async () => {
    const redis = await startRedisServer();
    const reports: boolean[] = [];
    const shared = connectRedis(redis.url, (isUp) => reports.push(isUp));
    try {
      await firstConnection(shared);
      const limiter = createRateLimiter(counters(shared.client), manualClock(), shared);
      expect(await limiter.check()).toBe(true);
      await limiter.take('user:a', WINDOWS);
      await redis.stop();
      await vi.waitFor(() => expect(reports).toEqual([true, false]));
      await expect(limiter.check()).rejects.toThrow();
      const states = await Promise.all(Array.from({ length: 5 }, () => limiter.take('user:a', WINDOWS)));
      expect(states.filter(({ allowed }) => allowed)).toHaveLength(3);
      await redis.start();
      await vi.waitFor(() => expect(reports).toEqual([true, false, true]), 10_000);
      expect(await limiter.check()).toBe(true);
    } finally {
      await shared.close();
      await redis.remove();
    }
  });
});
