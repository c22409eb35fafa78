/**
 * The outcome of registering a submitted picture (query) to a stored one (reference). Absence of a registration is `null`
 * everywhere: "not the same picture" is a finding, never an exception.
 * @module
 */
import type { Homography } from './homography.ts';

export interface Registration {
  /** Query pixels to reference pixels, both of the full pictures; contains the reflection of a mirrored copy. */
  readonly homography: Homography;
  /** True if the query shows the reference reflected. */
  readonly mirrored: boolean;
  /** Matched keypoints that agree with the homography, counted once per cell of 6 x 6 pixels of either working picture. */
  readonly inliers: number;
  /** Root mean square distance of these keypoints to where the homography sends them, pixels of the working reference. */
  readonly residualPx: number;
}
