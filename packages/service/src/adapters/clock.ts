/** The machine's clock. @module */
import type { Clock } from '../app/ports/runtime.ts';

export const systemClock: Clock = { now: () => new Date() };
