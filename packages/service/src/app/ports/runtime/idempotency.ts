/** Answers that a repeated request gets again: docs/spec/api.md#idempotency. @module */

export interface IdempotencySlot {
  /** As `principalOf` names the caller. */
  readonly principal: string;
  /** Method and path. */
  readonly route: string;
  /** As sent. */
  readonly key: string;
}

export interface SavedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * What a request has made, as far as its answer cannot be had from the rows again: names, and secrets that are told once. Kept
 * sealed.
 */
export type Made = Readonly<Record<string, string>>;

/** One try of a request that may be sent again. */
export interface Once {
  /** By an earlier try, whose process died before it answered: not made again, but answered. */
  readonly made: Made | null;
  /**
   * What `work` writes and `made` (beside what was made before) are kept together or not at all.
   * @throws {AppError} IDEMPOTENCY_IN_PROGRESS: another try has begun meanwhile; then nothing is written
   */
  making<T>(made: Made, work: () => Promise<T>): Promise<T>;
}

/** Of a request without a key: it is done each time. */
export const EACH_TIME: Once = { made: null, making: (_made, work) => work() };

export type IdempotentStart =
  /** Nobody asked this before, or who did is gone: do the work, but for what was made. */
  | { readonly state: 'first'; readonly attempt: number; readonly made: Made | null }
  | { readonly state: 'done'; readonly answer: SavedAnswer }
  | { readonly state: 'running' }
  /** The key was used for another request. */
  | { readonly state: 'reused' };

export interface IdempotentAnswers {
  /** False: no request with this key was begun, so that this is none that repeats one. */
  isKnown(slot: IdempotencySlot): Promise<boolean>;
  /**
   * @param fingerprint SHA-256 of what was asked, hex. Of several at once exactly one is `first`.
   * @param leaseMs by the clock that all processes share: one whose own clock is ahead takes nothing over
   */
  begin(slot: IdempotencySlot, fingerprint: string, leaseMs: number, expiresAt: Date): Promise<IdempotentStart>;
  /** The work goes on: who repeats the request within `leaseMs` from now is told to wait. */
  renew(slot: IdempotencySlot, attempt: number, leaseMs: number): Promise<void>;
  /** As `Once`; of the try that began as `attempt`. */
  making<T>(slot: IdempotencySlot, attempt: number, made: Made, work: () => Promise<T>): Promise<T>;
  /** Nothing happens here, and in `renew` and `release`, once a later try has begun: the key is that one's. */
  save(slot: IdempotencySlot, attempt: number, answer: SavedAnswer): Promise<void>;
  /** No answer worth repeating came of it: the next request with this key is the first again, but for what was made. */
  release(slot: IdempotencySlot, attempt: number): Promise<void>;
  /** At most `limit` at once; how many. */
  forgetExpired(now: Date, limit: number): Promise<number>;
}
