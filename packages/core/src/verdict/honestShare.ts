/** A likelihood for people. @module */

/** Less than this the calibration has not seen, %. */
const SEEN_MIN = 0.1;

/** Percent in tenths, rounded up: "at most 0.4 %". @param probability 0..1 */
export const percentAtMost = (probability: number): number => Math.max(SEEN_MIN, Math.ceil(probability * 1000) / 10);
