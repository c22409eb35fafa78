/**
 * Everything a verdict may rest on, as plain JSON: a logged row holds one `Evidence`, and `decide` replays it to the
 * same verdict at any later time. Dates are ISO strings, numbers are finite, absence is null.
 * @module
 */
import type { ComparisonFacts } from '../tamper/comparison.ts';
import type { MarkInRegion } from '../watermark/presence/markInRegion.ts';
import type { PresenceFacts } from '../watermark/presence/presenceMap.ts';
import type { TrackId } from '../watermark/tracks.ts';
import type { PictureEvidence } from './pictureEvidence.ts';

/**
 * Of the shape of `Evidence`, as it is logged: raised with every member that a rule needs and an older row lacks, so that such a row
 * is told apart from one that says nothing (docs/reference/evidence.md).
 */
export const EVIDENCE_FORMAT = 9;

/** What the ledger says of a stored asset. Null fields would mean "not asked", so there are none: ask, then state. */
export interface CommitmentEvidence {
  /** The recorded hash is that of the stored facts of the asset. */
  readonly hashFits: boolean;
  /** The organization's signature over the recorded bytes is valid. */
  readonly signatureValid: boolean;
  readonly onChain: boolean;
  readonly txHash: string | null;
}

/** A stored asset as far as a verdict depends on it. */
export interface AssetEvidence {
  readonly assetId: string;
  /** When its owner withdrew it, ISO 8601; null while it stands. */
  readonly revokedAt: string | null;
  /** Null if the asset was never committed. */
  readonly commitment: CommitmentEvidence | null;
}

export interface ExactEvidence extends AssetEvidence {
  /** Which stored file has the SHA-256 of the submitted bytes. */
  readonly variant: 'original' | 'delivered';
}

export interface TrackEvidence {
  readonly track: TrackId;
  readonly detected: boolean;
  /** The live asset that the deciphered payload names; null if none. */
  readonly assetId: string | null;
  /** `Extraction.confidence`, 0..1. */
  readonly confidence: number;
}

export interface RegistrationFacts {
  readonly inliers: number;
  readonly residualPx: number;
  readonly mirrored: boolean;
}

/** A stored asset that the submitted picture may be a copy of. */
export interface CandidateEvidence extends AssetEvidence {
  /** Fingerprint similarity, 0..1; null if the asset was found by its mark alone and not measured. */
  readonly similarity: number | null;
  /**
   * Cells in which local features of the two lie alike (`@assay/core/search/similarityVote`): why it was compared; null if
   * it was not found so. Registration says what the verdict rests on.
   */
  readonly localInliers: number | null;
  /** False if the stored picture could not be read or was left out; then `registration` says nothing. */
  readonly compared: boolean;
  /** Null if the pictures could not be registered. */
  readonly registration: RegistrationFacts | null;
  /** Where they could not be registered: keypoints of the picture of the two that has fewer; null where they were, or were not compared. */
  readonly keypoints: number | null;
  /** Present exactly when registered. */
  readonly comparison: ComparisonFacts | null;
  /**
   * z-score of this asset's mark: how far the picture agrees with it, in standard deviations of chance, where no track read it blindly; null if that
   * was not asked. A mark that is there makes the picture a copy; one that is not makes another shot likelier.
   */
  readonly payloadZScore: number | null;
  /** What the changed regions hold of this asset's mark; null where nothing changed, or the mark stands out nowhere. */
  readonly markInRegion: MarkInRegion | null;
  /** The file's EXIF states other values than were recorded with the stored picture (`restatedFields`); what it lacks does not count. */
  readonly exifRestated: boolean;
}

/** State of the submitted file's C2PA manifest. */
export interface C2paEvidence {
  readonly state: 'none' | 'trusted' | 'valid' | 'invalid';
  /** The signed hash of the content, or the signature itself, does not fit: the bytes changed after signing. */
  readonly bindingBroken: boolean;
  /** Failure codes of the C2PA specification, each once. */
  readonly codes: readonly string[];
  /** Organization in the signer's certificate; null if there is none or the manifest is not readable. */
  readonly signer: string | null;
}

export interface Evidence {
  readonly exact: ExactEvidence | null;
  readonly tracks: readonly TrackEvidence[];
  /** All assets named by a track or near by fingerprint, in any order; none twice. */
  readonly candidates: readonly CandidateEvidence[];
  readonly c2pa: C2paEvidence;
  /** What the picture itself allows. */
  readonly picture: PictureEvidence;
  /**
   * Where the mark that was read is missing, made without an original; null if no mark was read or its place is not
   * certain. It is shown, and no rule rests on it.
   */
  readonly presence: PresenceFacts | null;
}
