/** A clock that a test moves. @module */
import type { Clock } from '../../src/app/ports/runtime.ts';

export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export function manualClock(start = new Date('2026-11-20T12:00:00.000Z')): ManualClock {
  let nowMs = start.getTime();
  return {
    now: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms;
    },
  };
}
