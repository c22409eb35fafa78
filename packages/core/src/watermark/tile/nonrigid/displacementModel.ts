/**
 * Smooth fields over a view, as sums of modes: six of a polynomial of second degree, which describes what perspective
 * adds to an affine map, and cosines, which describe bending:
 *     P(x, y) = sum_m c_m phi_m(x, y),   x, y shares of the view from its centre, in [-1/2, 1/2].
 * Each coefficient comes with a Gaussian prior of mean 0; that of the cosines narrows with the fourth power of frequency,
 * as the bending energy of a thin plate grows (Duchon 1977; Bookstein 1989).
 * @module
 */

export interface DisplacementModel {
  readonly modes: number;
  /** 1 / variance of each coefficient; 0 for the constant, which is free. */
  readonly precision: Float64Array;
  /** The modes' values at a point. */
  readonly evaluate: (x: number, y: number, out: Float64Array) => void;
}

const POLYNOMIAL_MODES = 6;
/** Reach of a perspective's polynomial, canonical pixels: corners moved by 3 % of 768 pixels leave up to 20. */
const PERSPECTIVE_DEVIATION = 8;
/** The polynomial's share of a bending: what is left to it once cosines describe the field. */
const TREND_DEVIATION = 2;
/** Shortest wave of a bending, view pixels: below, the blocks that share it hold too few pilots (measured: 200 best). */
const WAVE_MIN = 200;
/** Deviation of a long wave's coefficient, canonical pixels, and the wave at which the prior begins to narrow. */
const BENDING_DEVIATION = 1.5;
const BENDING_WAVE = 256;

/** What perspective does beyond an affine map. */
export const PERSPECTIVE: DisplacementModel = {
  modes: POLYNOMIAL_MODES,
  precision: Float64Array.from({ length: POLYNOMIAL_MODES }, (_, m) => (m === 0 ? 0 : PERSPECTIVE_DEVIATION ** -2)),
  evaluate: polynomial,
};

/** Smooth bending of a view of this size. */
export function bendingModel(width: number, height: number): DisplacementModel {
  const waves: (readonly [number, number])[] = [];
  // A cosine of i half waves over the width has the wave 2 width / i.
  for (let j = 0; j <= (2 * height) / WAVE_MIN; j++)
    for (let i = 0; i <= (2 * width) / WAVE_MIN; i++)
      if (i + j > 0 && Math.hypot(i / width, j / height) * WAVE_MIN <= 2) waves.push([i, j]);
  const trend = Array.from({ length: POLYNOMIAL_MODES }, (_, m) => (m === 0 ? 0 : TREND_DEVIATION ** -2));
  const bending = waves.map(([i, j]) => {
    const relative = BENDING_WAVE * Math.hypot(i / (2 * width), j / (2 * height));
    return (1 + relative ** 4) / BENDING_DEVIATION ** 2;
  });
  return {
    modes: POLYNOMIAL_MODES + waves.length,
    precision: Float64Array.from([...trend, ...bending]),
    evaluate(x, y, out) {
      polynomial(x, y, out);
      for (let m = 0; m < waves.length; m++) {
        const [i, j] = waves[m] as readonly [number, number];
        out[POLYNOMIAL_MODES + m] = Math.cos(Math.PI * i * (x + 0.5)) * Math.cos(Math.PI * j * (y + 0.5));
      }
    },
  };
}

/** 1, 2x, 2y, 4xy, 4x^2, 4y^2: each within +-1. */
function polynomial(x: number, y: number, out: Float64Array): void {
  out[0] = 1;
  out[1] = 2 * x;
  out[2] = 2 * y;
  out[3] = 4 * x * y;
  out[4] = 4 * x * x;
  out[5] = 4 * y * y;
}
