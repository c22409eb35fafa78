/**
 * ORB keypoints of a picture, as plain values.
 * Source: Rublee, Rabaud, Konolige, Bradski 2011, "ORB: an efficient alternative to SIFT or SURF"; OpenCV's parameters.
 * @module
 */
import type { Plane } from '@assay/core/raster';
import { type OpenCv, withOpenCv } from './openCv.ts';

export interface KeypointSet {
  /** x, y of each keypoint, pixel centres of the plane. */
  readonly points: Float32Array;
  /** Eight words of 32 bits each. */
  readonly descriptors: Uint32Array;
}

/** Keypoints a picture may have; measured with 3000 in the recipe that this follows (docs/decisions/0004). */
const KEYPOINTS_MAX = 3000;
/**
 * Contrast of a corner to its circle, levels. OpenCV's 20 leaves plain, blurred or flattened pictures without keypoints;
 * the strongest `KEYPOINTS_MAX` are kept anyway.
 */
const FAST_THRESHOLD = 6;
/** ORB leaves a border of 31 px; a plane that is not larger has no keypoints, and OpenCV fails on the smallest. */
const SIDE_MIN = 64;

/** Of one set: two coordinates and eight words for each. */
export const KEYPOINTS_BYTES_MAX = KEYPOINTS_MAX * (2 * 4 + 8 * 4);

/** Uint8Array would wrap instead of clamping; the half makes truncation a rounding. A function of its own is compiled sooner. */
function toBytes(from: Float32Array, to: Uint8Array): void {
  for (let i = 0; i < to.length; i++) {
    const value = (from[i] as number) + 0.5;
    to[i] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
}

/** @param picture luma, range [0, 255]. Empty for a picture without corners, never an error. */
export function detectKeypoints(cv: OpenCv, picture: Plane): KeypointSet {
  if (Math.min(picture.width, picture.height) < SIDE_MIN)
    return { points: new Float32Array(0), descriptors: new Uint32Array(0) };
  return withOpenCv(cv, (own) => {
    const image = own(new cv.Mat(picture.height, picture.width, cv.CV_8UC1));
    const bytes = image.data;
    toBytes(picture.data, bytes);
    const orb = own(new cv.ORB(KEYPOINTS_MAX));
    orb.setFastThreshold(FAST_THRESHOLD);
    const found = own(new cv.KeyPointVector());
    const descriptors = own(new cv.Mat());
    orb.detectAndCompute(image, own(new cv.Mat()), found, descriptors);
    const count = found.size();
    const points = new Float32Array(2 * count);
    for (let i = 0; i < count; i++) {
      const { pt } = found.get(i);
      points[2 * i] = pt.x;
      points[2 * i + 1] = pt.y;
    }
    // A copy, because the heap behind `data` moves; aligned, because it starts a buffer of its own.
    const words = count > 0 ? new Uint32Array(descriptors.data.slice().buffer) : new Uint32Array(0);
    return { points, descriptors: words };
  });
}
