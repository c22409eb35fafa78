/**
 * How alike two fingerprints are, on one scale on which 0.8 separates copies from strangers.
 *
 * Each raw measure (cosine of the embeddings; 1 - 2 d/256 of PDQ, its rescaled Hamming distance, so that strangers stand
 * near 0 as with a cosine) goes through a monotone, piecewise linear map through (floor, 0), (match, 0.8), (1, 1).
 * `average` maps the weighted mean of the raw measures in the same way, so all four numbers read alike. Where a picture
 * is too plain for an embedding, or the embedders were not calibrated together, `average` is the plain mean of the
 * calibrated similarities that there are.
 *
 * The knots are fitted by bench/retrieval/calibrate.ts; what they hold to on other photos is measured by
 * bench/retrieval/run.ts. Source of the formula's shape: decisions.md, G43c and G43d.
 * @module
 */
import { dot, isFirstAxis } from '../signal/unitVector.ts';
import { calibrate, type SimilarityConfig } from './calibration.ts';
import type { Fingerprint } from './fingerprint.ts';
import { hammingDistance } from './hammingDistance.ts';
import { PDQ_BITS } from './pdq.ts';
import { SIMILARITY_CONFIG } from './similarityConfig.ts';

export { SIMILARITY_THRESHOLD } from './calibration.ts';

/** What of a submitted picture is compared. */
export type QueryFingerprint = Pick<Fingerprint, 'pdqDihedral' | 'clip' | 'dino'>;

/** What is kept of an asset's fingerprint. */
export interface StoredFingerprint {
  readonly pdq: Uint8Array;
  readonly clip: Float32Array;
  readonly dino: Float32Array;
}

/** All calibrated, 0..1; identical fingerprints give 1. */
export interface Similarity {
  readonly clip: number;
  readonly dino: number;
  readonly pdq: number;
  readonly average: number;
}

/** The measures before calibration: cosines, and PDQ rescaled; 1 for identical fingerprints, about 0 for strangers. */
export interface RawSimilarity {
  readonly clip: number;
  readonly dino: number;
  /** 1 - 2 d/256 of the nearest of the query's eight dihedral hashes: a mirrored or turned copy is a copy. */
  readonly pdq: number;
}

/** @param config of the embedders that both fingerprints were made with; default the built-in ones */
export function similarity(
  query: QueryFingerprint,
  stored: StoredFingerprint,
  { knots, weights }: SimilarityConfig = SIMILARITY_CONFIG,
): Similarity {
  const raw = rawSimilarity(query, stored);
  const clip = calibrate(raw.clip, knots.clip);
  const dino = calibrate(raw.dino, knots.dino);
  const pdq = calibrate(raw.pdq, knots.pdq);
  const clipSees = !isFirstAxis(query.clip) && !isFirstAxis(stored.clip);
  const dinoSees = !isFirstAxis(query.dino) && !isFirstAxis(stored.dino);
  if (clipSees && dinoSees && knots.average)
    return { clip, dino, pdq, average: calibrate(weightedMean(raw, weights), knots.average) };
  const sum = pdq + (clipSees ? clip : 0) + (dinoSees ? dino : 0);
  return { clip, dino, pdq, average: sum / (1 + Number(clipSees) + Number(dinoSees)) };
}

export function rawSimilarity(query: QueryFingerprint, stored: StoredFingerprint): RawSimilarity {
  let distance = PDQ_BITS;
  for (const form of query.pdqDihedral) distance = Math.min(distance, hammingDistance(form, stored.pdq));
  return { clip: dot(query.clip, stored.clip), dino: dot(query.dino, stored.dino), pdq: 1 - (2 * distance) / PDQ_BITS };
}

export function weightedMean(raw: RawSimilarity, weights: SimilarityConfig['weights']): number {
  return weights.clip * raw.clip + weights.dino * raw.dino + weights.pdq * raw.pdq;
}
