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
   * Takes a completed asset whose vectors another model made: it is this process's for so long, by the clock of the database.
   * Null: there is none that nobody works on.
   */
  takeOutdated(model: string, leaseMs: number): Promise<string | null>;
  countOutdated(model: string): Promise<number>;
  /** Puts new vectors in the place of old ones; their matches are looked for again. False if there is no fingerprint. */
  replace(assetId: string, fingerprint: StoredFingerprint, at: Date): Promise<boolean>;
  /** Its original cannot be read: `takeOutdated` gives it to nobody for so long. */
  setAside(assetId: string, ms: number): Promise<void>;
  /** All that were set aside can be taken at once. */
  takeBackAside(): Promise<void>;
  /**
   * Takes a completed asset with vectors of this model whose matches were not looked for since it has them. Those of new pictures
   * go first, those that were embedded again come after them all.
   * @param which `new`: no others
   */
  takeUnmatched(model: string, which: 'new' | 'all', leaseMs: number): Promise<string | null>;
  /** Gives back what was taken and not done. */
  release(assetId: string): Promise<void>;
  /** Gives back what every process took. Only for a database that no other process can use. */
  releaseAll(): Promise<void>;
  /**
   * Replaces all matches that the asset is in, on either side, and notes that they were looked for with this model.
   * Nothing happens if its vectors are no longer of this model. Matches with assets that are gone are left out. The event of a match
   * that was not kept as one before is written with it.
   */
  putMatches(assetId: string, model: string, matches: readonly FoundMatch[], at: Date): Promise<void>;
  /** Those that the asset is in, on either side; the most similar first. */
  matches(assetId: string): Promise<readonly FingerprintMatch[]>;
  /**
   * The model to which stored pictures are moved. A process that has this one keeps it from being given up; one that has another
   * puts its own in the place of a model that no process had for so long.
   */
  wantedModel(own: string, forgottenMs: number): Promise<string>;
  /** Stored pictures are moved to this model from now on. */
  wantModel(model: string): Promise<void>;
}
