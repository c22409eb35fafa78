/**
 * The smooth field of tile offsets at which the pilots of all blocks agree best with their known phases:
 *     maximise over c:   sum_b ln likelihood(P_b) - 1/2 sum_m precision_m c_m^2,   P_b = sum_m c_m phi_m(b),
 * by Fisher scoring: the likelihood's curvature is replaced by what it is expected to be, the same in every block, so one
 * Cholesky factor serves all steps. First the long waves among the pilots lead, which cannot be a period off, then all.
 * Source: likelihood of pilotField.ts; scoring after Rao 1948.
 * @module
 */
import { PILOTS } from '../carriers/carrierLayout.ts';
import type { TileOffset } from '../detect/tileOffset.ts';
import type { DisplacementModel } from './displacementModel.ts';
import type { PilotField } from './pilotField.ts';
import { factorise, solveFactorised } from '../../../signal/cholesky.ts';

export interface DisplacementField {
  readonly model: DisplacementModel;
  /** Coefficients of the tile's offset, canonical pixels. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** What was maximised, at these coefficients. */
  readonly value: number;
}

type Coefficients = Omit<DisplacementField, 'value'>;

/** Radii, cycles per canonical pixel, at which a pilot's weight has fallen to 1 / e in each stage. */
const STAGE_RADII = [0.06, 0.1, 0.15, Infinity];
const STEPS = 8;

/** @param start the offset to begin with: everywhere the same, or a field of which the model has all modes */
export function fitDisplacement(
  field: PilotField,
  model: DisplacementModel,
  start: DisplacementField | TileOffset,
): DisplacementField {
  const { modes } = model;
  const values = modesAtBlocks(field, model);
  const [x, y] = [new Float64Array(modes), new Float64Array(modes)];
  if ('model' in start) {
    x.set(start.x);
    y.set(start.y);
  } else {
    x[0] = start.x;
    y[0] = start.y;
  }
  const gradientX = new Float64Array(modes);
  const gradientY = new Float64Array(modes);
  for (const radius of STAGE_RADII) {
    const weights = pilotWeights(field, radius);
    const factor = factoriseNormal(values, model, curvature(field, weights));
    for (let step = 0; step < STEPS; step++) {
      fillGradient(field, weights, values, { model, x, y }, gradientX, gradientY);
      solveFactorised(factor, modes, gradientX);
      solveFactorised(factor, modes, gradientY);
      for (let m = 0; m < modes; m++) {
        x[m] = (x[m] as number) + (gradientX[m] as number);
        y[m] = (y[m] as number) + (gradientY[m] as number);
      }
    }
  }
  return { model, x, y, value: penalisedLikelihood(field, values, { model, x, y }) };
}

/** The offset at a share of the view from its centre. @param scratch holds as many numbers as the model has modes */
export function offsetAt(
  { model, x, y }: Coefficients,
  shareX: number,
  shareY: number,
  scratch: Float64Array,
): TileOffset {
  model.evaluate(shareX, shareY, scratch);
  return { x: dot(scratch, 0, x), y: dot(scratch, 0, y) };
}

function dot(values: Float64Array, from: number, coefficients: Float64Array): number {
  let sum = 0;
  for (let m = 0; m < coefficients.length; m++) sum += (values[from + m] as number) * (coefficients[m] as number);
  return sum;
}

/** Row = block, column = mode. */
function modesAtBlocks(
  { columns, rows, columnCentres, rowCentres }: PilotField,
  model: DisplacementModel,
): Float64Array {
  const out = new Float64Array(columns * rows * model.modes);
  for (let block = 0; block < columns * rows; block++) {
    const [column, row] = [block % columns, Math.floor(block / columns)];
    const at = block * model.modes;
    model.evaluate(columnCentres[column] as number, rowCentres[row] as number, out.subarray(at, at + model.modes));
  }
  return out;
}

function pilotWeights({ layout: { u, v, tileSide } }: PilotField, radius: number): Float64Array {
  return Float64Array.from({ length: PILOTS }, (_, k) =>
    Math.exp(-((Math.hypot(u[k] as number, v[k] as number) / tileSide / radius) ** 2)),
  );
}

/** Expected curvature of one block's likelihood along either axis: sum_k w_k 2 beta_k^2 (2 pi p_k)^2 / 2. */
function curvature({ layout: { u, v, tileSide }, beta }: PilotField, weights: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < PILOTS; k++) {
    const squared = ((u[k] as number) ** 2 + (v[k] as number) ** 2) * ((2 * Math.PI) / tileSide) ** 2;
    sum += (weights[k] as number) * (beta[k] as number) ** 2 * squared;
  }
  return sum;
}

/** Cholesky factor of  curvature sum_b phi phi^T + precision. */
function factoriseNormal(
  values: Float64Array,
  { modes, precision }: DisplacementModel,
  curvatureOfBlock: number,
): Float64Array {
  const normal = new Float64Array(modes * modes);
  for (let at = 0; at < values.length; at += modes)
    for (let i = 0; i < modes; i++) {
      const value = curvatureOfBlock * (values[at + i] as number);
      for (let j = 0; j <= i; j++)
        normal[i * modes + j] = (normal[i * modes + j] as number) + value * (values[at + j] as number);
    }
  // A hair on the diagonal keeps the factor real where a small view's blocks do not tell two modes apart.
  for (let i = 0; i < modes; i++)
    normal[i * (modes + 1)] = (normal[i * (modes + 1)] as number) * (1 + 1e-9) + (precision[i] as number);
  factorise(normal, modes);
  return normal;
}

function penalisedLikelihood(
  { layout: { u, v, tileSide }, responses }: PilotField,
  values: Float64Array,
  { model: { modes, precision }, x, y }: Coefficients,
): number {
  const unit = (2 * Math.PI) / tileSide;
  let sum = 0;
  for (let m = 0; m < modes; m++)
    sum -= 0.5 * (precision[m] as number) * ((x[m] as number) ** 2 + (y[m] as number) ** 2);
  for (let from = 0, at = 0; from < values.length; from += modes) {
    const offsetX = dot(values, from, x);
    const offsetY = dot(values, from, y);
    for (let k = 0; k < PILOTS; k++, at += 2) {
      const angle = unit * ((u[k] as number) * offsetX + (v[k] as number) * offsetY);
      sum += (responses[at] as number) * Math.cos(angle) - (responses[at + 1] as number) * Math.sin(angle);
    }
  }
  return sum;
}

/** Of the penalised likelihood in the coefficients of x and y. */
function fillGradient(
  { layout: { u, v, tileSide }, responses }: PilotField,
  weights: Float64Array,
  values: Float64Array,
  { model: { modes, precision }, x, y }: Coefficients,
  gradientX: Float64Array,
  gradientY: Float64Array,
): void {
  const unit = (2 * Math.PI) / tileSide;
  for (let m = 0; m < modes; m++) {
    gradientX[m] = -(precision[m] as number) * (x[m] as number);
    gradientY[m] = -(precision[m] as number) * (y[m] as number);
  }
  for (let from = 0, at = 0; from < values.length; from += modes) {
    const offsetX = dot(values, from, x);
    const offsetY = dot(values, from, y);
    let slopeX = 0;
    let slopeY = 0;
    for (let k = 0; k < PILOTS; k++, at += 2) {
      const angle = unit * ((u[k] as number) * offsetX + (v[k] as number) * offsetY);
      const imaginary = (responses[at] as number) * Math.sin(angle) + (responses[at + 1] as number) * Math.cos(angle);
      const slope = -(weights[k] as number) * unit * imaginary;
      slopeX += slope * (u[k] as number);
      slopeY += slope * (v[k] as number);
    }
    for (let m = 0; m < modes; m++) {
      gradientX[m] = (gradientX[m] as number) + slopeX * (values[from + m] as number);
      gradientY[m] = (gradientY[m] as number) + slopeY * (values[from + m] as number);
    }
  }
}
