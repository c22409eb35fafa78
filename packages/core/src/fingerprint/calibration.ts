/**
 * From a raw measure of likeness to a score that people can read: a monotone, piecewise linear map through
 *     (floor, 0), (match, 0.8), (1, 1),
 * so that 0.8 stands for the same strength of evidence whatever was measured.
 * @module
 */

/** Operating point of every calibrated similarity: docs/spec/fingerprints.md#threshold. */
export const SIMILARITY_THRESHOLD = 0.8;

/** Two of the three points of a calibration map; the third is (1, 1). */
export interface CalibrationKnots {
  /** Raw value that reads 0: the median of impostor pairs. */
  readonly floor: number;
  /** Raw value that reads 0.8: one impostor pair in 100,000 exceeds it. */
  readonly match: number;
}

export interface SimilarityConfig {
  /** Part of `model_version`: changes with the numbers. */
  readonly name: string;
  /** Weights of the mean of the raw measures; they sum to 1. */
  readonly weights: Readonly<Record<'embedding768' | 'embedding1024' | 'pdq', number>>;
  readonly knots: Readonly<Record<'embedding768' | 'embedding1024' | 'pdq', CalibrationKnots>> & {
    /** Of the weighted mean; null where embedders that were never measured together are combined. */
    readonly average: CalibrationKnots | null;
  };
}

/** Piecewise linear through (floor, 0), (match, 0.8), (1, 1), cut at 0 and 1. */
export function calibrate(raw: number, { floor, match }: CalibrationKnots): number {
  const value =
    raw < match
      ? (SIMILARITY_THRESHOLD * (raw - floor)) / (match - floor)
      : SIMILARITY_THRESHOLD + ((1 - SIMILARITY_THRESHOLD) * (raw - match)) / (1 - match);
  return Math.min(1, Math.max(0, value));
}
