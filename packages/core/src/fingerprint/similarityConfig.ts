/**
 * Of the handcrafted embedders: written by bench/retrieval/calibrate.ts, which says how, while they were the built-in ones.
 * Fitted on 1653 edited copies and 963699 pairs of strangers.
 * @module
 */
import type { SimilarityConfig } from './calibration.ts';

export const SIMILARITY_CONFIG: SimilarityConfig = {
  name: 'hog-lab-768/1+sift-vlad-1024/1@1e-5',
  weights: {
    clip: 0,
    dino: 0.8,
    pdq: 0.2,
  },
  knots: {
    clip: {
      floor: 0.0556,
      match: 0.7212,
    },
    dino: {
      floor: 0.0005,
      match: 0.2357,
    },
    pdq: {
      floor: 0.0938,
      match: 0.3125,
    },
    average: {
      floor: 0.0183,
      match: 0.2165,
    },
  },
};
