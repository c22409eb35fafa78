/**
 * What the passes of a grid's fit add up over many samples, and take out of them, for the cells around each (toneGrid.ts): on kernels,
 * with everything in their memory until the fit is done, or by plain loops.
 * @module
 */
import type { KernelMemory, Pointer } from '../../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../../kernels/kernels.ts';
import type { Size } from '../../raster.ts';
import { GridReader, LEVEL_MAX, neighboursOf, type OfChannels, type ToneGrid } from './gridReader.ts';

/** What of a picture a grid is fitted to. */
export interface GridSamples {
  readonly count: number;
  readonly x: Int32Array;
  readonly y: Int32Array;
  /** The level that leads into the cells of each channel; the very same array where one leads into all. */
  readonly guide: OfChannels<Float32Array>;
  /** What remains of each channel; a fit takes out what it explains. */
  readonly residual: OfChannels<Float32Array>;
  /** Weight of the sample, 0..1. */
  readonly trust: Float32Array;
}

export interface GridSums {
  /** What remains of each channel; becomes that of the samples when the fit is over. */
  readonly residual: OfChannels<Float32Array>;
  /** Weight of each sample in the next pass. */
  readonly trust: Float32Array;
  /** Of each cell: the sum of weighted residuals, written by `add`, then what `take` takes out. */
  readonly step: Float32Array;
  /** Of each cell: the sum of weights, written by `add`. */
  readonly weights: Float32Array;
  /** Sums up a channel. */
  add(channel: number): void;
  /** Takes what `step` says at each sample out of a channel's residual. */
  take(channel: number): void;
}

/** Runs a fit on sums; the residual of the samples is what it leaves. */
export function withGridSums<T>(grid: ToneGrid, samples: GridSamples, size: Size, fit: (sums: GridSums) => T): T {
  return withKernels(
    (kernels, memory) => {
      const sums = sumsInMemory({ kernels, memory }, grid, samples, size);
      const result = fit(sums);
      samples.residual.forEach((residual, c) => residual.set(sums.residual[c] as Float32Array));
      return result;
    },
    () => fit(plainSums(grid, samples, size)),
  );
}

const cellsOf = ({ nx, ny, nl }: ToneGrid): number => nx * ny * nl;

/** Where samples lie, by the level that leads each channel into the cells: made once for a level that leads several. */
function placesOf<T>(
  [red, green, blue]: OfChannels<Float32Array>,
  placesIn: (level: Float32Array) => T,
): OfChannels<T> {
  const first = placesIn(red);
  const second = green === red ? first : placesIn(green);
  return [first, second, blue === red ? first : placesIn(blue)];
}

function sumsInMemory(
  { kernels, memory }: { readonly kernels: Kernels; readonly memory: KernelMemory },
  grid: ToneGrid,
  { count, x, y, guide, residual }: GridSamples,
  { width, height }: Size,
): GridSums {
  const { nx, ny, nl } = grid;
  const room = (floats: number): Pointer => memory.reserve(4 * floats);
  const [px, py] = [memory.copyIn(x.subarray(0, count)), memory.copyIn(y.subarray(0, count))];
  const [perX, perY] = [(nx - 1) / Math.max(1, width - 1), (ny - 1) / Math.max(1, height - 1)];
  const places = placesOf(guide, (level) => {
    const at = { first: room(count), weights: room(8 * count) };
    const levels = memory.copyIn(level);
    kernels.gridPlaces(px, py, levels, count, nx, ny, nl, perX, perY, (nl - 1) / LEVEL_MAX, at.first, at.weights);
    return at;
  });
  const left = residual.map((values) => memory.copyIn(values)) as unknown as OfChannels<Pointer>;
  const [trust, step, weights] = [room(count), room(cellsOf(grid)), room(cellsOf(grid))];
  // Views last as long as nothing more is reserved.
  const [red, green, blue] = left.map((at) => memory.floats(at, count)) as unknown as OfChannels<Float32Array>;
  const sums = { step: memory.floats(step, cellsOf(grid)), weights: memory.floats(weights, cellsOf(grid)) };
  return {
    ...sums,
    residual: [red, green, blue],
    trust: memory.floats(trust, count),
    add(c) {
      const at = places[c] as (typeof places)[number];
      sums.step.fill(0);
      sums.weights.fill(0);
      kernels.addToGrid(left[c] as Pointer, trust, at.first, at.weights, count, nx, nx * ny, step, weights);
    },
    take(c) {
      const at = places[c] as (typeof places)[number];
      kernels.takeFromGrid(step, at.first, at.weights, count, nx, nx * ny, left[c] as Pointer);
    },
  };
}

/** Scalar fallback of the kernels. */
function plainSums(grid: ToneGrid, samples: GridSamples, size: Size): GridSums {
  const { count, guide, residual } = samples;
  const places = placesOf(guide, (level) => placesIn(grid, samples, level, size));
  const neighbours = neighboursOf(grid);
  const [step, weights] = [new Float32Array(cellsOf(grid)), new Float32Array(cellsOf(grid))];
  const trust = new Float32Array(count);
  return {
    residual,
    trust,
    step,
    weights,
    add: (c) => splat(residual[c] as Float32Array, trust, places[c] as Places, neighbours, step, weights),
    take: (c) => subtract(step, places[c] as Places, neighbours, residual[c] as Float32Array),
  };
}

/** Where each sample lies: the first of the eight cells around it, and its weights in them, in the order of `neighboursOf`. */
interface Places {
  readonly first: Int32Array;
  readonly weights: Float32Array;
}

function placesIn(grid: ToneGrid, { count, x, y }: GridSamples, level: Float32Array, size: Size): Places {
  const reader = new GridReader(grid, size);
  const first = new Int32Array(count);
  const weights = new Float32Array(8 * count);
  for (let s = 0; s < count; s++)
    first[s] = reader.place(x[s] as number, y[s] as number, level[s] as number, weights, 8 * s);
  return { first, weights };
}

/** Sums weighted residuals, and the weights, in the eight cells around each sample; `values` and `weights` are written anew. */
function splat(
  residual: Float32Array,
  trust: Float32Array,
  places: Places,
  neighbours: Int32Array,
  values: Float32Array,
  weights: Float32Array,
): void {
  values.fill(0);
  weights.fill(0);
  for (let s = 0; s < trust.length; s++) {
    const [w, r, first] = [trust[s] as number, residual[s] as number, places.first[s] as number];
    for (let k = 0; k < 8; k++) {
      const cell = first + (neighbours[k] as number);
      const weight = w * (places.weights[8 * s + k] as number);
      weights[cell] = (weights[cell] as number) + weight;
      values[cell] = (values[cell] as number) + weight * r;
    }
  }
}

function subtract(values: Float32Array, places: Places, neighbours: Int32Array, residual: Float32Array): void {
  for (let s = 0; s < places.first.length; s++) {
    const first = places.first[s] as number;
    let sum = 0;
    for (let k = 0; k < 8; k++)
      sum += (places.weights[8 * s + k] as number) * (values[first + (neighbours[k] as number)] as number);
    residual[s] = (residual[s] as number) - sum;
  }
}
