/** Stored fingerprints as the service keeps them up to date, and the matches between them. @module */
import type { SimilarityConfig } from '@assay/core/fingerprint/calibration';
import type { OutboxEvent } from '../delivery/events.ts';
import type { StoredFingerprint } from '../verify/engine.ts';

/** What this service makes vectors with, and how their similarities read. */
export interface Embedding {
  /** `embedding_model` of every new fingerprint; vectors of different ones are never compared. */
  readonly model: string;
  readonly similarity: SimilarityConfig;
}

/** A pair of assets of one organization whose fingerprints are alike. */
export interface FingerprintMatch {
  /** The later one of the two: what may have been made from the other. */
  readonly sourceAssetId: string;
  readonly targetAssetId: string;
  /** All calibrated, 0..1. */
  readonly similarity: Readonly<Record<'average' | 'embedding768' | 'embedding1024' | 'pdq', number>>;
  /** The average reaches the threshold, and the pictures lie on each other. */
  readonly isMatch: boolean;
}

/** A pair as it was found. */
export interface FoundMatch extends FingerprintMatch {
  /** What the owner is told the first time that it is kept as a match; null: nothing. */
  readonly event: OutboxEvent | null;
}

export interface Fingerprints {
  /**
   * Completed assets whose vectors another model made; ascending.
   * @param after only ids above; null begins at the first
   */
  outdated(model: string, after: string | null, limit: number): Promise<readonly string[]>;
  countOutdated(model: string): Promise<number>;
  /** Puts new vectors in the place of old ones; their matches are looked for again. False if there is no fingerprint. */
  replace(assetId: string, fingerprint: StoredFingerprint, at: Date): Promise<boolean>;
  /** Completed assets with vectors of this model whose matches were not looked for with it; ascending. */
  unmatched(model: string, limit: number): Promise<readonly string[]>;
  /**
   * Replaces all matches that the asset is in, on either side, and notes that they were looked for with this model.
   * Nothing happens if its vectors are no longer of this model. Matches with assets that are gone are left out. The event of a match
   * that was not kept as one before is written with it.
   */
  putMatches(assetId: string, model: string, matches: readonly FoundMatch[], at: Date): Promise<void>;
  /** Those that the asset is in, on either side; the most similar first. */
  matches(assetId: string): Promise<readonly FingerprintMatch[]>;
}
