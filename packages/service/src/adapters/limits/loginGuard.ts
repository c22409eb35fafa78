/** Slows down who guesses passwords, without ever locking an owner out for good. @module */
import { AppError } from '@assay/core/errors';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { LoginGuard } from '../../app/ports/runtime/rateLimiter.ts';
import type { MakeCounter } from './counters.ts';

/**
 * Failures are forgotten after a day without one: the longest period that limits know, so nobody pays for last week.
 */
const MEMORY_S = 24 * 60 * 60;
export interface GuardSettings {
  /** Names its counters. */
  readonly name: string;
  /** Attempts before the first wait. */
  readonly freeFailures: number;
  /** Longest wait, s. */
  readonly waitSMax: number;
}

const secondsUntil = (state: RateLimiterRes): number => Math.max(1, Math.ceil(state.msBeforeNext / 1000));

const wait = (seconds: number): AppError =>
  new AppError('RATE_LIMITED', `Too many failed attempts. Try again in ${seconds} s.`, { retryAfterS: seconds });

/**
 * An attempt is counted before the password is checked, so that parallel guesses cannot slip through together: from
 * `freeFailures` attempts on, each one closes a gate for 2^(attempt - freeFailures) seconds, and only who closes it may go on.
 */
export function createLoginGuard(
  makeCounter: MakeCounter,
  { name, freeFailures, waitSMax }: GuardSettings,
): LoginGuard {
  const failures = makeCounter(`${name}Failures`, MEMORY_S);
  const gate = makeCounter(`${name}Gate`, waitSMax, 1);
  return {
    async attempt(subject) {
      const closed = await gate.get(subject);
      if (closed && closed.consumedPoints > 0 && closed.msBeforeNext > 0) throw wait(secondsUntil(closed));
      const { consumedPoints: count } = await failures.penalty(subject, 1);
      if (count < freeFailures) return;
      const delayS = Math.min(waitSMax, 2 ** Math.min(30, count - freeFailures));
      try {
        await gate.consume(subject, 1, { customDuration: delayS });
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        await failures.reward(subject, 1);
        throw wait(secondsUntil(refused));
      }
    },
    async succeeded(subject) {
      await Promise.all([failures.delete(subject), gate.delete(subject)]);
    },
    async forgive(subject) {
      await failures.reward(subject, 1);
    },
  };
}
