/**
 * Written by bench/verdict/wild/pairs/fitShots.ts, which says how; do not edit.
 * Fitted on 103 other shots and 253 copies of 172 scenes.
 * @module
 */
export const ANOTHER_SHOT_FIT = {
  intercept: 4.0319,
  replacedDetail: 2.2136,
  parallax: 0.4235,
  coarseChange: -3.6779,
  fineLoss: -2.1774,
  moved: 1.9603,
  quietCoherence: -0.8061,
  unsharedEnergy: -0.1433,
  textureChange: -5.7784,
  textureCoherence: -1.2359,
} as const;
