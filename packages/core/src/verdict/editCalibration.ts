/**
 * Written by bench/verdict/calibrate.ts, which says how; do not edit.
 * Fitted on 540 honest copies and 422 forgeries of 172 photos.
 * @module
 */
export const EDIT_CALIBRATION = {
  knots: [
    [0.0426, 0.0223],
    [0.1875, 0.0475],
    [0.4844, 0.0702],
    [0.6379, 0.0906],
    [0.763, 0.1159],
    [0.9051, 0.2436],
    [1.1406, 0.3574],
    [1.4711, 0.738],
    [1.9766, 0.7999],
    [2.9609, 0.9181],
    [3.6016, 0.9197],
    [4, 0.9834],
  ],
  unmarkedMax: 0.9135,
} as const;
