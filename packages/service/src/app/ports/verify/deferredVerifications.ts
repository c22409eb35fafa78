/** Deferred verifications: accepted with `Prefer: respond-async`, without a result yet. @module */
import type { ErrorCode } from '@assay/core/errors';
import type { TakenUnits } from '../accounts/quotas.ts';
import type { Lease, LeaseRequest } from '../runtime/leases.ts';
import type { Origin } from '../runtime/traces.ts';

export interface DeferredVerification {
  /** The id that the result will have. */
  readonly id: string;
  readonly userId: string;
  /** In which it was asked for, and that is counted. */
  readonly organizationId: string;
  /** What it ended with; null while it waits or is worked on. */
  readonly failure: { readonly code: ErrorCode; readonly detail: string } | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export type NewDeferredVerification = DeferredVerification & {
  /** Asked by a program, which waits for no answer: whoever looks for work takes it after what people asked; default false. */
  readonly inBulk?: boolean;
};

/** What was asked, so that another process can go on with it. */
export interface DeferredRequest {
  /** Null: asked by a signed-in person. */
  readonly apiKeyId: string | null;
  readonly requester: {
    readonly ip: string | null;
    readonly userAgent: string | null;
    readonly organizationId: string | null;
  };
  readonly isKept: boolean;
  readonly mapSideMax: number | null;
  readonly threshold: number | null;
  /** Given back if nothing comes of it through no fault of the file. */
  readonly taken: TakenUnits;
  /** Of the request, so that whoever goes on with it can be followed. */
  readonly origin: Origin;
}

export interface VerificationLease extends Lease {
  readonly verificationId: string;
}

/** One to work on. */
export interface HeldVerification {
  readonly deferred: DeferredVerification;
  readonly request: DeferredRequest;
  /** Processes that died over it. */
  readonly attempts: number;
  readonly lease: VerificationLease;
}

export interface DeferredVerifications {
  /** Durable once it returns, with the picture, which is sealed. */
  add(
    deferred: NewDeferredVerification,
    request: DeferredRequest,
    picture: Uint8Array,
    lease: LeaseRequest,
  ): Promise<HeldVerification>;
  find(id: string): Promise<DeferredVerification | null>;
  /** One that nobody works on, of organizations in turns, and of each what people asked first; null: there is none. Whoever held it and did not let go of it has died. */
  takeStranded(lease: LeaseRequest): Promise<HeldVerification | null>;
  /** Null: the lease is lost. @throws {Error} one that does not open */
  picture(lease: VerificationLease): Promise<Uint8Array | null>;
  /** False: another process works on it, or it has ended. */
  renew(lease: VerificationLease, ms: number): Promise<boolean>;
  /** Nobody works on it: whoever looks takes it, after so long at the earliest. Who lost the lease and lives did not die of it. */
  release(lease: VerificationLease, afterMs: number): Promise<void>;
  /** The same for all that a process holds. */
  releaseAll(owner: string): Promise<void>;
  /** Ends every lease. Only for a database that no other process can use. */
  endLeases(): Promise<void>;
  /**
   * The row goes, or keeps the failure alone, together with what `work` writes, which is something, or not at all.
   * @throws {AppError} CONFLICT: the lease is lost; then nothing is written
   */
  ending<T>(lease: VerificationLease, end: 'judged' | FailedVerification, work: () => Promise<T>): Promise<T>;
  /** At most `limit` whose day is over, with the pictures of those that never ended. @returns how many */
  forgetExpired(now: Date, limit: number): Promise<number>;
}

export interface FailedVerification {
  readonly failure: NonNullable<DeferredVerification['failure']>;
  /** Until then it can be read. */
  readonly expiresAt: Date;
}
