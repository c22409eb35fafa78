/**
 * Written by bench/retrieval/calibrate.ts, which says how; do not edit.
 * Fitted on 1064 edited copies and 176624 pairs of strangers.
 * @module
 */
import type { SimilarityConfig } from '@assay/core/fingerprint/calibration';

export const BUILT_IN_SIMILARITY: SimilarityConfig = {
  name: 'copy-768/1@927b858b8b09+sift-vlad-1024/1@1e-5',
  weights: {
    clip: 0,
    dino: 0.7,
    pdq: 0.3,
  },
  knots: {
    clip: {
      floor: 0.0718,
      match: 0.5596,
    },
    dino: {
      floor: 0.0065,
      match: 0.2484,
    },
    pdq: {
      floor: 0.0938,
      match: 0.3125,
    },
    average: {
      floor: 0.0316,
      match: 0.1993,
    },
  },
};
