/** What a hostile client is. @module */

export interface Target {
  readonly url: string;
  /** The address it comes from. */
  readonly from: string;
  /** Aborted when it is to end. */
  readonly signal: AbortSignal;
  /** Counts what it was answered. */
  note(answer: string): void;
}

/** Goes on until the signal is aborted. */
export type Attack = (target: Target) => Promise<void>;
