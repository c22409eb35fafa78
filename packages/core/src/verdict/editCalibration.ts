/**
 * Written by bench/verdict/calibrate.ts, which says how; do not edit.
 * Fitted on 103 benign edits and 102 forgeries.
 * @module
 */
export const EDIT_CALIBRATION = {
  intercept: 0.6141,
  perLogStrength: 5.7404,
  least: 0.054,
  most: 0.9892,
} as const;
