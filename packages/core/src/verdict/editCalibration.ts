/**
 * Written by bench/verdict/calibrate.ts, which says how; do not edit.
 * Fitted on 700 honest copies and 662 forgeries of 238 photos.
 * @module
 */
export const EDIT_CALIBRATION = {
  knots: [
    [0.0214, 0.0201],
    [0.0547, 0.0394],
    [0.4527, 0.0647],
    [0.7578, 0.1395],
    [0.8984, 0.2773],
    [1.0129, 0.3448],
    [1.2922, 0.6653],
    [1.4766, 0.7779],
    [1.9501, 0.8598],
    [2.7578, 0.9063],
    [3.5156, 0.9518],
    [4, 0.987],
  ],
  unmarkedMax: 0.9148,
} as const;
