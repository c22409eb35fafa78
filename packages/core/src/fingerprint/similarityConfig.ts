/**
 * Of the embedders that need no network: written by bench/retrieval/calibrate.ts, which says how; do not edit.
 * Fitted on 1064 edited copies and 176624 impostor pairs.
 * @module
 */
import type { SimilarityConfig } from './calibration.ts';

export const SIMILARITY_CONFIG: SimilarityConfig = {
  name: 'hog-lab-768/1+sift-vlad-1024/2@1e-5',
  weights: {
    embedding768: 0.1,
    embedding1024: 0.7,
    pdq: 0.2,
  },
  knots: {
    embedding768: {
      floor: 0.115,
      match: 0.7625,
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
      floor: 0.0616,
      match: 0.2502,
    },
  },
};
