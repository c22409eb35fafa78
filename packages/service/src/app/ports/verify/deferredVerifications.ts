/** Deferred verifications: accepted with `Prefer: respond-async`, without a result yet. @module */
import type { ErrorCode } from '@assay/core/errors';

export interface DeferredVerification {
  /** The id that the result will have. */
  readonly id: string;
  readonly userId: string;
  /** What it ended with; null while it is worked on. */
  readonly failure: { readonly code: ErrorCode; readonly detail: string } | null;
  /** After it, whoever worked on it is gone, and the picture too. */
  readonly leaseUntil: Date;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface DeferredVerifications {
  add(deferred: DeferredVerification): Promise<void>;
  find(id: string): Promise<DeferredVerification | null>;
  fail(id: string, failure: NonNullable<DeferredVerification['failure']>): Promise<void>;
  /** The result is in the log. */
  remove(id: string): Promise<void>;
  forgetExpired(now: Date): Promise<void>;
}
