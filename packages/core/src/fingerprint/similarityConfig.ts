/**
 * Written by bench/retrieval/calibrate.ts, which says how; do not edit.
 * @module
 */
import type { SimilarityConfig } from './calibration.ts';

export const SIMILARITY_CONFIG: SimilarityConfig = {
  name: 'uncalibrated',
  weights: { clip: 0.3, dino: 0.5, pdq: 0.2 },
  knots: {
    clip: { floor: 0, match: 0.5 },
    dino: { floor: 0, match: 0.5 },
    pdq: { floor: 0, match: 0.5 },
    average: { floor: 0, match: 0.5 },
  },
};
