/** Work of which one caller has at most one in progress in this process. @module */
import { AppError } from '@assay/core/errors';

/** @throws {AppError} RATE_LIMITED when the same caller is at it already */
export type OneAtATime = <T>(principal: string, work: () => Promise<T>) => Promise<T>;

/** @param detail what the second one is told */
export function oneAtATime(detail: string): OneAtATime {
  const busy = new Set<string>();
  return async (principal, work) => {
    if (busy.has(principal)) throw new AppError('RATE_LIMITED', detail, { retryAfterS: 1 });
    busy.add(principal);
    try {
      return await work();
    } finally {
      busy.delete(principal);
    }
  };
}
