/**
 * A similarity between two pictures by SIFT features, which hold where ORB's corners do not: in a small part of a picture, enlarged to
 * the working size, there are few corners, and most of them are what enlarging made. Slower, so only where corners failed.
 * @module
 */
import type { LocalFeatures } from '@assay/core/features/localFeatures';
import { sift } from '@assay/core/features/sift';
import { once } from '@assay/core/once';
import type { Plane } from '@assay/core/raster';
import { type Homography, inverse } from '@assay/core/registration/homography';
import { COMPACT_LENGTH, type CompactFeatures, compactFeatures } from '@assay/core/search/compactFeatures';
import { mirrorFeatures } from '@assay/core/search/mirrorFeatures';
import { agreeOnSimilarity, matchFeatures } from '@assay/core/search/similarityVote';
import { INLIERS_MIN } from '@assay/core/verdict/thresholds';

/** Features of each picture; a stored one has them spread over more than the query shows. */
const FEATURES_MAX = { query: 1500, reference: 3000 } as const;
/** Contrast of a feature for luma in [0, 1], a third of the usual: skies and walls have no other, and the reference is known. */
const CONTRAST_MIN = 0.005;

/** Of one picture, each sought when it is first asked for: a submitted one is laid on several stored ones, a stored one under many. */
export interface FinerFeatures {
  /** As it is, and reflected left to right. */
  readonly ofQuery: () => readonly [CompactFeatures, CompactFeatures];
  readonly ofReference: () => CompactFeatures;
}

/** What they take of memory at most, all of them. */
export const FINER_BYTES_MAX = (2 * FEATURES_MAX.query + FEATURES_MAX.reference) * (COMPACT_LENGTH + 4 * 4);

/** @param picture nobody writes to it any more */
export function finerFeatures(picture: () => Plane): FinerFeatures {
  const found = (featuresMax: number) => sift(picture(), { contrastMin: CONTRAST_MIN, featuresMax });
  const compact = (features: LocalFeatures, countMax: number) => compactFeatures(features, picture(), countMax);
  return {
    ofQuery: once(() => {
      const upright = found(FEATURES_MAX.query);
      const mirrored = mirrorFeatures(upright, picture().width);
      return [compact(upright, FEATURES_MAX.query), compact(mirrored, FEATURES_MAX.query)];
    }),
    ofReference: once(() => compact(found(FEATURES_MAX.reference), FEATURES_MAX.reference)),
  };
}

export interface FinerFit {
  /** Query, reflected where it fits so, to reference. */
  readonly homography: Homography;
  readonly isMirrored: boolean;
  /** Cells whose features agree. */
  readonly inliers: number;
}

/** The better of the query's two forms; null if chance could have made it. */
export function finerFit(query: FinerFeatures, reference: FinerFeatures): FinerFit | null {
  const stored = reference.ofReference();
  const fits = query.ofQuery().map((features, form) => ({
    isMirrored: form === 1,
    ...agreeOnSimilarity(features, stored, matchFeatures(features, stored)),
  }));
  const { isMirrored, inliers, pose } = fits.reduce((best, fit) => (fit.inliers > best.inliers ? fit : best));
  if (pose === null || inliers < INLIERS_MIN) return null;
  const { a, b, tx, ty } = pose;
  const homography = inverse([a, -b, tx, b, a, ty, 0, 0, 1]);
  return homography && { homography, isMirrored, inliers };
}
