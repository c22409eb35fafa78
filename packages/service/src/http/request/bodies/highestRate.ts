/**
 * Slows down callers whose bodies come faster than everybody else can be answered beside: reading and joining of bytes is work
 * of the one thread that answers everybody. A token bucket (RFC 2697, one colour) for each caller, over all its bodies.
 * @module
 */
import { setTimeout } from 'node:timers/promises';

export interface HighestRate {
  /** Of each caller, bytes a second. */
  readonly bytesPerSMax: number;
  /** Comes as fast as it likes, after a time without bodies. */
  readonly burstBytes: number;
}

/** @returns waits until `bytes` more of this caller may be read; null for at once */
export type Pace = (principal: string, bytes: number) => Promise<void> | null;

/** Shorter pauses are left out: they would end later than asked. */
const PAUSE_MS_MIN = 5;

interface Clock {
  nowMs(): number;
  wait(ms: number): Promise<void>;
}

const PROCESS_CLOCK: Clock = { nowMs: () => performance.now(), wait: (ms) => setTimeout(ms) };

export function createPace({ bytesPerSMax, burstBytes }: HighestRate, { nowMs, wait } = PROCESS_CLOCK): Pace {
  /** When each caller's bucket is full again. Whoever is in it owes bytes. */
  const fullAtMs = new Map<string, number>();
  const burstMs = (1000 * burstBytes) / bytesPerSMax;

  const forgetFull = (now: number): void => {
    for (const [principal, atMs] of fullAtMs) if (atMs <= now) fullAtMs.delete(principal);
  };

  return (principal, bytes) => {
    const now = nowMs();
    const atMs = Math.max(now, fullAtMs.get(principal) ?? 0) + (1000 * bytes) / bytesPerSMax;
    if (!fullAtMs.has(principal)) forgetFull(now);
    fullAtMs.set(principal, atMs);
    const lateMs = atMs - now - burstMs;
    return lateMs < PAUSE_MS_MIN ? null : wait(lateMs);
  };
}
