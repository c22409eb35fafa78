/** Local features as flat typed arrays: entry i of every array belongs to feature i. @module */

export interface Keypoints {
  readonly count: number;
  /** Pixel centres of the plane that was searched, so the middle of its first pixel is (0, 0); y points down. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Standard deviation, in pixels, of the Gaussian at which the feature was found (OpenCV's `size` is twice that). */
  readonly scale: Float32Array;
  /** Radians in [0, 2 pi), from the x axis towards the y axis, that is clockwise as seen. */
  readonly orientation: Float32Array;
  /** |D| at the extremum for luma in [0, 1]; stronger features have larger values. */
  readonly contrast: Float32Array;
}

export interface LocalFeatures {
  readonly keypoints: Keypoints;
  /** `count * DESCRIPTOR_LENGTH` values, row i describes keypoint i. */
  readonly descriptors: Uint8Array;
}

/** 4 x 4 cells x 8 directions; Lowe 2004, section 6.1. */
export const DESCRIPTOR_LENGTH = 128;
