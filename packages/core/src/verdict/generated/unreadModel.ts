/** Written by bench/verdict/removal/fit.ts; see ../removedMark.ts. @module */

export const UNREAD_MODEL: {
  readonly probabilityMax: number;
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
} = {
  probabilityMax: 0.05,
  bias: -1.2296,
  weights: {
    texturedFine: -1.0286,
    texturedMiddle: -0.7503,
    texturedCoarse: -0.4192,
    quietFine: -0.847,
    quietMiddle: -0.8717,
    slopeChange: 2.558,
    reduction: -6.5493,
  },
};
