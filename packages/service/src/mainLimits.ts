/** The part of the composition root that puts limits together: windows, the guard of passwords, the store they count in. @module */
import type { FastifyBaseLogger } from 'fastify';
import { counters } from './adapters/limits/counters.ts';
import { createLoginGuard } from './adapters/limits/loginGuard.ts';
import { createRateLimiter } from './adapters/limits/rateLimiter.ts';
import { connectRedis, firstConnection, type RedisConnection } from './adapters/limits/redis.ts';
import { auxiliaryLimits, rateWindows } from './app/limits/rates.ts';
import type { Limits, Ports } from './app/ports/ports.ts';
import type { Clock } from './app/ports/runtime.ts';
import type { Config } from './config.ts';

export type LimitSettings = Pick<Config, 'ratePerMinute' | 'ratePerHour' | 'ratePerDay'>;

type Composed = Pick<Ports, 'rateLimiter' | 'loginGuard'> & {
  readonly limits: Pick<Limits, 'rates' | 'registrationsPerMinute' | 'keyChecksPerMinute'>;
};

export function composeLimits(settings: LimitSettings, clock: Clock, redis: RedisConnection | null): Composed {
  const makeCounter = counters(redis?.client ?? null);
  const { freeLoginFailures, ...auxiliary } = auxiliaryLimits(settings);
  return {
    rateLimiter: createRateLimiter(makeCounter, clock, redis),
    loginGuard: createLoginGuard(makeCounter, freeLoginFailures),
    limits: { rates: rateWindows(settings), ...auxiliary },
  };
}

/** The connection of `REDIS_URL`, or null. A Redis that is away does not stop the start; it is logged. */
export async function openRedis(
  { redisUrl }: Pick<Config, 'redisUrl'>,
  log: FastifyBaseLogger,
): Promise<RedisConnection | null> {
  if (redisUrl === null) return null;
  const redis = connectRedis(redisUrl, (isUp, cause) => {
    if (isUp) log.info('Redis answers: requests are counted there');
    else log.warn({ err: cause }, 'Redis does not answer: this process counts requests by itself meanwhile');
  });
  await firstConnection(redis);
  return redis;
}
