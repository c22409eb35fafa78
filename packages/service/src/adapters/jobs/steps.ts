/** Long work on bytes in the thread that answers requests, in steps: what else waits has its turn between them. @module */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eachStep, inSteps as inStepsWith, oneEachTurn } from '@assay/core/steps';

const pause = oneEachTurn(nextTurn);

/** Runs the work with pauses. */
export const inSteps = <Result>(work: Generator<void, Result>): Promise<Result> => inStepsWith(work, pause);

/** SHA-256, 32 bytes. */
export function* hashing(bytes: Uint8Array): Generator<void, Buffer> {
  const hash = createHash('sha256');
  yield* eachStep(bytes, (step) => void hash.update(step));
  return hash.digest();
}
