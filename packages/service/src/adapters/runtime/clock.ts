/** The machine's clock. @module */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../app/ports/runtime/runtime.ts';

export const systemClock: Clock = {
  now: () => new Date(),
  elapsedMs: () => performance.now(),
  sleep: (ms) => sleep(ms),
};
