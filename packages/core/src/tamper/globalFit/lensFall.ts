/**
 * Light that falls off from the middle of the picture to its corners, as lenses and their tubes make it, or is raised there by a correction:
 *     q = f (1 + a t + b t^2 + c t^3),   t = (x^2 + y^2) / R^2 from the middle, R half the diagonal,
 * the three by robust least squares (Cauchy weights that narrow) on samples as they are encoded, of which a gain of light makes a gain again, nearly.
 * Source: the polynomials of lens profiles (Goldman 2010, "Vignette and exposure calibration and compensation").
 * @module
 */
import type { Size } from '../../raster.ts';
import { NormalEquations } from '../../signal/normalEquations.ts';
import type { GridSamples } from './toneGrid.ts';

export type LensFall = readonly [a: number, b: number, c: number];

/** Unknowns. */
export const FALL_TERMS = 3;
/** Width of the weights, levels, one after the other; not so narrow at the end that corners could be left out. */
const WIDTHS = [64, 45, 32, 23, 16] as const;
/** Samples that are looked at, at least, where there are so many: three unknowns are told by few. */
const SAMPLES_MIN = 2_500;
/** Keeps the system regular, levels^2 a sample. */
const RIDGE = 1e-3;

export const fallAt = ([a, b, c]: LensFall, t: number): number => t * (a + t * (b + t * c));

/** t of a pixel. */
export function squareFromMiddle(x: number, y: number, { width, height }: Size): number {
  const [dx, dy] = [2 * x + 1 - width, 2 * y + 1 - height];
  return (dx * dx + dy * dy) / (width * width + height * height);
}

/** @param samples with the channel's own level as its guide; `residual` is query less that */
export function fitLensFall({ count, x, y, guide, residual, trust }: GridSamples, size: Size): LensFall {
  let fall: LensFall = [0, 0, 0];
  const row = new Float64Array(FALL_TERMS);
  // Odd, lest only some columns of a picture be met.
  const every = Math.max(1, Math.floor(count / SAMPLES_MIN)) | 1;
  for (const width of WIDTHS) {
    const equations = new NormalEquations(FALL_TERMS);
    for (let s = 0; s < count; s += every) {
      const t = squareFromMiddle(x[s] as number, y[s] as number, size);
      const gain = fallAt(fall, t);
      for (let c = 0; c < 3; c++) {
        const [f, e] = [(guide[c] as Float32Array)[s] as number, (residual[c] as Float32Array)[s] as number];
        const weight = (trust[s] as number) / (1 + ((e - f * gain) / width) ** 2);
        for (let k = 0, term = f * t; k < FALL_TERMS; k++, term *= t) row[k] = term;
        equations.add(row, e, weight);
      }
    }
    const [a, b, c] = equations.solve((RIDGE * count) / every);
    fall = [a as number, b as number, c as number];
  }
  return fall;
}
