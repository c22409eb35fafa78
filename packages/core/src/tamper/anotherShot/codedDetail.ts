/**
 * What of the difference between two pictures a codec explains. A JPEG holds its blocks' coefficients as multiples of known steps q, so of
 * a plain copy each coefficient c lies within q / 2 of the original's r, whatever became of its noise; of another shot it does not where
 * the steps are finer than the noise. What is left unexplained, in blocks that were not changed, is the mean of
 *     max(0, |c - r| - q / 2)^2
 * The grid is that of the query's own file: its pixels as they were decoded, before any reduction.
 *
 * Coarse steps explain another shot as well: what it differs by, n of deviation s, is rounded away unless it carries r over the middle between
 * two multiples. With d the distances of r from those on both sides, such a shot leaves about
 *     E = max( sum_d d^2 Q(d / s),  2 s^2 ((1 + a^2) Q(a) - a phi(a)) ),   a = q / 2 s,
 * the latter where steps are finer than s; phi and Q are the density and the upper tail of the normal distribution. Where that is no more than what copies leave, nothing is told.
 * @module
 */
import { LUMA_WEIGHTS, type Plane, type Raster, type Size } from '../../raster.ts';
import { transformBlock } from '../../signal/blockQuantisation.ts';
import { BLOCK_SIDE, type BlockSteps, blockSteps, FREQUENCIES } from './blockSteps.ts';

/** Mean squares that no rounding explains, levels^2 a coefficient, of low and of high frequencies. */
export interface Unexplained {
  readonly low: number;
  readonly high: number;
}

export interface CodedDetail {
  /** Of the frequencies, those that were rounded to multiples of a step, 0..1. */
  readonly steppedFraction: number;
  /** The half of the blocks with the least structure. */
  readonly quiet: Unexplained;
  /** The three tenths with the most. */
  readonly textured: Unexplained;
}

/** Where fewer frequencies have a step, no codec made the grid. */
const STEPPED_MIN = 0.5;
const BLOCKS_MIN = 24;
/** Evenly spread over the picture. */
const BLOCKS_MAX = 1500;
/** Samples outside may be clipped, and their coefficients are no multiples. */
const [SAMPLE_MIN, SAMPLE_MAX] = [2, 253];
/** Where others have a step and this frequency has none to be seen, it is at most so large, levels. */
const STEP_UNSEEN = 3;
/** Of the finest detail that the working picture holds, frequencies up to this part are kept as they are. */
const KEPT_PART = 0.6;
/** Frequencies below are low, in half periods of a block. */
const LOW_MAX = 1.9;
const [QUIET_PART, TEXTURED_FROM] = [0.5, 0.7];
/** s, levels: what other shots leave unexplained at fine steps is 22 levels^2 in the middle; bench/verdict/wild, halves `tune`. */
const SHOT_DEVIATION = 4.7;
/** Least geometric mean of E in both kinds of place, levels^2: copies leave less but for one in forty. */
const TELLING_MIN = 0.3;
/** Added to E before its mean is taken, levels^2. */
const FLOOR = 0.01;

interface Block {
  readonly query: Float32Array;
  /** The same transform of the difference of the two working pictures. */
  readonly difference: Float32Array;
  /** And of the reference itself. */
  readonly stored: Float32Array;
  /** Energy of the reference's detail. */
  readonly structure: number;
}

/**
 * @param query   as it was decoded
 * @param working its luma at working size
 * @param fitted  luma of the aligned reference at working size, with the query's tone
 * @param free    1 where the working picture may be judged
 * @returns null where no codec left a grid, the working picture is too coarse to see it, or its steps are so coarse that they explain other shots too
 */
export function codedDetail(query: Raster, working: Plane, fitted: Plane, free: Uint8Array): CodedDetail | null {
  const scale = query.width / fitted.width;
  const frequencyMax = scale === 1 ? BLOCK_SIDE : (KEPT_PART * BLOCK_SIDE) / scale;
  if (query.depth !== 8 || frequencyMax < 2) return null;
  // What the reduction took is missing in both, and so not in their difference.
  const difference = { ...working, data: working.data.map((level, i) => level - (fitted.data[i] as number)) };
  const blocks = blocksOf(query, difference, fitted, free);
  if (blocks.length < BLOCKS_MIN) return null;
  const steps = blockSteps(blocks.map((block) => block.query));
  if (steps.found < STEPPED_MIN) return null;
  blocks.sort((a, b) => a.structure - b.structure);
  const part = (from: number, to: number): Block[] =>
    blocks.slice(Math.floor(from * blocks.length), Math.floor(to * blocks.length));
  const [quiet, textured] = [part(0, QUIET_PART), part(TEXTURED_FROM, 1)];
  const ofShot = (blocks: readonly Block[]): number => FLOOR + leftByShot(blocks, steps, frequencyMax);
  if (Math.sqrt(ofShot(quiet) * ofShot(textured)) < TELLING_MIN) return null;
  const left = (blocks: readonly Block[]): Unexplained => unexplained(blocks, steps, frequencyMax);
  return { steppedFraction: steps.found, quiet: left(quiet), textured: left(textured) };
}

function blocksOf(query: Raster, difference: Plane, fitted: Plane, free: Uint8Array): Block[] {
  const [columns, rows] = [Math.floor(query.width / BLOCK_SIDE), Math.floor(query.height / BLOCK_SIDE)];
  const step = Math.max(1, (columns * rows) / BLOCKS_MAX);
  const blocks: Block[] = [];
  for (let k = 0; k < columns * rows; k += step) {
    const place = Math.floor(k);
    const [x, y] = [BLOCK_SIDE * (place % columns), BLOCK_SIDE * Math.floor(place / columns)];
    const [seen, stored] = [queryBlock(query, x, y), workingBlock(query, fitted, free, x, y)];
    const differing = stored && workingBlock(query, difference, free, x, y);
    if (!seen || !differing) continue;
    transformBlock(seen);
    transformBlock(differing);
    transformBlock(stored);
    let structure = 0;
    for (let i = 1; i < FREQUENCIES; i++) structure += (stored[i] as number) ** 2;
    blocks.push({ query: seen, difference: differing, stored, structure });
  }
  return blocks;
}

/** Luma of a block; null where a sample may be clipped. */
function queryBlock({ width, channels, data }: Raster, x: number, y: number): Float32Array | null {
  const out = new Float32Array(FREQUENCIES);
  const isGrey = channels < 3;
  for (let i = 0; i < FREQUENCIES; i++) {
    const p = ((y + (i >> 3)) * width + x + (i & 7)) * channels;
    const r = data[p] as number;
    const g = data[isGrey ? p : p + 1] as number;
    const b = data[isGrey ? p : p + 2] as number;
    if (Math.min(r, g, b) < SAMPLE_MIN || Math.max(r, g, b) > SAMPLE_MAX) return null;
    out[i] = LUMA_WEIGHTS[0] * r + LUMA_WEIGHTS[1] * g + LUMA_WEIGHTS[2] * b;
  }
  return out;
}

/** The same place of a working picture, between its samples where it is smaller; null where it may not be judged. */
function workingBlock(query: Size, fitted: Plane, free: Uint8Array, x: number, y: number): Float32Array | null {
  const [scaleX, scaleY] = [fitted.width / query.width, fitted.height / query.height];
  const out = new Float32Array(FREQUENCIES);
  for (let j = 0; j < BLOCK_SIDE; j++) {
    const v = Math.min(fitted.height - 1, Math.max(0, (y + j + 0.5) * scaleY - 0.5));
    const row = Math.min(Math.floor(v), fitted.height - 1);
    const below = Math.min(row + 1, fitted.height - 1);
    for (let i = 0; i < BLOCK_SIDE; i++) {
      const u = Math.min(fitted.width - 1, Math.max(0, (x + i + 0.5) * scaleX - 0.5));
      const column = Math.floor(u);
      const right = Math.min(column + 1, fitted.width - 1);
      const top = row * fitted.width;
      const bottom = below * fitted.width;
      if (free[top + column] !== 1 || free[bottom + right] !== 1) return null;
      const du = u - column;
      const dv = v - row;
      const above = (fitted.data[top + column] as number) * (1 - du) + (fitted.data[top + right] as number) * du;
      const under = (fitted.data[bottom + column] as number) * (1 - du) + (fitted.data[bottom + right] as number) * du;
      out[BLOCK_SIDE * j + i] = above * (1 - dv) + under * dv;
    }
  }
  return out;
}

function unexplained(blocks: readonly Block[], { steps }: BlockSteps, frequencyMax: number): Unexplained {
  const sums = { low: 0, high: 0 };
  const counts = { low: 0, high: 0 };
  for (let k = 1; k < FREQUENCIES; k++) {
    const [v, u] = [k >> 3, k & 7];
    if (Math.max(u, v) > frequencyMax) continue;
    const band = Math.hypot(u, v) < LOW_MAX ? 'low' : 'high';
    const half = ((steps[k] as number) || STEP_UNSEEN) / 2;
    for (const { difference } of blocks) {
      const beyond = Math.abs(difference[k] as number) - half;
      if (beyond > 0) sums[band] += beyond * beyond;
    }
    counts[band] += blocks.length;
  }
  return { low: sums.low / Math.max(1, counts.low), high: sums.high / Math.max(1, counts.high) };
}

/** Mean of E over the low frequencies, levels^2. Of one of which nothing is left no step is known, and nothing could be seen. */
function leftByShot(blocks: readonly Block[], { steps }: BlockSteps, frequencyMax: number): number {
  let sum = 0;
  let count = 0;
  for (let k = 1; k < FREQUENCIES; k++) {
    const [v, u] = [k >> 3, k & 7];
    if (Math.max(u, v) > frequencyMax || Math.hypot(u, v) >= LOW_MAX) continue;
    count += blocks.length;
    const step = (steps[k] as number) || STEP_UNSEEN;
    if (step === Number.POSITIVE_INFINITY) continue;
    const fine = beyondHalf(step);
    for (const { stored } of blocks) {
      const beside = (stored[k] as number) - step * Math.round((stored[k] as number) / step);
      sum += Math.max(fine, carriedOver(step / 2 - beside) + carriedOver(step / 2 + beside));
    }
  }
  return sum / Math.max(1, count);
}

const density = (z: number): number => Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI);

/** Q(z) for z >= 0, to 1e-5: Abramowitz and Stegun 1964, 26.2.16. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.33267 * z);
  return density(z) * t * (0.4361836 + t * (-0.1201676 + t * 0.937298));
}

/** d^2 Q(d / s) */
const carriedOver = (distance: number): number => distance ** 2 * upperTail(distance / SHOT_DEVIATION);

/** Mean of max(0, |n| - q / 2)^2. */
function beyondHalf(step: number): number {
  const a = step / (2 * SHOT_DEVIATION);
  return 2 * SHOT_DEVIATION ** 2 * ((1 + a * a) * upperTail(a) - a * density(a));
}
