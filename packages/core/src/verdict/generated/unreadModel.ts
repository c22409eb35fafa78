/** Written by bench/verdict/removal/fit.ts; see ../removedMark.ts. @module */

export const UNREAD_MODEL: {
  readonly probabilityMax: number;
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
} = {
  probabilityMax: 0.05,
  bias: 4.4296,
  weights: {
    texturedFine: -2.6364,
    texturedMiddle: -0.5883,
    texturedCoarse: -1.3288,
    quietFine: -1.2457,
    quietMiddle: -1.1696,
    slopeChange: -1.4993,
    reduction: -8.5794,
  },
};
