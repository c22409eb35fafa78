/** Disputed verdicts: docs/spec/verification.md#disputes. @module */
import type { Page, PageRequest } from '../assets/assets.ts';
import type { AuditDraft } from '../accounts/auditLog.ts';
import type { OutboxEvent } from '../delivery/events.ts';
import type { LoggedVerification, Verdict } from './verifications.ts';

export const DISPUTE_REASONS = ['not_altered', 'altered', 'not_recognised', 'wrong_asset', 'other'] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];

/** What the operator decides of the verdict: that it was right, that it was wrong, or that nobody can tell. */
export const DECISIONS = ['upheld', 'overturned', 'unclear'] as const;
export type Decision = (typeof DECISIONS)[number];

export const DISPUTE_STATES = ['open', ...DECISIONS] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** The picture that came with a dispute. */
export interface KeptPicture {
  readonly sizeBytes: number;
  readonly keptUntil: Date;
  /** When it was removed; null while it is kept. */
  readonly removedAt: Date | null;
}

export interface Dispute {
  readonly id: string;
  readonly verificationId: string;
  /** Null: without an account, or the account is gone. */
  readonly userId: string | null;
  readonly reason: DisputeReason;
  readonly comment: string | null;
  readonly expectedVerdict: Verdict | null;
  readonly status: DisputeState;
  /** Exactly where the verdict was overturned. */
  readonly correctedVerdict: Verdict | null;
  /** The operator's words to whoever disputed. */
  readonly note: string | null;
  /** Null: none was sent. */
  readonly picture: KeptPicture | null;
  readonly createdAt: Date;
  readonly resolvedAt: Date | null;
}

export interface DisputedVerification {
  readonly dispute: Dispute;
  readonly verification: LoggedVerification;
}

export interface Resolution {
  readonly status: Decision;
  readonly correctedVerdict: Verdict | null;
  readonly note: string | null;
  readonly resolvedAt: Date;
}

/** What is written with a change, for the organization of the verification; an anonymous one has none. */
export interface Told {
  readonly audit: AuditDraft;
  readonly event: OutboxEvent;
}

export interface Disputes {
  /**
   * A verification has one open dispute at most: where there is one, that is returned and nothing is written.
   * @param picture sealed before it is kept
   * @returns null: the verification is gone
   */
  open(
    dispute: Dispute,
    picture: Uint8Array | null,
    told: Told | null,
  ): Promise<{ readonly dispute: Dispute; readonly isNew: boolean } | null>;
  /** The newest of a verification. */
  latestOf(verificationId: string): Promise<Dispute | null>;
  find(id: string): Promise<DisputedVerification | null>;
  /** The oldest first. @param status null: all */
  list(status: DisputeState | null, limit: number): Promise<readonly DisputedVerification[]>;
  /** The same, a page of them. */
  page(status: DisputeState | null, asked: PageRequest): Promise<Page<DisputedVerification>>;
  /** Null: none was sent, or it was removed. */
  picture(id: string): Promise<Uint8Array | null>;
  /** False: it is no open dispute any more, and nothing is written. */
  resolve(id: string, resolution: Resolution, told: Told | null): Promise<boolean>;
  /**
   * Removes at most `limit` pictures whose time is over; the dispute says when, and the audit log of the verification's
   * organization that. @returns how many
   */
  forgetPictures(now: Date, limit: number, audit: (disputeId: string) => AuditDraft): Promise<number>;
}
