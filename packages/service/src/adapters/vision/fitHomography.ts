/**
 * Robust homography from point pairs by MAGSAC++ (Barath et al. 2020), OpenCV's USAC framework.
 * @module
 */
import { type Homography, normalized } from '@assay/core/registration/homography';
import { type OpenCv, withOpenCv } from './openCv.ts';

/** Upper bound of the inlier distance that MAGSAC++ marginalises over, px of the working reference. */
const THRESHOLD_PX = 3;
const ITERATIONS_MAX = 5000;
const CONFIDENCE = 0.999;
/** Any fixed number: the same pictures must give the same registration. */
const SEED = 1;
/** A homography has 8 degrees of freedom, a point pair gives 2. */
const PAIRS_MIN = 4;

export interface FittedHomography {
  readonly homography: Homography;
  /** One byte a pair, 1 for an inlier. */
  readonly inliers: Uint8Array;
}

/**
 * @param from x, y of each point in the query
 * @param to   x, y of its partner in the reference
 * @returns null with fewer than four pairs or if no model was found
 */
export function fitHomography(cv: OpenCv, from: Float32Array, to: Float32Array): FittedHomography | null {
  const count = from.length / 2;
  if (count < PAIRS_MIN) return null;
  return withOpenCv(cv, (own) => {
    const fromMat = own(new cv.Mat(count, 1, cv.CV_32FC2));
    const toMat = own(new cv.Mat(count, 1, cv.CV_32FC2));
    const mask = own(new cv.Mat());
    fromMat.data32F.set(from);
    toMat.data32F.set(to);
    cv.setRNGSeed(SEED);
    const found = own(
      cv.findHomography(fromMat, toMat, cv.USAC_MAGSAC, THRESHOLD_PX, mask, ITERATIONS_MAX, CONFIDENCE),
    );
    if (found.rows !== 3 || found.cols !== 3 || mask.rows !== count) return null;
    const homography = normalized(found.data64F);
    return homography && { homography, inliers: mask.data.slice() };
  });
}
