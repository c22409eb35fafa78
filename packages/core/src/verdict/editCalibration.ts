/**
 * Written by bench/verdict/calibrate.ts, which says how; do not edit.
 * Fitted on 150 benign edits and 150 forgeries.
 * @module
 */
export const EDIT_CALIBRATION = {
  intercept: 1.039,
  perLogStrength: 6.6903,
  perLogBackground: 0,
  min: 0.0253,
  max: 0.9932,
  unmarkedMax: 0.9,
} as const;
