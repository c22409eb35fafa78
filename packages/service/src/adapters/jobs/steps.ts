/** Long work on bytes in the thread that answers requests, in steps of a few milliseconds: a generator yields between them. @module */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** One step of hashing: 1 MiB, about half a millisecond. */
const STEP_BYTES = 2 ** 20;

/** Runs the work at once. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Runs the work with pauses, in which whatever else waits has its turn. */
export async function inSteps<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await nextTurn();
  }
}

/** SHA-256, 32 bytes. */
export function* hashing(bytes: Uint8Array): Generator<void, Buffer> {
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.length; start += STEP_BYTES) {
    hash.update(bytes.subarray(start, start + STEP_BYTES));
    yield;
  }
  return hash.digest();
}
