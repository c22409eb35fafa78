/** The refusal of a request that is beyond a window. @module */
import { AppError } from '@assay/core/errors';
import type { RateState, WindowState } from '../../app/ports/runtime/rateLimiter.ts';

export const secondsUntil = (at: Date, now: Date): number =>
  Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000));

export function rateRefusal(state: RateState, now: Date): AppError {
  const last = state.windows.at(-1) as WindowState;
  const seconds = secondsUntil(last.resetsAt, now);
  const { limit, name } = last.window;
  return new AppError('RATE_LIMITED', `At most ${limit} requests in a ${name}. Try again in ${seconds} s.`, {
    retryAfterS: seconds,
    extra: { limit, window: name },
  });
}
