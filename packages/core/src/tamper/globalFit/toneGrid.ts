/**
 * A grid of cells over place and level, whose values between the cells are trilinear (a bilateral grid: Chen, Paris, Durand 2007), and
 * its fit to what remains of a picture by repeated weighted means. Each channel has cells of its own; which level leads into them,
 * the caller says for each sample.
 * @module
 */
import type { Size } from '../../raster.ts';
import { ranked } from '../../signal/orderStatistics.ts';
import type { ToneGrid } from './gridReader.ts';
import { type GridSamples, type GridSums, withGridSums } from './gridSums.ts';

/** Passes over one grid, each with the weights of what the one before left: neighbouring cells share their samples, so one is not enough. */
const PASSES = 5;
/** A pass that moves no cell by more than this ends the fit of its grid, levels: half of what rounding does to a sample. */
const STEP_MIN = 0.25;
/** Width of the Cauchy weights in medians of the residual, and its least value, levels. */
const WIDTH_PER_MEDIAN = 4;
const WIDTH_MIN = 2;
/** Samples that a cell has to have been told by before it counts as a parameter, weights. */
const POPULATED = 2;
/** The width of the weights is read off every n-th sample. */
const WIDTH_STRIDE = 5;

/** @param across cells along the longer side */
export function emptyGrid({ width, height }: Size, across: number, levels: number): ToneGrid {
  const cell = Math.max(width, height) / across;
  const nx = Math.max(1, Math.round(width / cell)) + 1;
  const ny = Math.max(1, Math.round(height / cell)) + 1;
  const nl = levels + 1;
  const room = (): Float32Array => new Float32Array(nx * ny * nl);
  return { nx, ny, nl, values: [room(), room(), room()] };
}

/**
 * Fits the grid to the residual in several passes and takes it out of the residual.
 * @param ridge weight of "no change" in a cell, samples: a cell that few samples speak for changes little
 * @returns parameters in use, a channel
 */
export function descend(grid: ToneGrid, samples: GridSamples, size: Size, ridge: number): number {
  return withGridSums(grid, samples, size, (sums) => passesOver(grid, samples.trust, sums, ridge));
}

function passesOver(grid: ToneGrid, trusted: Float32Array, sums: GridSums, ridge: number): number {
  const { step, weights } = sums;
  let parameters = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    robustTrust(sums, trusted);
    let largest = 0;
    parameters = 0;
    for (let c = 0; c < 3; c++) {
      sums.add(c);
      const values = grid.values[c] as Float32Array;
      for (let cell = 0; cell < values.length; cell++) {
        const weight = weights[cell] as number;
        if (weight > POPULATED) parameters++;
        const move = (step[cell] as number) / (ridge + weight);
        step[cell] = move;
        values[cell] = (values[cell] as number) + move;
        largest = Math.max(largest, Math.abs(move));
      }
      sums.take(c);
    }
    if (largest < STEP_MIN) break;
  }
  return parameters / 3;
}

/** Cauchy weights of what remains, times the trust: an edit smaller than a cell does not bend the field. */
function robustTrust({ residual: [r, g, b], trust: out }: GridSums, trusted: Float32Array): void {
  const count = out.length;
  for (let s = 0; s < count; s++)
    out[s] = Math.max(Math.abs(r[s] as number), Math.abs(g[s] as number), Math.abs(b[s] as number));
  const width = cauchyWidth(out);
  for (let s = 0; s < count; s++) {
    const relative = (out[s] as number) / width;
    out[s] = (trusted[s] as number) / (1 + relative * relative);
  }
}

/** Width of the weights, levels: some times what remains at the median sample. */
function cauchyWidth(largest: Float32Array): number {
  const some = new Float32Array(Math.ceil(largest.length / WIDTH_STRIDE));
  for (let s = 0; s < some.length; s++) some[s] = largest[WIDTH_STRIDE * s] as number;
  return Math.max(WIDTH_MIN, WIDTH_PER_MEDIAN * (ranked(some, some.length >> 1) ?? 0));
}
