/**
 * Of the built-in embedders: written by bench/retrieval/calibrate.ts, which says how; do not edit.
 * Fitted on 1064 edited copies and 176624 impostor pairs.
 * @module
 */
import type { SimilarityConfig } from '@assay/core/fingerprint/calibration';

export const BUILT_IN_SIMILARITY: SimilarityConfig = {
  name: 'copy-768/2@7abc2c62c03e+sift-vlad-1024/2@1e-5',
  weights: {
    embedding768: 0.3,
    embedding1024: 0.6,
    pdq: 0.1,
  },
  knots: {
    embedding768: {
      floor: 0.0895,
      match: 0.4294,
    },
    embedding1024: {
      floor: 0.0458,
      match: 0.2689,
    },
    pdq: {
      floor: 0.0938,
      match: 0.3125,
    },
    average: {
      floor: 0.0633,
      match: 0.2773,
    },
  },
};
