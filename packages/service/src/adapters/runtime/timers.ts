/** The port `Timers`. @module */
import type { Timers } from '../../app/ports/runtime/runtime.ts';

export const systemTimers: Timers = {
  every(ms, call) {
    const timer = setInterval(call, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};
