/**
 * Two pictures and a homography between them at a coarser level, contrast-normalized and of equal density.
 * @module
 */
import type { Plane, Size } from '../raster.ts';
import { reducePlane } from '../signal/resample/resize.ts';
import { compose, type Homography, inverse, localScale, resizing } from './homography.ts';
import { normalizedContrast } from './normalizedContrast.ts';

export interface ContrastLevel {
  readonly query: Plane;
  readonly reference: Plane;
  /** Query to reference, px of these planes. */
  readonly homography: Homography;
  /** The homography of the full pictures that belongs to a homography of this level. */
  readonly toFull: (homography: Homography) => Homography | null;
}

/** Least side of a level's reference, px: a window of the normalization. */
const SIDE_MIN = 16;

function scaledSize(size: Size, factor: number): Size {
  const f = Math.min(1, factor);
  return {
    width: Math.max(Math.min(SIDE_MIN, size.width), Math.round(size.width * f)),
    height: Math.max(Math.min(SIDE_MIN, size.height), Math.round(size.height * f)),
  };
}

/**
 * @param query, reference luma
 * @param h       query to reference
 * @param side    long side of the query at this level, px; the reference is reduced to the same density
 * @returns null if the homography cannot be carried over
 */
export function contrastLevel(query: Plane, reference: Plane, h: Homography, side: number): ContrastLevel | null {
  const factor = side / Math.max(query.width, query.height);
  const { scale } = localScale(h, (query.width - 1) / 2, (query.height - 1) / 2);
  const querySize = scaledSize(query, factor);
  const referenceSize = scaledSize(reference, factor / scale);
  const reduceQuery = resizing(query, querySize);
  const reduceReference = resizing(reference, referenceSize);
  const enlargeQuery = inverse(reduceQuery);
  const enlargeReference = inverse(reduceReference);
  const right = enlargeQuery && compose(h, enlargeQuery);
  const homography = right && compose(reduceReference, right);
  if (!homography || !enlargeReference) return null;
  return {
    query: normalizedContrast(reducePlane(query, querySize.width, querySize.height)),
    reference: normalizedContrast(reducePlane(reference, referenceSize.width, referenceSize.height)),
    homography,
    toFull: (refined) => {
      const left = compose(enlargeReference, refined);
      return left && compose(left, reduceQuery);
    },
  };
}
