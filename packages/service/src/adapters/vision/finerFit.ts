/**
 * A similarity between two pictures by SIFT features, which hold where ORB's corners do not: in a small part of a picture, enlarged to
 * the working size, there are few corners, and most of them are what enlarging made. Slower, so only where corners failed.
 * @module
 */
import { sift } from '@assay/core/features/sift';
import type { Plane } from '@assay/core/raster';
import { type Homography, inverse } from '@assay/core/registration/homography';
import { compactFeatures } from '@assay/core/search/compactFeatures';
import { mirrorFeatures } from '@assay/core/search/mirrorFeatures';
import { agreeOnSimilarity, matchFeatures } from '@assay/core/search/similarityVote';
import { INLIERS_MIN } from '@assay/core/verdict/thresholds';

/** Features of each picture; a stored one has them spread over more than the query shows. */
const FEATURES_MAX = { query: 1500, reference: 3000 } as const;
/** Contrast of a feature for luma in [0, 1], a third of the usual: skies and walls have no other, and the reference is known. */
const CONTRAST_MIN = 0.005;

export interface FinerFit {
  /** Query, reflected where it fits so, to reference. */
  readonly homography: Homography;
  readonly isMirrored: boolean;
  /** Cells whose features agree. */
  readonly inliers: number;
}

/** The better of the query's two forms; null if chance could have made it. */
export function finerFit(query: Plane, reference: Plane): FinerFit | null {
  const options = { contrastMin: CONTRAST_MIN };
  const found = sift(query, { ...options, featuresMax: FEATURES_MAX.query });
  const stored = compactFeatures(
    sift(reference, { ...options, featuresMax: FEATURES_MAX.reference }),
    reference,
    FEATURES_MAX.reference,
  );
  const fits = [found, mirrorFeatures(found, query.width)].map((features, form) => {
    const compact = compactFeatures(features, query, FEATURES_MAX.query);
    return { isMirrored: form === 1, ...agreeOnSimilarity(compact, stored, matchFeatures(compact, stored)) };
  });
  const { isMirrored, inliers, pose } = fits.reduce((best, fit) => (fit.inliers > best.inliers ? fit : best));
  if (pose === null || inliers < INLIERS_MIN) return null;
  const { a, b, tx, ty } = pose;
  const homography = inverse([a, -b, tx, b, a, ty, 0, 0, 1]);
  return homography && { homography, isMirrored, inliers };
}
