/**
 * How alike two fingerprints are, on one scale on which 0.8 separates copies from impostors.
 *
 * Each raw measure (cosine of the embeddings; 1 - 2 d/256 of PDQ, its rescaled Hamming distance, so that impostors stand
 * near 0 as with a cosine) goes through a monotone, piecewise linear map through (floor, 0), (match, 0.8), (1, 1).
 * `average` maps the weighted mean of the raw measures in the same way, so all four numbers read alike. Where a picture
 * is too plain for an embedding or was not embedded, or the embedders were not calibrated together, `average` is the plain mean of the
 * calibrated similarities that there are.
 *
 * The knots are fitted by bench/retrieval/calibrate.ts; what they hold to on other photos is measured by
 * bench/retrieval/run.ts. Why the formula has this shape: docs/spec/fingerprints.md#similarity.
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
export interface QueryFingerprint extends Pick<Fingerprint, 'pdqDihedral'> {
  /** Null where the picture was not embedded: then its hash alone is compared. */
  readonly embedding768: Float32Array | null;
  readonly embedding1024: Float32Array | null;
}

/** What is kept of an asset's fingerprint. */
export interface StoredFingerprint {
  readonly pdq: Uint8Array;
  readonly embedding768: Float32Array;
  readonly embedding1024: Float32Array;
}

/** All calibrated, 0..1; identical fingerprints give 1. */
export interface Similarity {
  readonly embedding768: number;
  readonly embedding1024: number;
  readonly pdq: number;
  readonly average: number;
}

/** The measures before calibration: cosines, and PDQ rescaled; 1 for identical fingerprints, about 0 for impostors. */
export interface RawSimilarity {
  readonly embedding768: number;
  readonly embedding1024: number;
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
  const embedding768 = calibrate(raw.embedding768, knots.embedding768);
  const embedding1024 = calibrate(raw.embedding1024, knots.embedding1024);
  const pdq = calibrate(raw.pdq, knots.pdq);
  const has768 = isTold(query.embedding768) && isTold(stored.embedding768);
  const has1024 = isTold(query.embedding1024) && isTold(stored.embedding1024);
  if (has768 && has1024 && knots.average)
    return { embedding768, embedding1024, pdq, average: calibrate(weightedMean(raw, weights), knots.average) };
  const sum = pdq + (has768 ? embedding768 : 0) + (has1024 ? embedding1024 : 0);
  return { embedding768, embedding1024, pdq, average: sum / (1 + Number(has768) + Number(has1024)) };
}

/** Does an embedding say anything? */
const isTold = (embedding: Float32Array | null): boolean => embedding !== null && !isFirstAxis(embedding);

export function rawSimilarity(query: QueryFingerprint, stored: StoredFingerprint): RawSimilarity {
  let distance = PDQ_BITS;
  for (const form of query.pdqDihedral) distance = Math.min(distance, hammingDistance(form, stored.pdq));
  return {
    embedding768: query.embedding768 ? dot(query.embedding768, stored.embedding768) : 0,
    embedding1024: query.embedding1024 ? dot(query.embedding1024, stored.embedding1024) : 0,
    pdq: 1 - (2 * distance) / PDQ_BITS,
  };
}

export function weightedMean(raw: RawSimilarity, weights: SimilarityConfig['weights']): number {
  return weights.embedding768 * raw.embedding768 + weights.embedding1024 * raw.embedding1024 + weights.pdq * raw.pdq;
}
