/**
 * Written by bench/verdict/calibrate.ts, which says how; do not edit.
 * Fitted on 138 benign edits and 132 forgeries.
 * @module
 */
export const EDIT_CALIBRATION = {
  intercept: 0.1756,
  perLogStrength: 8.1912,
  least: 0.014,
  most: 0.9922,
} as const;
