/**
 * Which scores of a search stand out: their places, best first, in standard deviations above the mean of all.
 * @module
 */
import type { KernelMemory, Pointer } from '../kernels/kernelMemory.ts';
import type { Kernels } from '../kernels/kernels.ts';

export interface HighScore {
  readonly at: number;
  /** Standard deviations above the mean. */
  readonly height: number;
}

/** Scores below this many standard deviations are not worth a look. */
const HEIGHT_MIN = 3;
/** Sums of excess power are never equal, but an empty picture has no deviation to divide by. */
const VARIANCE_MIN = 1e-12;

/** @param scores address of `length` floats */
export function highScores(kernels: Kernels, memory: KernelMemory, scores: Pointer, length: number): HighScore[] {
  const sums = memory.reserve(16);
  const indices = memory.reserve(4 * length);
  kernels.sumAndSquares(scores, length, sums);
  const [sum, squares] = new Float64Array(memory.floats(sums, 4).slice().buffer);
  const moments = momentsOf(sum as number, squares as number, length);
  const count = kernels.indicesAbove(scores, length, floorOf(moments), indices);
  return bestFirst(memory.integers(indices, count), memory.floats(scores, length), moments);
}

/** The twin of the kernels. */
export function highScoresPlainly(scores: Float32Array): HighScore[] {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < scores.length; i++) {
    const value = scores[i] as number;
    sum += value;
    squares += value * value;
  }
  const moments = momentsOf(sum, squares, scores.length);
  const floor = floorOf(moments);
  const indices: number[] = [];
  for (let i = 0; i < scores.length; i++) if ((scores[i] as number) > floor) indices.push(i);
  return bestFirst(Int32Array.from(indices), scores, moments);
}

interface Moments {
  readonly mean: number;
  readonly deviation: number;
}

function momentsOf(sum: number, squares: number, length: number): Moments {
  const mean = sum / length;
  return { mean, deviation: Math.sqrt(Math.max(VARIANCE_MIN, squares / length - mean * mean)) };
}

/** Never negative, so that the bits of what is above it are ordered as the numbers are. Single precision, as the scores. */
function floorOf({ mean, deviation }: Moments): number {
  return Math.fround(Math.max(0, mean + HEIGHT_MIN * deviation));
}

/** More than there are scores; times 2^32 it is still a whole number in double precision. */
const INDEX_RANGE = 2 ** 20;

function bestFirst(indices: Int32Array, scores: Float32Array, { mean, deviation }: Moments): HighScore[] {
  // Score and index in one number sort twenty times as fast as indices that are compared by their scores.
  const bits = new Uint32Array(scores.buffer, scores.byteOffset, scores.length);
  const keys = Float64Array.from(indices, (i) => (bits[i] as number) * INDEX_RANGE + (INDEX_RANGE - 1 - i));
  return Array.from(keys.sort().reverse(), (key) => {
    const at = INDEX_RANGE - 1 - (key % INDEX_RANGE);
    return { at, height: ((scores[at] as number) - mean) / deviation };
  });
}
