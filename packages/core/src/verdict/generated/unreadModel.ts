/** Written by bench/verdict/removal/fit.ts; see ../removedMark.ts. @module */

export const UNREAD_MODEL: {
  readonly probabilityMax: number;
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
} = {
  probabilityMax: 0.05,
  bias: -4.2986,
  weights: {
    texturedFine: -1.8392,
    texturedMiddle: 0.123,
    texturedCoarse: -0.7075,
    quietFine: -1.1877,
    quietMiddle: 1.4649,
    slopeChange: 5.3086,
    reduction: -5.3132,
  },
};
