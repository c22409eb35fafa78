/**
 * A tone change that varies smoothly over the picture: vignettes, light that falls off, glare, local contrast enhancement, local
 * tone mapping. What the fit of the whole picture leaves, e = q - f, is fitted by a field over place and level together,
 *     d(x, y, l) = sum_c b_c(x, y, l) v_c,   for each of R, G, B,
 * with b_c the trilinear weights of the cells of a coarse grid (a bilateral grid: Chen, Paris, Durand 2007), l the luma of f, and the
 * values v_c by repeated weighted means of what still remains: Cauchy weights keep an edit smaller than a cell from bending the
 * field, and places whose structure is another one have no weight, since a tone change keeps structure and a splice does not. Finer grids are nested in coarser ones: each explains what the one before leaves, and is kept only if it lowers
 *     n ln s + (k / 2) ln n,   n patches of the overlap, s the median over them of |mean residual|, k parameters in use
 * (Schwarz 1978), so that a picture without such a change gets no field.
 * @module
 */
import { once } from '../../once.ts';
import type { Size } from '../../raster.ts';
import { ranked } from '../../signal/orderStatistics.ts';
import { localMoments } from '../cues/localStatistics.ts';
import { copyOf } from './colourMixing.ts';
import { lumaOf } from './lumaChroma.ts';
import type { ColourPlanes } from '../alignment/registeredColour.ts';

/** Cells along the longer side and along the range of luma; what a cell cannot resolve, the field cannot explain away. */
const GRIDS = [
  { across: 2, levels: 3 },
  { across: 4, levels: 4 },
  { across: 8, levels: 6 },
] as const;
/** Every n-th line and column is sampled: the pictures are low-passed, and cells are many pixels wide. */
const STRIDE = 3;
/** Passes over one grid, each with the weights of what the one before left: neighbouring cells share their samples, so one is not enough. */
const PASSES = 5;
/** A pass that moves no cell by more than this ends the fit of its grid, levels: half of what rounding does to a sample. */
const STEP_MIN = 0.25;
/** Weight of "no change" in a cell, samples: a cell that few samples speak for changes little. */
const RIDGE = 4;
/** Width of the Cauchy weights in medians of the residual, and its least value, levels. */
const WIDTH_PER_MEDIAN = 4;
const WIDTH_MIN = 2;
/** Side of the patches whose residuals count as one independent observation, px of the working picture. */
const PATCH = 16;
/** A patch with fewer samples than this part of its area tells nothing. */
const PATCH_FILLED_MIN = 0.5;
/** Differences below this are anybody's rounding, levels: they pay for no parameter. */
const SCALE_FLOOR = 1;
/** Samples that a cell has to have been told by before it counts as a parameter, weights. */
const POPULATED = 2;
/** Half width of the windows in which structure is compared, half-grid cells, two passes: a Gaussian of sigma 5.7 px. */
const STRUCTURE_RADIUS = 3;
/** Local correlations between which the weight rises from 0 to 1. */
const CORRELATION_NONE = 0.3;
const CORRELATION_FULL = 0.8;
/** Variance below which a place has no structure to compare, levels^2, and its weight. */
const FLAT_VARIANCE = 4;
const FLAT_WEIGHT = 0.5;
/** The fewest cells that a grid can have in use: the corners of one. */
const CELLS_MIN = 8;
/** The width of the weights is read off every n-th sample. */
const WIDTH_STRIDE = 5;
const LEVEL_MAX = 255;

interface Grid {
  readonly nx: number;
  readonly ny: number;
  readonly nl: number;
  /** Three values for each cell. */
  readonly values: Float32Array;
}

export interface ToneField {
  /** Added one after the other; empty if no field pays. */
  readonly grids: readonly Grid[];
}

/** What of the picture the fit looks at: places, levels and what remains there, three values each. */
interface Samples {
  readonly count: number;
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly level: Float32Array;
  readonly residual: Float32Array;
  /** 0..1: does the place show the same structure in both? Looked at only where a field may pay. */
  readonly trust: () => Float32Array;
}

/**
 * @param query, fitted low-passed, `fitted` with the tone change of the whole picture already; levels in [0, 255]
 * @param mask 1 where both have a pixel
 */
export function fitToneField(query: ColourPlanes, fitted: ColourPlanes, mask: Uint8Array): ToneField {
  let samples = sampled(query, fitted, mask);
  const patches = Math.max(1, (samples.count * STRIDE ** 2) / PATCH ** 2);
  const kept: Grid[] = [];
  let pending: Grid[] = [];
  let best = patches * Math.log(scaleOf(samples, fitted));
  let penalty = 0;
  for (const { across, levels } of GRIDS) {
    // The floor keeps ln s above 0: not even a field that explained everything would pay.
    if (best <= penalty + (Math.log(patches) / 2) * CELLS_MIN) break;
    samples = withResidual(samples, samples.residual.slice());
    const grid = emptyGrid(fitted, across, levels);
    penalty += (Math.log(patches) / 2) * descend(grid, samples, fitted);
    pending.push(grid);
    const cost = patches * Math.log(scaleOf(samples, fitted)) + penalty;
    if (cost >= best) continue;
    best = cost;
    kept.push(...pending);
    pending = [];
  }
  return { grids: kept };
}

/** Spelt out: of objects made by spreading, compiled code does not know where their parts lie. */
const withResidual = ({ count, x, y, level, trust }: Samples, residual: Float32Array): Samples => ({
  count,
  x,
  y,
  level,
  residual,
  trust,
});

/** The picture as it would look after the field, clamped; a new one. `fitted` as `fitToneField` had it, on the same pixels. */
export function withToneField({ grids }: ToneField, fitted: ColourPlanes, picture: ColourPlanes): ColourPlanes {
  if (grids.length === 0) return picture;
  const { width, height } = fitted;
  const out = copyOf(picture);
  const { channels } = out;
  const luma = lumaOf(fitted).data;
  const readers = grids.map((grid) => new FieldReader(grid, fitted));
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const level = luma[i] as number;
      for (const reader of readers) {
        reader.at(x, y, level);
        for (let c = 0; c < 3; c++) {
          const channel = channels[c] as Float32Array;
          channel[i] = (channel[i] as number) + reader.value(c);
        }
      }
    }
  for (const channel of channels)
    for (let i = 0; i < channel.length; i++) channel[i] = Math.min(LEVEL_MAX, Math.max(0, channel[i] as number));
  return out;
}

function sampled(query: ColourPlanes, fitted: ColourPlanes, mask: Uint8Array): Samples {
  const { width, height } = fitted;
  const room = Math.ceil(width / STRIDE) * Math.ceil(height / STRIDE);
  const [x, y] = [new Int32Array(room), new Int32Array(room)];
  const level = new Float32Array(room);
  const residual = new Float32Array(3 * room);
  const luma = lumaOf(fitted).data;
  let count = 0;
  for (let v = 0; v < height; v += STRIDE)
    for (let u = 0; u < width; u += STRIDE) {
      const i = v * width + u;
      if (mask[i] === 0) continue;
      x[count] = u;
      y[count] = v;
      level[count] = luma[i] as number;
      for (let c = 0; c < 3; c++)
        residual[3 * count + c] =
          ((query.channels[c] as Float32Array)[i] as number) - ((fitted.channels[c] as Float32Array)[i] as number);
      count++;
    }
  const trust = once(() => {
    const structure = structureTrust(query, fitted, mask);
    const across = (width + 1) >> 1;
    const out = new Float32Array(count);
    for (let s = 0; s < count; s++)
      out[s] = structure[((y[s] as number) >> 1) * across + ((x[s] as number) >> 1)] as number;
    return out;
  });
  return { count, x, y, level, residual, trust };
}

/** Weights on the half grid, by local correlation of luma. */
function structureTrust(query: ColourPlanes, fitted: ColourPlanes, mask: Uint8Array): Float32Array {
  const moments = localMoments(lumaOf(query), lumaOf(fitted), mask, STRUCTURE_RADIUS);
  const trust = new Float32Array(moments.covariance.length);
  for (let i = 0; i < trust.length; i++) {
    const q = moments.varianceQuery[i] as number;
    const r = moments.varianceReference[i] as number;
    const correlation = (moments.covariance[i] as number) / Math.sqrt((q + 1) * (r + 1));
    trust[i] =
      Math.max(q, r) < FLAT_VARIANCE
        ? FLAT_WEIGHT
        : Math.min(1, Math.max(0, (correlation - CORRELATION_NONE) / (CORRELATION_FULL - CORRELATION_NONE)));
  }
  return trust;
}

function emptyGrid({ width, height }: Size, across: number, levels: number): Grid {
  const cell = Math.max(width, height) / across;
  const nx = Math.max(1, Math.round(width / cell)) + 1;
  const ny = Math.max(1, Math.round(height / cell)) + 1;
  const nl = levels + 1;
  return { nx, ny, nl, values: new Float32Array(3 * nx * ny * nl) };
}

/** Robust scale of what remains: median over patches of the mean over channels of |mean residual|, levels, with the floor. */
function scaleOf({ count, x, y, residual }: Samples, { width, height }: Size): number {
  const across = Math.ceil(width / PATCH);
  const sums = new Float64Array(3 * across * Math.ceil(height / PATCH));
  const counts = new Int32Array(sums.length / 3);
  for (let s = 0; s < count; s++) {
    const patch = Math.floor((y[s] as number) / PATCH) * across + Math.floor((x[s] as number) / PATCH);
    counts[patch] = (counts[patch] as number) + 1;
    for (let c = 0; c < 3; c++) sums[3 * patch + c] = (sums[3 * patch + c] as number) + (residual[3 * s + c] as number);
  }
  const found: number[] = [];
  for (let patch = 0; patch < counts.length; patch++) {
    const n = counts[patch] as number;
    if (n < PATCH_FILLED_MIN * (PATCH / STRIDE) ** 2) continue;
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += Math.abs(sums[3 * patch + c] as number);
    found.push(sum / (3 * n));
  }
  found.sort((a, b) => a - b);
  return Math.hypot(SCALE_FLOOR, found[found.length >> 1] ?? 0);
}

/** Fits the grid to the residual in several passes and takes it out of the residual. @returns parameters in use, a channel */
function descend(grid: Grid, samples: Samples, size: Size): number {
  const places = placesIn(grid, samples, size);
  let parameters = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    const step = new Float32Array(grid.values.length);
    const weights = splat(step, samples, places);
    parameters = 0;
    let largest = 0;
    for (let cell = 0; cell < weights.length; cell++) {
      const weight = weights[cell] as number;
      if (weight > POPULATED) parameters++;
      for (let c = 0; c < 3; c++) {
        const move = (step[3 * cell + c] as number) / (RIDGE + weight);
        step[3 * cell + c] = move;
        grid.values[3 * cell + c] = (grid.values[3 * cell + c] as number) + move;
        largest = Math.max(largest, Math.abs(move));
      }
    }
    subtract(step, samples, places);
    if (largest < STEP_MIN) break;
  }
  return parameters;
}

/** The eight cells around each sample, and its weight in them. */
interface Places {
  readonly cells: Int32Array;
  readonly weights: Float32Array;
}

function placesIn(grid: Grid, { count, x, y, level }: Samples, size: Size): Places {
  const reader = new FieldReader(grid, size);
  const cells = new Int32Array(8 * count);
  const weights = new Float32Array(8 * count);
  for (let s = 0; s < count; s++) {
    reader.at(x[s] as number, y[s] as number, level[s] as number);
    for (let k = 0; k < 8; k++) {
      cells[8 * s + k] = reader.cells[k] as number;
      weights[8 * s + k] = reader.weights[k] as number;
    }
  }
  return { cells, weights };
}

/** Adds weighted residuals to the eight cells around each sample; returns the weights. */
function splat(values: Float32Array, { count, residual, trust: trustOf }: Samples, places: Places): Float32Array {
  const trust = trustOf();
  const weights = new Float32Array(values.length / 3);
  const width = cauchyWidth(residual, count);
  for (let s = 0; s < count; s++) {
    const relative = largestOf(residual, s) / width;
    const w = (trust[s] as number) / (1 + relative * relative);
    const r = residual[3 * s] as number;
    const g = residual[3 * s + 1] as number;
    const b = residual[3 * s + 2] as number;
    for (let k = 8 * s; k < 8 * s + 8; k++) {
      const cell = places.cells[k] as number;
      const weight = w * (places.weights[k] as number);
      weights[cell] = (weights[cell] as number) + weight;
      values[3 * cell] = (values[3 * cell] as number) + weight * r;
      values[3 * cell + 1] = (values[3 * cell + 1] as number) + weight * g;
      values[3 * cell + 2] = (values[3 * cell + 2] as number) + weight * b;
    }
  }
  return weights;
}

const largestOf = (residual: Float32Array, s: number): number =>
  Math.max(
    Math.abs(residual[3 * s] as number),
    Math.abs(residual[3 * s + 1] as number),
    Math.abs(residual[3 * s + 2] as number),
  );

/** Width of the weights, levels: some times what remains at the median sample. */
function cauchyWidth(residual: Float32Array, count: number): number {
  const largest = new Float32Array(Math.ceil(count / WIDTH_STRIDE));
  for (let s = 0; s < largest.length; s++) largest[s] = largestOf(residual, WIDTH_STRIDE * s);
  return Math.max(WIDTH_MIN, WIDTH_PER_MEDIAN * (ranked(largest, largest.length >> 1) ?? 0));
}

function subtract(values: Float32Array, { count, residual }: Samples, places: Places): void {
  for (let s = 0; s < count; s++) {
    let r = 0;
    let g = 0;
    let b = 0;
    for (let k = 8 * s; k < 8 * s + 8; k++) {
      const weight = places.weights[k] as number;
      const at = 3 * (places.cells[k] as number);
      r += weight * (values[at] as number);
      g += weight * (values[at + 1] as number);
      b += weight * (values[at + 2] as number);
    }
    residual[3 * s] = (residual[3 * s] as number) - r;
    residual[3 * s + 1] = (residual[3 * s + 1] as number) - g;
    residual[3 * s + 2] = (residual[3 * s + 2] as number) - b;
  }
}

/** The eight cells around a place and level, and their trilinear weights; filled anew by each `at`. */
class FieldReader {
  readonly cells = new Int32Array(8);
  readonly weights = new Float32Array(8);
  readonly #grid: Grid;
  readonly #perX: number;
  readonly #perY: number;
  readonly #perLevel: number;

  constructor(grid: Grid, { width, height }: Size) {
    this.#grid = grid;
    this.#perX = (grid.nx - 1) / Math.max(1, width - 1);
    this.#perY = (grid.ny - 1) / Math.max(1, height - 1);
    this.#perLevel = (grid.nl - 1) / LEVEL_MAX;
  }

  at(x: number, y: number, level: number): void {
    const { nx, ny, nl } = this.#grid;
    const u = x * this.#perX;
    const v = y * this.#perY;
    const l = Math.min(LEVEL_MAX, Math.max(0, level)) * this.#perLevel;
    const x0 = Math.min(nx - 2, Math.floor(u));
    const y0 = Math.min(ny - 2, Math.floor(v));
    const l0 = Math.min(nl - 2, Math.floor(l));
    const first = (l0 * ny + y0) * nx + x0;
    for (let k = 0; k < 8; k++) {
      const dx = k & 1;
      const dy = (k >> 1) & 1;
      const dl = k >> 2;
      this.cells[k] = first + (dl * ny + dy) * nx + dx;
      this.weights[k] = (dx ? u - x0 : 1 - u + x0) * (dy ? v - y0 : 1 - v + y0) * (dl ? l - l0 : 1 - l + l0);
    }
  }

  /** Of the field at the place of the last `at`, levels. */
  value(c: number): number {
    let sum = 0;
    for (let k = 0; k < 8; k++)
      sum += (this.weights[k] as number) * (this.#grid.values[3 * (this.cells[k] as number) + c] as number);
    return sum;
  }
}
