/**
 * A grid of cells over place and level, whose values between the cells are trilinear (a bilateral grid: Chen, Paris, Durand 2007), and
 * its fit to what remains of a picture by repeated weighted means. Each channel has cells of its own; which level leads into them,
 * the caller says for each sample.
 * @module
 */
import type { Size } from '../../raster.ts';
import { ranked } from '../../signal/orderStatistics.ts';

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
const LEVEL_MAX = 255;

/** R, G, B. */
export type OfChannels<T> = readonly [T, T, T];

export interface ToneGrid {
  /** Cells along each side and along the range of levels. */
  readonly nx: number;
  readonly ny: number;
  readonly nl: number;
  readonly values: OfChannels<Float32Array>;
}

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
  const places = placesOf(grid, samples, size);
  const neighbours = neighboursOf(grid);
  const cells = grid.nx * grid.ny * grid.nl;
  const [step, weights] = [new Float32Array(cells), new Float32Array(cells)];
  let parameters = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    const trust = robustTrust(samples);
    let largest = 0;
    parameters = 0;
    for (let c = 0; c < 3; c++) {
      const residual = samples.residual[c] as Float32Array;
      splat(residual, trust, places[c] as Places, neighbours, step, weights);
      const values = grid.values[c] as Float32Array;
      for (let cell = 0; cell < cells; cell++) {
        const weight = weights[cell] as number;
        if (weight > POPULATED) parameters++;
        const move = (step[cell] as number) / (ridge + weight);
        step[cell] = move;
        values[cell] = (values[cell] as number) + move;
        largest = Math.max(largest, Math.abs(move));
      }
      subtract(step, places[c] as Places, neighbours, residual);
    }
    if (largest < STEP_MIN) break;
  }
  return parameters / 3;
}

/** Where each sample lies: the first of the eight cells around it, and its weights in them, in the order of `neighboursOf`. */
interface Places {
  readonly first: Int32Array;
  readonly weights: Float32Array;
}

function placesOf(grid: ToneGrid, samples: GridSamples, size: Size): OfChannels<Places> {
  const [red, green, blue] = samples.guide;
  const first = placesIn(grid, samples, red, size);
  const second = green === red ? first : placesIn(grid, samples, green, size);
  return [first, second, blue === red ? first : placesIn(grid, samples, blue, size)];
}

function placesIn(grid: ToneGrid, { count, x, y }: GridSamples, level: Float32Array, size: Size): Places {
  const reader = new GridReader(grid, size);
  const first = new Int32Array(count);
  const weights = new Float32Array(8 * count);
  for (let s = 0; s < count; s++)
    first[s] = reader.place(x[s] as number, y[s] as number, level[s] as number, weights, 8 * s);
  return { first, weights };
}

/** From the first of eight cells to each. */
function neighboursOf({ nx, ny }: ToneGrid): Int32Array {
  const next = nx * ny;
  return Int32Array.of(0, 1, nx, nx + 1, next, next + 1, next + nx, next + nx + 1);
}

/** Cauchy weights of what remains, times the trust: an edit smaller than a cell does not bend the field. */
function robustTrust({ count, residual: [r, g, b], trust }: GridSamples): Float32Array {
  const largest = new Float32Array(count);
  for (let s = 0; s < count; s++)
    largest[s] = Math.max(Math.abs(r[s] as number), Math.abs(g[s] as number), Math.abs(b[s] as number));
  const width = cauchyWidth(largest);
  for (let s = 0; s < count; s++) {
    const relative = (largest[s] as number) / width;
    largest[s] = (trust[s] as number) / (1 + relative * relative);
  }
  return largest;
}

/** Width of the weights, levels: some times what remains at the median sample. */
function cauchyWidth(largest: Float32Array): number {
  const some = new Float32Array(Math.ceil(largest.length / WIDTH_STRIDE));
  for (let s = 0; s < some.length; s++) some[s] = largest[WIDTH_STRIDE * s] as number;
  return Math.max(WIDTH_MIN, WIDTH_PER_MEDIAN * (ranked(some, some.length >> 1) ?? 0));
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

/** The eight cells around a place and level, and their trilinear weights; told anew by each `at`. */
export class GridReader {
  readonly #weights = new Float32Array(8);
  readonly #grid: ToneGrid;
  readonly #neighbours: Int32Array;
  readonly #perX: number;
  readonly #perY: number;
  readonly #perLevel: number;
  #first = 0;

  constructor(grid: ToneGrid, { width, height }: Size) {
    this.#grid = grid;
    this.#neighbours = neighboursOf(grid);
    this.#perX = (grid.nx - 1) / Math.max(1, width - 1);
    this.#perY = (grid.ny - 1) / Math.max(1, height - 1);
    this.#perLevel = (grid.nl - 1) / LEVEL_MAX;
  }

  /** @param weights written from `at` on, in the order of `neighboursOf`. @returns the first of the eight cells */
  place(x: number, y: number, level: number, weights: Float32Array, at: number): number {
    const { nx, ny, nl } = this.#grid;
    const u = x * this.#perX;
    const v = y * this.#perY;
    const l = Math.min(LEVEL_MAX, Math.max(0, level)) * this.#perLevel;
    const x0 = Math.min(nx - 2, Math.floor(u));
    const y0 = Math.min(ny - 2, Math.floor(v));
    const l0 = Math.min(nl - 2, Math.floor(l));
    const [dx, dy, dl] = [u - x0, v - y0, l - l0];
    const [near, far] = [(1 - dy) * (1 - dl), dy * (1 - dl)];
    const [nearNext, farNext] = [(1 - dy) * dl, dy * dl];
    weights[at] = (1 - dx) * near;
    weights[at + 1] = dx * near;
    weights[at + 2] = (1 - dx) * far;
    weights[at + 3] = dx * far;
    weights[at + 4] = (1 - dx) * nearNext;
    weights[at + 5] = dx * nearNext;
    weights[at + 6] = (1 - dx) * farNext;
    weights[at + 7] = dx * farNext;
    return (l0 * ny + y0) * nx + x0;
  }

  at(x: number, y: number, level: number): void {
    this.#first = this.place(x, y, level, this.#weights, 0);
  }

  /** Of a channel's field at the place of the last `at`, levels. */
  value(c: 0 | 1 | 2): number {
    const [values, weights, neighbours] = [this.#grid.values[c], this.#weights, this.#neighbours];
    let sum = 0;
    for (let k = 0; k < 8; k++)
      sum += (weights[k] as number) * (values[this.#first + (neighbours[k] as number)] as number);
    return sum;
  }
}
