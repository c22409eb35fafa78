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

/** Levels of a picture are asked for again by every step of a registration, and those of a stored one by every query: the last few. */
const LEVELS_KEPT = 3;
/** A reference of which the query shows a part has larger levels; those are made anew. */
const KEPT_PIXELS_MAX = 400 ** 2;
/** What is kept of one picture takes at most. */
export const LEVELS_BYTES_MAX = 4 * LEVELS_KEPT * KEPT_PIXELS_MAX;

const seen = new WeakMap<Float32Array, readonly Plane[]>();

/** The picture reduced and normalized; lives as long as the picture. */
function levelOf(picture: Plane, { width, height }: Size): Plane {
  const kept = seen.get(picture.data) ?? [];
  const known = kept.find((level) => level.width === width && level.height === height);
  const level = known ?? normalizedContrast(reducePlane(picture, width, height));
  if (width * height <= KEPT_PIXELS_MAX)
    seen.set(picture.data, [level, ...kept.filter((other) => other !== level)].slice(0, LEVELS_KEPT));
  return level;
}

/**
 * @param query, reference luma; nobody writes to them any more, nor to the planes of the level
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
    query: levelOf(query, querySize),
    reference: levelOf(reference, referenceSize),
    homography,
    toFull: (refined) => {
      const left = compose(enlargeReference, refined);
      return left && compose(left, reduceQuery);
    },
  };
}
