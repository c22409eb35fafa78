/** How much of everyday handling the marks of assets survive, and how they look, which is measured behind their uploads. @module */
import type { NewTrace } from './provenance.ts';

export interface UnscoredAsset {
  readonly id: string;
  /** SHA-256 of the file that was delivered, hexadecimal. */
  readonly watermarkedContentHash: string;
}

export interface RobustnessScore {
  /** Share of the attacks that a mark survived, 0..1. */
  readonly score: number;
  /** See `Trial`. */
  readonly deltaE: number | null;
}

export interface RobustnessScores {
  /** Marked assets without a score, the oldest first. @param after only ids above; null begins at the first */
  missing(after: string | null, limit: number): Promise<readonly UnscoredAsset[]>;
  /** Notes the score and the step of the history. False if the asset is gone, or another file was delivered meanwhile. */
  put(asset: UnscoredAsset, score: RobustnessScore, at: Date, traces: readonly NewTrace[]): Promise<boolean>;
}
