/**
 * Displacement of the lattice in a view that lies right but for a smooth bend: the field that agrees best with the phases of all cells
 * at once, sought from no displacement on. Unwrapping (latticeDisplacement.ts) follows bends of many cells, but where a few unsure cells lie
 * between sure ones it is off by a whole cell from there on; here no cell may be, for bends that stay within half a cell.
 *
 *     maximise over c:   sum_b k_b cos(phi_b - 2 pi d(b) / CELL_SIDE) - 1/2 sum_m precision_m c_m^2,   d(b) = sum_m c_m psi_m(b),
 *
 * phi_b the phase of cell b, k_b the concentration of a von Mises distribution whose mean vector is as long as the cell's. The modes psi are
 * an affine map and cosines. A cosine curves by 1 at most, so that steps with the normal matrix of the weights k_b climb without fail.
 * Source: Mardia and Jupp 2000, sections 3.5.4 and A.14 (concentration); Böhning and Lindsay 1988 (the bound on curvature).
 * @module
 */
import { factorise, solveFactorised } from '../../signal/cholesky.ts';
import type { Displacement } from './latticeDisplacement.ts';
import { CELL_SIDE, type CellReadings } from './neuralModem.ts';

/**
 * Shortest wave of a cosine, samples. Of 24 photos bent by 3 pixels of a wave of 256, which is 157 to 170 samples, at two sizes: root
 * mean square errors of 1.1 and 1.5 pixels at 120, 1.4 and 1.8 at 90, 1.8 at 64, where fields follow noise.
 */
const WAVE_MIN = 120;
/** Deviations of the coefficients, samples: of the constant, of what is affine, of a cosine of long wave. */
const CONSTANT_DEVIATION = 4;
const AFFINE_DEVIATION = 6;
const WAVE_DEVIATION = 1.2;
/** Cosines of shorter waves have less by the square of the wave, as bending energy grows, samples. */
const BENDING_WAVE = 128;
/** A network sees a cell with its neighbours, so that the phases of about so many err alike. */
const CELLS_ALIKE = 4;
/** No cell is surer of its phase than this. */
const LENGTH_MAX = 0.95;
const STEPS = 8;

/** The displacement of every cell, samples. */
export function smoothDisplacementOf({ columns, rows, cosX, sinX, cosY, sinY }: CellReadings): Displacement {
  const modes = modesOf(columns, rows);
  return { columns, rows, x: fitted(modes, cosX, sinX), y: fitted(modes, cosY, sinY) };
}

interface Modes {
  readonly count: number;
  /** Row = cell, column = mode. */
  readonly values: Float64Array;
  /** 1 / variance of each coefficient. */
  readonly precision: Float64Array;
}

function modesOf(columns: number, rows: number): Modes {
  const [width, height] = [CELL_SIDE * columns, CELL_SIDE * rows];
  const waves: { readonly i: number; readonly j: number; readonly frequency: number }[] = [];
  for (let j = 0; j <= (2 * height) / WAVE_MIN; j++)
    for (let i = 0; i <= (2 * width) / WAVE_MIN; i++) {
      const frequency = Math.hypot(i / width, j / height) / 2;
      if (i + j > 0 && frequency * WAVE_MIN <= 1) waves.push({ i, j, frequency });
    }
  const count = 3 + waves.length;
  const values = new Float64Array(columns * rows * count);
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [x, y] = [(column + 0.5) / columns, (row + 0.5) / rows];
      values[at++] = 1;
      values[at++] = 2 * x - 1;
      values[at++] = 2 * y - 1;
      for (const { i, j } of waves) values[at++] = Math.cos(Math.PI * i * x) * Math.cos(Math.PI * j * y);
    }
  const deviations = waves.map(({ frequency }) => WAVE_DEVIATION * Math.min(1, (frequency * BENDING_WAVE) ** -2));
  const all = [CONSTANT_DEVIATION, AFFINE_DEVIATION, AFFINE_DEVIATION, ...deviations];
  return { count, values, precision: Float64Array.from(all, (deviation) => deviation ** -2) };
}

/** One coordinate's displacement of every cell. */
function fitted({ count, values, precision }: Modes, cosine: Float32Array, sine: Float32Array): Float32Array {
  const unit = (2 * Math.PI) / CELL_SIDE;
  const weights = Float64Array.from(cosine, (value, cell) => concentration(value, sine[cell] as number) / CELLS_ALIKE);
  const factor = normalFactor({ count, values, precision }, weights, unit);
  const coefficients = new Float64Array(count);
  const gradient = new Float64Array(count);
  const displacement = new Float32Array(cosine.length);
  for (let step = 0; step < STEPS; step++) {
    for (let m = 0; m < count; m++) gradient[m] = -(precision[m] as number) * (coefficients[m] as number);
    for (let cell = 0, at = 0; cell < weights.length; cell++, at += count) {
      const phase = unit * (displacement[cell] as number);
      // k sin(phi - phase), of the cell's vector without its length.
      const [re, im] = [cosine[cell] as number, sine[cell] as number];
      const across = (im * Math.cos(phase) - re * Math.sin(phase)) / Math.max(1e-9, Math.hypot(re, im));
      const slope = (weights[cell] as number) * unit * across;
      for (let m = 0; m < count; m++) gradient[m] = (gradient[m] as number) + slope * (values[at + m] as number);
    }
    solveFactorised(factor, count, gradient);
    for (let m = 0; m < count; m++) coefficients[m] = (coefficients[m] as number) + (gradient[m] as number);
    fillField(values, coefficients, displacement);
  }
  return displacement;
}

/** Of a von Mises distribution whose mean vector is this: about l (2 - l^2) / (1 - l^2), l its length. */
function concentration(re: number, im: number): number {
  const length = Math.min(LENGTH_MAX, Math.hypot(re, im));
  return (length * (2 - length ** 2)) / (1 - length ** 2);
}

function fillField(values: Float64Array, coefficients: Float64Array, out: Float32Array): void {
  const count = coefficients.length;
  for (let cell = 0, at = 0; cell < out.length; cell++, at += count) {
    let sum = 0;
    for (let m = 0; m < count; m++) sum += (values[at + m] as number) * (coefficients[m] as number);
    out[cell] = sum;
  }
}

/** Cholesky factor of  sum_b k_b unit^2 psi psi^T + precision. */
function normalFactor({ count, values, precision }: Modes, weights: Float64Array, unit: number): Float64Array {
  const normal = new Float64Array(count * count);
  for (let cell = 0, at = 0; cell < weights.length; cell++, at += count) {
    const weight = (weights[cell] as number) * unit ** 2;
    for (let i = 0; i < count; i++) {
      const value = weight * (values[at + i] as number);
      for (let j = 0; j <= i; j++)
        normal[i * count + j] = (normal[i * count + j] as number) + value * (values[at + j] as number);
    }
  }
  for (let i = 0; i < count; i++)
    normal[i * (count + 1)] = (normal[i * (count + 1)] as number) + (precision[i] as number);
  factorise(normal, count);
  return normal;
}
