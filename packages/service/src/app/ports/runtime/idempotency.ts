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

export type IdempotentStart =
  /** Nobody asked this before, or who did is gone: do the work. */
  | { readonly state: 'first' }
  | { readonly state: 'done'; readonly answer: SavedAnswer }
  | { readonly state: 'running' }
  /** The key was used for another request. */
  | { readonly state: 'reused' };

export interface IdempotentAnswers {
  /** @param fingerprint SHA-256 of what was asked, hex. Of several at once exactly one is `first`. */
  begin(slot: IdempotencySlot, fingerprint: string, leaseUntil: Date, expiresAt: Date): Promise<IdempotentStart>;
  /** The work goes on: who repeats the request before `leaseUntil` is told to wait. */
  renew(slot: IdempotencySlot, leaseUntil: Date): Promise<void>;
  save(slot: IdempotencySlot, answer: SavedAnswer): Promise<void>;
  /** Nothing worth repeating came of it: the next request with this key is the first again. */
  release(slot: IdempotencySlot): Promise<void>;
  forgetExpired(now: Date): Promise<void>;
}
