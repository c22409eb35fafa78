/** Long work on bytes in the thread that answers requests, in steps: what else waits has its turn between them. @module */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eachStep, inSteps as inStepsWith, oneEachTurn } from '@assay/core/steps';

const pause = oneEachTurn(nextTurn);

/** Runs the work with pauses. */
export const inSteps = <Result>(work: Generator<void, Result>): Promise<Result> => inStepsWith(work, pause);

/** SHA-256, 32 bytes. */
export const hashing = (bytes: Uint8Array): Generator<void, Buffer> => digesting('sha256', bytes);

/** MD5, 16 bytes: only for stores, which hold what arrives to it. */
export const hashingMd5 = (bytes: Uint8Array): Generator<void, Buffer> => digesting('md5', bytes);

function* digesting(algorithm: 'sha256' | 'md5', bytes: Uint8Array): Generator<void, Buffer> {
  const hash = createHash(algorithm);
  yield* eachStep(bytes, (step) => void hash.update(step));
  return hash.digest();
}
