/**
 * The features of a submitted picture, finer and more than those of stored ones: a stored picture may be a small part of
 * it, and then only few of its features are of that part.
 * @module
 */
import { sift } from '../features/sift.ts';
import { canvasOf } from '../fingerprint/canvas.ts';
import type { Raster } from '../raster.ts';
import { type CompactFeatures, compactFeatures } from './compactFeatures.ts';
import { mirrorFeatures } from './mirrorFeatures.ts';

/** Longer side of the canvas, pixels, and features taken from it. */
const QUERY_SIDE_MAX = 768;
const QUERY_FEATURES_MAX = 1500;
/**
 * Pictures up to this side are searched doubled as well (Lowe 2004, section 3.3): a stored picture within them is smaller
 * still. It costs about as much as a picture of twice the side (bench/results/fingerprint/local-search.json).
 */
const DOUBLED_SIDE_MAX = 640;

export interface QueryFeatures {
  readonly upright: CompactFeatures;
  /** Those of the mirrored picture. */
  readonly mirrored: CompactFeatures;
}

export function queryFeatures(picture: Raster): QueryFeatures {
  const canvas = canvasOf(picture, QUERY_SIDE_MAX).luma;
  const doubled = Math.max(canvas.width, canvas.height) <= DOUBLED_SIDE_MAX;
  const features = sift(canvas, { featuresMax: QUERY_FEATURES_MAX, doubled });
  return {
    upright: compactFeatures(features, canvas, QUERY_FEATURES_MAX),
    mirrored: compactFeatures(mirrorFeatures(features, canvas.width), canvas, QUERY_FEATURES_MAX),
  };
}
