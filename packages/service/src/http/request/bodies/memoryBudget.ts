/**
 * Memory that bodies with files may take, counted before they are read: of all together, and of each caller, so that one
 * who sends many leaves room for the others; and the least and highest rate at which they come.
 * @module
 */
import { AppError } from '@assay/core/errors';
import type { FastifyRequest } from 'fastify';
import { createPace, type HighestRate } from './highestRate.ts';
import { watchRate } from './leastRate.ts';

export interface BodyLimits extends HighestRate {
  /** Bytes of all bodies that lie in memory or are on their way. */
  readonly bytesMax: number;
  /** The same of one caller. */
  readonly ownBytesMax: number;
  /** Least rate of a body, bytes a second, taken over each `stallMs`. */
  readonly bytesPerSMin: number;
  readonly stallMs: number;
}

const MEBIBYTE = 1024 * 1024;

/** One body of a batch, with room for its part headers. */
const OWN_BYTES_MIN = 202 * MEBIBYTE;
const BYTES_MIN = 512 * MEBIBYTE;

/** 8 KiB/s is a mobile phone at the edge of its net; a quarter of a minute outlives a handover between cells. */
const LEAST_RATE = { bytesPerSMin: 8 * 1024, stallMs: 15_000 } as const;

/** Half a gigabit a second: more than most lines carry, and a small part of what one thread reads. A largest file comes at once. */
const HIGHEST_RATE = { bytesPerSMax: 64 * MEBIBYTE, burstBytes: 52 * MEBIBYTE } as const;

/**
 * @param memoryBytes what the machine or container has
 * @param bytesMax 0 for a quarter of it; one caller gets a quarter of that, at least one batch
 */
export function bodyLimits(memoryBytes: number, bytesMax = 0): BodyLimits {
  const all = bytesMax > 0 ? bytesMax : Math.max(BYTES_MIN, Math.floor(memoryBytes / 4));
  return { bytesMax: all, ownBytesMax: Math.max(OWN_BYTES_MIN, Math.floor(all / 4)), ...LEAST_RATE, ...HIGHEST_RATE };
}

/** Archives lie on the disk: one of each caller at a time, with room for its part headers, and four of all. */
export const archiveLimits = (rates: HighestRate & Omit<BodyLimits, 'bytesMax'>, bytesMax: number): BodyLimits => ({
  ...rates,
  ownBytesMax: bytesMax + 2 * MEBIBYTE,
  bytesMax: 4 * (bytesMax + 2 * MEBIBYTE),
});

/** The memory of one body. */
export interface BodyMemory {
  /** Counts bytes that came; those of a declared length are counted already. @throws {AppError} as `open` */
  take(bytes: number): void;
  /** To be waited for when so many bytes came, before more are read; null where the caller is not too fast. */
  pace(bytes: number): Promise<void> | null;
  /** Rejects when the body comes too slowly; with AppError BAD_REQUEST. */
  readonly tooSlow: Promise<never>;
  /** The body has come: its rate does not matter any more. */
  arrived(): void;
  /** Its bytes are not needed any more; may be called twice. */
  release(): void;
}

export interface MemoryBudget {
  /**
   * Counts the declared length of a body before any of it is read.
   * @throws {AppError} RATE_LIMITED when the caller's own bodies would take too much, SERVICE_UNAVAILABLE when those of all would
   */
  open(request: FastifyRequest): BodyMemory;
}

export function createMemoryBudget(limits: BodyLimits, principalOf: (request: FastifyRequest) => string): MemoryBudget {
  const own = new Map<string, number>();
  const pace = createPace(limits);
  let used = 0;

  const take = (principal: string, bytes: number): void => {
    const held = own.get(principal) ?? 0;
    if (held + bytes > limits.ownBytesMax)
      throw new AppError('RATE_LIMITED', 'Your other uploads are still on their way. Send fewer at a time.', {
        retryAfterS: 2,
      });
    if (used + bytes > limits.bytesMax)
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many uploads at this moment. Try again shortly.', {
        retryAfterS: 2,
      });
    used += bytes;
    own.set(principal, held + bytes);
  };
  const give = (principal: string, bytes: number): void => {
    used -= bytes;
    const left = (own.get(principal) ?? 0) - bytes;
    if (left > 0) own.set(principal, left);
    else own.delete(principal);
  };

  return {
    open(request) {
      const principal = principalOf(request);
      const declared = Number(request.headers['content-length'] ?? Number.NaN);
      let held = 0;
      let released = false;
      const add = (bytes: number): void => {
        take(principal, bytes);
        held += bytes;
      };
      if (!Number.isNaN(declared)) add(declared);
      const rate = watchRate(request.raw.socket, limits);
      return {
        take(bytes) {
          if (released) throw new AppError('BAD_REQUEST', 'The body came too late.');
          if (Number.isNaN(declared)) add(bytes);
        },
        pace: (bytes) => pace(principal, bytes),
        tooSlow: rate.tooSlow,
        arrived: rate.stop,
        release() {
          rate.stop();
          if (!released) give(principal, held);
          released = true;
        },
      };
    },
  };
}
