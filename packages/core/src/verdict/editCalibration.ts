/**
 * Written by bench/verdict/calibrate.ts, which says how; do not edit.
 * @module
 */
export const EDIT_CALIBRATION = { intercept: 0, perLogStrength: 6, least: 0.01, most: 0.99 } as const;
