/** A clock that a test moves; durations and pauses are those of the machine. @module */
import { systemClock } from '../../src/adapters/runtime/clock.ts';
import type { Clock } from '../../src/app/ports/runtime/runtime.ts';

export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export function manualClock(start = new Date('2026-11-20T12:00:00.000Z')): ManualClock {
  let nowMs = start.getTime();
  return {
    ...systemClock,
    now: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms;
    },
  };
}
