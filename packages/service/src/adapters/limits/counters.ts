/**
 * Counters that end by themselves, in memory or in Redis. When Redis does not answer, this process counts by itself:
 * a service that limits less is better than one that is down (/health then says `degraded`).
 * @module
 */
import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

/** The library refuses by itself above this; the adapters compare the counts with limits of their own. */
const NEVER_REFUSES = Number.MAX_SAFE_INTEGER;

/** Timers of Node end at once when they are asked for more, and the counter in memory would forget at once. */
const SECONDS_MAX = Math.floor((2 ** 31 - 1) / 1000);

/**
 * @param seconds at most 2^31 ms, 24.8 days
 * @param points units that one key may have; default: any number
 */
export type MakeCounter = (name: string, seconds: number, points?: number) => RateLimiterAbstract;

/** @param redis null = in memory alone */
export function counters(redis: Redis | null): MakeCounter {
  return (name, seconds, points = NEVER_REFUSES) => {
    if (seconds > SECONDS_MAX) throw new RangeError(`counter ${name}: ${seconds} s are more than ${SECONDS_MAX} s`);
    const options = { keyPrefix: `assay:${name}`, points, duration: seconds };
    const memory = new RateLimiterMemory(options);
    if (redis === null) return memory;
    return new RateLimiterRedis({
      ...options,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memory,
    });
  };
}
