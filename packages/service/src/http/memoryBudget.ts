/** Bytes of request bodies that may lie in memory at once; the next one is told to come back. @module */
import { AppError } from '@assay/core/errors';

/** Twenty of the largest default uploads; the process itself stays near 500 MiB. */
export const BODIES_BYTES_MAX = 1024 * 1024 * 1024;

export interface MemoryBudget {
  /** @throws {AppError} SERVICE_UNAVAILABLE when it would not fit */
  take(bytes: number): void;
  give(bytes: number): void;
}

export function createMemoryBudget(bytesMax: number): MemoryBudget {
  let used = 0;
  return {
    take(bytes) {
      if (used + bytes > bytesMax)
        throw new AppError('SERVICE_UNAVAILABLE', 'Too many uploads at this moment. Try again shortly.', {
          retryAfterS: 2,
        });
      used += bytes;
    },
    give(bytes) {
      used -= bytes;
    },
  };
}
