/**
 * Which scores of a search stand out: their indices, best first, with their z-scores (standard deviations above the mean).
 * @module
 */
import type { KernelMemory, Pointer } from '../../../kernels/kernelMemory.ts';
import type { Kernels } from '../../../kernels/kernels.ts';

export interface HighScores {
  /** Of the high scores, best first. */
  readonly indices: Int32Array;
  /** In the order of the indices. */
  readonly zScores: Float32Array;
}

/** Scores below this many standard deviations are not worth a hypothesis. */
const Z_MIN = 3;
/** Sums of excess power are never equal, but an empty picture has no deviation to divide by. */
const VARIANCE_MIN = 1e-12;

/** @param scores address of `length` floats */
export function highScores(kernels: Kernels, memory: KernelMemory, scores: Pointer, length: number): HighScores {
  const sums = memory.reserve(16);
  const indices = memory.reserve(4 * length);
  kernels.sumAndSquares(scores, length, sums);
  const [sum, squares] = new Float64Array(memory.floats(sums, 4).slice().buffer);
  const moments = momentsOf(sum as number, squares as number, length);
  const count = kernels.indicesAbove(scores, length, floorOf(moments), indices);
  return bestFirst(memory.integers(indices, count), memory.floats(scores, length), moments);
}

/** Scalar fallback of the kernels. */
export function highScoresScalar(scores: Float32Array): HighScores {
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
  return Math.fround(Math.max(0, mean + Z_MIN * deviation));
}

/** More than there are scores; times 2^32 it is still a whole number in double precision. */
const INDEX_RANGE = 2 ** 20;

function bestFirst(indices: Int32Array, scores: Float32Array, { mean, deviation }: Moments): HighScores {
  // Score and index in one number sort twenty times as fast as indices that are compared by their scores.
  const bits = new Uint32Array(scores.buffer, scores.byteOffset, scores.length);
  const keys = new Float64Array(indices.length);
  for (let i = 0; i < keys.length; i++) {
    const at = indices[i] as number;
    keys[i] = (bits[at] as number) * INDEX_RANGE + (INDEX_RANGE - 1 - at);
  }
  keys.sort().reverse();
  const ordered = new Int32Array(keys.length);
  const zScores = new Float32Array(keys.length);
  for (let i = 0; i < keys.length; i++) {
    const at = INDEX_RANGE - 1 - ((keys[i] as number) % INDEX_RANGE);
    ordered[i] = at;
    zScores[i] = ((scores[at] as number) - mean) / deviation;
  }
  return { indices: ordered, zScores };
}
