/**
 * Displacement of the lattice where no affine map describes it, by phase unwrapping: the phase that the network reads at
 * each cell says directly how far the cell has moved, modulo a cell. Neighbouring cells move alike, so phases are averaged
 * over a few cells and unwrapped from the surest cell outwards; the view is then sampled anew where its cells really are.
 * Source: unwrapping along the surest paths as in Ghiglia and Pritt 1998, section 4.3 (quality-guided).
 * @module
 */
import { CELL_SIDE, type CellReadings } from './neuralModem.ts';
import type { Warp } from './viewSampler.ts';

/** Cells over which phases are averaged first, and displacements afterwards: standard deviations, cells. */
const PHASE_SIGMA = 1.5;
const FIELD_SIGMA = 2;

/** How far the lattice stands from where an aligned view has it, samples, at the centre of every cell. */
export interface Displacement {
  readonly columns: number;
  readonly rows: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
}

export function displacementOf({ columns, rows, cosX, sinX, cosY, sinY }: CellReadings): Displacement {
  return {
    ...{ columns, rows },
    x: smoothDisplacement(columns, rows, cosX, sinX),
    y: smoothDisplacement(columns, rows, cosY, sinY),
  };
}

/** One coordinate's. */
function smoothDisplacement(columns: number, rows: number, cosine: Float32Array, sine: Float32Array): Float32Array {
  const re = blurred(columns, rows, cosine, PHASE_SIGMA);
  const im = blurred(columns, rows, sine, PHASE_SIGMA);
  const length = re.map((value, i) => Math.hypot(value, im[i] as number));
  const turns = unwrapped(columns, rows, re, im, length);
  // Sure cells speak for unsure ones around them: a mean weighted by the square of the phase's length.
  const weights = length.map((value) => value * value + 1e-6);
  const sums = blurred(
    columns,
    rows,
    weights.map((weight, i) => weight * (turns[i] as number)),
    FIELD_SIGMA,
  );
  const total = blurred(columns, rows, weights, FIELD_SIGMA);
  return sums.map((sum, i) => (CELL_SIDE * sum) / (total[i] as number));
}

/** Convolution with a Gaussian, the border's missing cells counting as 0. */
function blurred(columns: number, rows: number, values: Float32Array, sigma: number): Float32Array {
  const reach = Math.ceil(3 * sigma);
  const kernel = Float32Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * sigma ** 2)),
  );
  const across = new Float32Array(values.length);
  const out = new Float32Array(values.length);
  for (let row = 0; row < rows; row++) blurLine(values, row * columns, 1, columns, kernel, reach, across);
  for (let column = 0; column < columns; column++) blurLine(across, column, columns, rows, kernel, reach, out);
  return out;
}

function blurLine(
  values: Float32Array,
  from: number,
  stride: number,
  length: number,
  kernel: Float32Array,
  reach: number,
  out: Float32Array,
): void {
  for (let i = 0; i < length; i++) {
    let sum = 0;
    for (let j = Math.max(0, i - reach); j <= Math.min(length - 1, i + reach); j++)
      sum += (kernel[j - i + reach] as number) * (values[from + j * stride] as number);
    out[from + i * stride] = sum;
  }
}

/** Phases in turns, without jumps along the paths of longest vectors; the surest cell's lies in [-1/2, 1/2]. */
function unwrapped(
  columns: number,
  rows: number,
  re: Float32Array,
  im: Float32Array,
  length: Float32Array,
): Float32Array {
  const turns = re.map((value, i) => Math.atan2(im[i] as number, value) / (2 * Math.PI));
  const isDone = new Uint8Array(turns.length);
  const buckets = bucketQueue(length);
  const surest = length.reduce((best, value, i) => (value > (length[best] as number) ? i : best), 0);
  isDone[surest] = 1;
  const offer = (cell: number): void => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    if (column > 0) reach(cell - 1, cell);
    if (column < columns - 1) reach(cell + 1, cell);
    if (row > 0) reach(cell - columns, cell);
    if (row < rows - 1) reach(cell + columns, cell);
  };
  const reach = (cell: number, from: number): void => {
    if (isDone[cell]) return;
    isDone[cell] = 1;
    const before = turns[from] as number;
    const own = turns[cell] as number;
    turns[cell] = own + Math.round(before - own);
    buckets.push(cell);
  };
  offer(surest);
  for (let cell = buckets.pop(); cell >= 0; cell = buckets.pop()) offer(cell);
  return turns;
}

const BUCKETS = 64;

/** Cells by the length of their vector, longest first, as fine as 64 classes are. */
function bucketQueue(length: Float32Array): { push(cell: number): void; pop(): number } {
  const longest = length.reduce((most, value) => Math.max(most, value), 1e-9);
  const buckets: number[][] = Array.from({ length: BUCKETS }, () => []);
  return {
    push(cell) {
      const bucket = Math.min(BUCKETS - 1, Math.floor((BUCKETS * (length[cell] as number)) / longest));
      (buckets[bucket] as number[]).push(cell);
    },
    pop() {
      for (let b = BUCKETS - 1; b >= 0; b--) {
        const cell = (buckets[b] as number[]).pop();
        if (cell !== undefined) return cell;
      }
      return -1;
    },
  };
}

/** The displacement changes by less than a tenth over its own length, so four steps leave nothing that matters. */
const FIXED_POINT_STEPS = 4;

/** The warp whose view has its cells where `displacement` found them in the view of `warp`. */
export function rectifiedWarp(warp: Warp, displacement: Displacement): Warp {
  const { columns, rows } = warp;
  const nodes = warp.x.length;
  const rectified = { columns, rows, x: new Float32Array(nodes), y: new Float32Array(nodes) };
  for (let row = 0, node = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++, node++) {
      // In cells, from the view's corner: the place u with u + d(u) = (column, row).
      let [u, v] = [column, row];
      for (let step = 0; step < FIXED_POINT_STEPS; step++) {
        const x = atCentre(displacement, displacement.x, u, v) / CELL_SIDE;
        const y = atCentre(displacement, displacement.y, u, v) / CELL_SIDE;
        [u, v] = [column - x, row - y];
      }
      rectified.x[node] = atNode(warp, warp.x, u, v);
      rectified.y[node] = atNode(warp, warp.y, u, v);
    }
  return rectified;
}

/** Between the centres of cells; the border's values hold beyond it. */
function atCentre({ columns, rows }: Displacement, values: Float32Array, u: number, v: number): number {
  const x = Math.max(0, Math.min(columns - 1, u - 0.5));
  const y = Math.max(0, Math.min(rows - 1, v - 0.5));
  return bilinear(values, columns, columns, rows, x, y);
}

/** Between nodes; beyond the border the outermost cells go on straight. */
function atNode({ columns, rows }: Warp, values: Float32Array, u: number, v: number): number {
  return bilinear(values, columns + 1, columns + 1, rows + 1, u, v);
}

function bilinear(values: Float32Array, stride: number, width: number, height: number, x: number, y: number): number {
  const left = Math.max(0, Math.min(width - 2, Math.floor(x)));
  const top = Math.max(0, Math.min(height - 2, Math.floor(y)));
  const [u, v] = [x - left, y - top];
  const at = top * stride + left;
  const above = (values[at] as number) * (1 - u) + (values[at + 1] as number) * u;
  const below = (values[at + stride] as number) * (1 - u) + (values[at + stride + 1] as number) * u;
  return above * (1 - v) + below * v;
}
