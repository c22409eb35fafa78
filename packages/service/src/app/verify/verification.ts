/** What goes into one verification and what comes out: plain JSON, so that the log row holds all of it but the map. @module */
import type { Once } from '../ports/runtime/idempotency.ts';
import type { CommitmentEvidence, Evidence } from '@assay/core/verdict/evidence';
import type { RemovedMarkOf } from '@assay/core/verdict/removedMarks';
import type { TamperRegion } from '@assay/core/tamper/comparison';
import type { PresenceFacts } from '@assay/core/watermark/presence/presenceMap';
import type { TrackId } from '@assay/core/watermark/tracks';
import type { Requester } from '../accounts/caller.ts';
import type { CredentialsSummary } from '../credentials/c2paMetadata.ts';
import type { Review, Verdict } from '../ports/verify/verifications.ts';
import type { NamedCopy } from './recipientCopy.ts';
import type { OnStage } from './verificationStages.ts';

/** Who asks for a verification, and for which organization: that one counts and logs it. */
export interface VerifyRequester extends Requester {
  /** Named by the request; null: the key's, else the personal one. */
  readonly organizationId: string | null;
}

export interface VerifyInput {
  /** Which id the verification gets; default: a fresh one. */
  readonly id?: string;
  readonly bytes: Uint8Array;
  /** The picture is kept for a while, with its maps, for its sender's evidence. */
  readonly isKept?: boolean;
  /** Long side of the tamper map, px; null for none. */
  readonly mapSideMax: number | null;
  readonly requester: VerifyRequester;
  readonly batchId: string | null;
  /** Similarity from which pictures count as alike, 0.5..1; default that of the calibration. */
  readonly threshold?: number;
  /** The request that asked for it; default: one that is done each time. */
  readonly once?: Once;
  /** Is told how far it is; default: nobody is. A verification that fails stops telling. */
  readonly onStage?: OnStage;
}

export interface TopMatch {
  readonly assetId: string;
  /** 0..1. */
  readonly similarity: number;
}

/** One piece of evidence in words, for people; `evidence` of the answer. */
export interface EvidenceLine {
  readonly kind:
    | 'exact_file'
    | 'watermark'
    | 'fingerprint'
    | 'comparison'
    | 'ledger'
    | 'content_credentials'
    | 'metadata';
  readonly state: 'for' | 'against' | 'neutral' | 'absent';
  readonly statement: string;
  /** The same for strangers to the asset, without a fine number; null where they are told nothing of it. */
  readonly plainStatement: string | null;
  readonly assetId: string | null;
}

/** A comparison with a stored picture; or, where none is at hand, the mark's presence alone. */
export type TamperSource = 'comparison' | 'mark_presence';

/** What goes with a verdict and does not follow from the evidence alone. */
export interface Description {
  /** The asset that the marks name; null if they name none. */
  readonly payloadAssetId: string | null;
  /** The asset that an earlier mark names, which that one was laid over; null if there is none. */
  readonly beneathAssetId: string | null;
  readonly detectedTracks: readonly TrackId[];
  readonly watermarkConfidence: number;
  readonly similarityScore: number;
  /** All that reach the threshold or proved to be the same picture. */
  readonly matchCount: number;
  /** At most five, the most similar first. */
  readonly topMatches: readonly TopMatch[];
  readonly exifIntact: boolean;
  /** The stored picture or the submitted one has any. */
  readonly hasExif: boolean;
  readonly modifications: readonly Readonly<Record<string, unknown>>[];
  /** The recipient copy that it is; null if it is none. Told to members of its organization alone. */
  readonly copyId: string | null;
  /** Similarity from which pictures counted as alike. */
  readonly threshold: number;
  readonly contentCredentials: CredentialsSummary;
  /** What the tamper map and its regions were made from; null where there was neither. */
  readonly tamperSource: TamperSource | null;
  readonly tamperScore: number;
  readonly tamperRegions: readonly TamperRegion[];
}

/** The column `evidence` of the log. What wrote it is the row's `model_version`, which changes with every rule. */
export interface VerificationRecord {
  /** `EVIDENCE_FORMAT` as it was then. */
  readonly format: number;
  readonly evidence: Evidence;
  readonly description: Description;
  readonly firedRules: readonly string[];
  readonly details: string;
  /** For strangers to the asset. */
  readonly plainDetails: string;
  readonly revokedAt: string | null;
  readonly lines: readonly EvidenceLine[];
  /** The organization of each stored asset that the evidence mentions, by the asset's id: who is told what follows from it. */
  readonly owners: Readonly<Record<string, string>>;
  /** Strangers to the asset are told the coarsest numbers alone, see `countCheck`. */
  readonly isCrowded: boolean;
}

export interface Judged {
  readonly id: string;
  readonly createdAt: Date;
  readonly processingTimeMs: number;
  readonly modelVersion: string;
  readonly sourceImageHash: string;
  readonly verdict: Verdict;
  readonly confidence: number;
  readonly assetId: string | null;
  readonly review: Review;
  /** Grey PNG; null unless asked for and there was something to compare with. Never stored. */
  readonly mapPng: Uint8Array | null;
  /** Where the mark is missing, made without an original. Grey PNG; null unless asked for and made. Never stored. */
  readonly presencePng: Uint8Array | null;
}

/** All that was found, for the log. What of it a caller hears is `ToldVerification`. */
export interface Verification extends Judged {
  readonly record: VerificationRecord;
}

/** What one caller is told of a verification: made by `toldTo` alone. */
export interface ToldVerification
  extends Judged,
    Pick<VerificationRecord, 'description' | 'firedRules' | 'details' | 'revokedAt'> {
  readonly lines: readonly Omit<EvidenceLine, 'plainStatement'>[];
  /** What the ledger says of the asset that the verdict is about; null without one. */
  readonly commitment: CommitmentEvidence | null;
  /** Null unless the asset that the mark names is the caller's. */
  readonly presence: PresenceFacts | null;
  /** The mark of an asset of the caller's is missing where honest copies keep it. */
  readonly removedMark: RemovedMarkOf | null;
  /** Null to everyone but members of the asset's organization. */
  readonly recipientCopy: NamedCopy | null;
}
