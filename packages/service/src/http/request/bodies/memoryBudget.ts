/**
 * Memory that bodies with files may take, counted before they are read: of all together, of each caller, so that one who
 * sends many leaves room for the others, and of each network, since one client may have many accounts; and the least and
 * highest rate at which they come.
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
  /** The same of one network, whoever calls from there. */
  readonly networkBytesMax: number;
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

/** A quarter of a gigabit a second: what most lines carry, and a small part of what one thread reads. A largest file comes at once. */
const HIGHEST_RATE = { bytesPerSMax: 32 * MEBIBYTE, burstBytes: 52 * MEBIBYTE } as const;

/**
 * @param memoryBytes what the machine or container has
 * @param bytesMax 0 for a quarter of it; one caller gets a quarter of that, at least one batch, one network half
 */
export function bodyLimits(memoryBytes: number, bytesMax = 0): BodyLimits {
  const all = bytesMax > 0 ? bytesMax : Math.max(BYTES_MIN, Math.floor(memoryBytes / 4));
  const ownBytesMax = Math.max(OWN_BYTES_MIN, Math.floor(all / 4));
  const networkBytesMax = Math.max(ownBytesMax, Math.floor(all / 2));
  return { bytesMax: all, ownBytesMax, networkBytesMax, ...LEAST_RATE, ...HIGHEST_RATE };
}

/** Archives lie on the disk: one of each caller at a time, with room for its part headers, two of a network, four of all. */
export const archiveLimits = (rates: HighestRate & Omit<BodyLimits, 'bytesMax'>, bytesMax: number): BodyLimits => ({
  ...rates,
  ownBytesMax: bytesMax + 2 * MEBIBYTE,
  networkBytesMax: 2 * (bytesMax + 2 * MEBIBYTE),
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
   * @throws {AppError} RATE_LIMITED when the bodies of the caller, or of its network, would take too much, SERVICE_UNAVAILABLE
   *   when those of all would
   */
  open(request: FastifyRequest): BodyMemory;
}

/** Who sends a body. */
export interface Sender {
  /** All keys and sessions of one person are one. */
  readonly principal: string;
  readonly network: string;
}

/** Bytes that each of many holds. */
function createShares(bytesMax: number) {
  const held = new Map<string, number>();
  const of = (name: string): number => held.get(name) ?? 0;
  return {
    fits: (name: string, bytes: number): boolean => of(name) + bytes <= bytesMax,
    add(name: string, bytes: number): void {
      const left = of(name) + bytes;
      if (left > 0) held.set(name, left);
      else held.delete(name);
    },
  };
}

const tooMany = (whose: string): AppError =>
  new AppError('RATE_LIMITED', `${whose} other uploads are still on their way. Send fewer at a time.`, {
    retryAfterS: 2,
  });

export function createMemoryBudget(limits: BodyLimits, senderOf: (request: FastifyRequest) => Sender): MemoryBudget {
  const own = createShares(limits.ownBytesMax);
  const networks = createShares(limits.networkBytesMax);
  const pace = createPace(limits);
  let used = 0;

  const add = ({ principal, network }: Sender, bytes: number): void => {
    used += bytes;
    own.add(principal, bytes);
    networks.add(network, bytes);
  };
  const take = (sender: Sender, bytes: number): void => {
    if (!own.fits(sender.principal, bytes)) throw tooMany('Your');
    if (used + bytes > limits.bytesMax)
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many uploads at this moment. Try again shortly.', {
        retryAfterS: 2,
      });
    if (!networks.fits(sender.network, bytes)) throw tooMany('Your network’s');
    add(sender, bytes);
  };

  return {
    open(request) {
      const sender = senderOf(request);
      const declared = Number(request.headers['content-length'] ?? Number.NaN);
      let held = 0;
      let released = false;
      const count = (bytes: number): void => {
        take(sender, bytes);
        held += bytes;
      };
      if (!Number.isNaN(declared)) count(declared);
      const rate = watchRate(request.raw.socket, limits);
      return {
        take(bytes) {
          if (released) throw new AppError('BAD_REQUEST', 'The body came too late.');
          if (Number.isNaN(declared)) count(bytes);
        },
        pace: (bytes) => pace(sender.principal, bytes),
        tooSlow: rate.tooSlow,
        arrived: rate.stop,
        release() {
          rate.stop();
          if (!released) add(sender, -held);
          released = true;
        },
      };
    },
  };
}
