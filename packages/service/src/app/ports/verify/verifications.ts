/** The log of verifications. @module */
import type { OutboxEvent } from '../delivery/events.ts';
import type { AuditDraft } from '../accounts/auditLog.ts';
import type { KeptSubmission } from './submissions.ts';
import type { Page, PageRequest } from '../assets/assets.ts';

export type Verdict = 'authentic' | 'forged' | 'unknown';

export interface VerificationEntry {
  readonly id: string;
  readonly userId: string | null;
  readonly apiKeyId: string | null;
  readonly organizationId: string | null;
  readonly verifiedAssetId: string | null;
  readonly sourceImageHash: string;
  readonly sourceImageSizeBytes: number;
  readonly verdict: Verdict;
  readonly confidence: number;
  readonly watermarkDetected: boolean;
  readonly watermarkConfidence: number;
  readonly fingerprintMatchFound: boolean;
  readonly fingerprintSimilarity: number;
  readonly blockchainVerified: boolean;
  readonly processingTimeMs: number;
  readonly modelVersion: string;
  readonly requesterIp: string | null;
  readonly userAgent: string | null;
  /** The evidence and the rules that fired, so that the verdict can be replayed from the row alone. */
  readonly evidence: unknown;
  readonly createdAt: Date;
}

/** What became of a verdict after it was given; the row itself stays as it was written. */
export interface Review {
  /** It is disputed, or was and nobody found it right. */
  readonly disputed: boolean;
  /** What the operator found instead; null: the verdict stands. */
  readonly correctedVerdict: Verdict | null;
}

export const NOT_DISPUTED: Review = { disputed: false, correctedVerdict: null };

export interface LoggedVerification extends VerificationEntry {
  readonly review: Review;
}

export interface HistoryQuery extends PageRequest {
  /** Only those that were made in it. */
  readonly organizationId?: string;
  readonly verdict?: Verdict;
  /** Only those of one person, whether signed in or by a key of theirs. */
  readonly userId?: string;
  /** Only those made with it. */
  readonly apiKeyId?: string;
  /** Both inclusive. */
  readonly from?: Date;
  readonly to?: Date;
}

export interface HistoryItem {
  readonly id: string;
  readonly verifiedAt: Date;
  readonly verdict: Verdict;
  readonly confidence: number;
  /** Null once the account is deleted. */
  readonly userId: string | null;
  /** Null without a key, and once the key is deleted. */
  readonly apiKeyId: string | null;
  readonly assetId: string | null;
  readonly matchedAsset: {
    readonly id: string;
    /** Title, file name and preview are shown to its members only. */
    readonly organizationId: string;
    readonly title: string | null;
    readonly originalFilename: string | null;
    readonly cid: string;
  } | null;
}

/** How long entries are kept: docs/spec/organizations.md#retention. */
export interface Retention {
  readonly now: Date;
  /** Days, where the organization says nothing else. */
  readonly daysDefault: number;
}

/** That verifications named a copy of an asset. */
export interface Sighting {
  /** At least 1. */
  readonly checks: number;
  readonly lastAt: Date;
}

export interface Verifications {
  /** @param submission kept with it; default none */
  log(entry: VerificationEntry, events: readonly OutboxEvent[], submission?: KeptSubmission | null): Promise<void>;
  find(id: string): Promise<LoggedVerification | null>;
  /** Those made at `since` or later, the newest first, at most `limit`. */
  logged(since: Date | null, limit: number): AsyncIterable<VerificationEntry>;
  /** By the id of the copy; those that no kept verification named are left out. */
  sightings(assetId: string): Promise<ReadonlyMap<string, Sighting>>;
  /** @param userId null: of everyone; then the query names an organization */
  history(userId: string | null, query: HistoryQuery): Promise<Page<HistoryItem>>;
  /**
   * Network addresses of entries before `shortenBefore` lose their host part, those before `removeBefore` go. At most `limit` of
   * each at once; how many, whichever were more.
   */
  forgetAddresses(shortenBefore: Date, removeBefore: Date, limit: number): Promise<number>;
  /** At most `limit` organizations with entries past their time; null stands for those that belong to none. */
  overdue(retention: Retention, limit: number): Promise<readonly (string | null)[]>;
  /**
   * Deletes at most `limit` of their overdue entries, the share links to them, and writes `audit` of the number into the
   * organization's log, all in one transaction. @returns how many
   */
  forgetOverdue(
    organizationId: string | null,
    retention: Retention,
    limit: number,
    audit: (count: number) => AuditDraft,
  ): Promise<number>;
}
