/**
 * Which rows an index has not seen, when rows are numbered as they are begun and appear when they are committed: a lower
 * number may appear after a higher one. What was skipped is asked for again for a while, then counts as rolled back.
 * @module
 */

/** No transaction that adds an asset stays open for so long, ms. */
const APPEARS_WITHIN_MS = 10 * 60_000;
/** Skipped numbers that are remembered, the highest first: more than uploads can be under way at once. */
const SKIPPED_MAX = 1000;

export class UnseenRows {
  #last = 0;
  /** Skipped numbers and when they were. */
  readonly #skipped = new Map<number, number>();

  /** The highest number seen. */
  get last(): number {
    return this.#last;
  }

  /** Numbers below `last` that may still appear. */
  skipped(now: number): number[] {
    for (const [sequence, since] of this.#skipped) if (now - since > APPEARS_WITHIN_MS) this.#skipped.delete(sequence);
    return [...this.#skipped.keys()];
  }

  /** @param sequences ascending */
  saw(sequences: readonly number[], now: number): void {
    for (const sequence of sequences) {
      this.#skipped.delete(sequence);
      if (sequence <= this.#last) continue;
      const from = Math.max(this.#last + 1, sequence - SKIPPED_MAX);
      for (let between = from; between < sequence; between++) this.#skipped.set(between, now);
      this.#last = sequence;
    }
    const tooMany = this.#skipped.size - SKIPPED_MAX;
    if (tooMany > 0)
      for (const sequence of [...this.#skipped.keys()].sort((a, b) => a - b).slice(0, tooMany))
        this.#skipped.delete(sequence);
  }
}
