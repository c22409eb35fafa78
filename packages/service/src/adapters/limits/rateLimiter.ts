/** Requests in windows of time. @module */
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { HealthProbe } from '../../app/ports/runtime/health.ts';
import type { RateLimiter, RateState, RateWindow, WindowState } from '../../app/ports/runtime/rateLimiter.ts';
import type { Clock } from '../../app/ports/runtime/runtime.ts';
import type { MakeCounter } from './counters.ts';

interface Shared extends HealthProbe {
  close(): Promise<void>;
}

/** @param shared the store behind the counters; null = memory of this process */
export function createRateLimiter(makeCounter: MakeCounter, clock: Clock, shared: Shared | null): RateLimiter {
  const ofLength = new Map<number, RateLimiterAbstract>();
  const counterOf = (seconds: number): RateLimiterAbstract => {
    const counter = ofLength.get(seconds) ?? makeCounter(`rate${seconds}`, seconds);
    ofLength.set(seconds, counter);
    return counter;
  };

  /** The number of the window is part of the key: a new window is a new counter, whatever became of the old one. */
  const place = (principal: string, { seconds }: RateWindow): { key: string; resetsAt: Date } => {
    const index = Math.floor(clock.now().getTime() / 1000 / seconds);
    return { key: `${principal}:${index}`, resetsAt: new Date((index + 1) * seconds * 1000) };
  };

  const states = async (
    principal: string,
    windows: readonly RateWindow[],
    usedOf: (counter: RateLimiterAbstract, key: string) => Promise<number>,
    fits: (used: number, limit: number) => boolean,
  ): Promise<RateState> => {
    const counted: WindowState[] = [];
    for (const window of windows) {
      const { key, resetsAt } = place(principal, window);
      const used = await usedOf(counterOf(window.seconds), key);
      counted.push({ window, remaining: Math.max(0, window.limit - used), resetsAt });
      if (!fits(used, window.limit)) return { allowed: false, windows: counted };
    }
    return { allowed: true, windows: counted };
  };

  return {
    isShared: shared !== null,
    take: (principal, windows) =>
      states(
        principal,
        windows,
        async (counter, key) => (await counter.penalty(key, 1)).consumedPoints,
        (used, limit) => used <= limit,
      ),
    look: (principal, windows) =>
      states(
        principal,
        windows,
        async (counter, key) => (await counter.get(key))?.consumedPoints ?? 0,
        (used, limit) => used < limit,
      ),
    check: async () => shared === null || (await shared.check()),
    close: async () => shared?.close(),
  };
}
