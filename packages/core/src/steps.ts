/**
 * Long work on bytes in a thread that has others to answer, in steps of about a millisecond: a generator that yields between
 * them.
 * @module
 */

/** One step of copying or hashing: half a MiB, about half a millisecond. */
export const STEP_BYTES = 2 ** 19;

/** Runs the work at once. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** @param pause in which whatever else waits has its turn */
export async function inSteps<Result>(work: Generator<void, Result>, pause: () => Promise<unknown>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await pause();
  }
}

/**
 * Pauses that many works share: in each turn the one that waits longest goes on. Would all of them take a step in each turn, a turn
 * lasted as long as there are works.
 * @param turn resolves when whatever else waits has had its turn
 */
export function oneEachTurn(turn: () => Promise<unknown>): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const goOn = async (): Promise<void> => {
    while (waiting.length > 0) {
      await turn();
      waiting.shift()?.();
    }
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) void goOn();
    });
}

/** Hands the bytes to `use`, in order. */
export function* eachStep(bytes: Uint8Array, use: (step: Uint8Array) => void): Generator<void, void> {
  for (let from = 0; from < bytes.length; from += STEP_BYTES) {
    if (from > 0) yield;
    use(bytes.subarray(from, from + STEP_BYTES));
  }
}

/** The parts one after the other, in memory of their own. */
export function* joining(parts: readonly Uint8Array[]): Generator<void, Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  let sincePause = 0;
  for (const part of parts) {
    if (sincePause + part.length > STEP_BYTES) {
      yield;
      sincePause = 0;
    }
    yield* eachStep(part, (step) => {
      whole.set(step, at);
      at += step.length;
    });
    sincePause += part.length % STEP_BYTES;
  }
  return whole;
}
