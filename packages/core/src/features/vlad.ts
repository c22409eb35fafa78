/**
 * VLAD, vector of locally aggregated descriptors. Every local descriptor goes to its nearest word; per word the
 * residuals add up,
 *     v_k = sum over x with NN(x) = k of (x - c_k) / |x - c_k|,
 * then each v_k gets unit length (intra-normalisation), every component its signed power, and the whole unit length.
 * Sources: Jegou et al. 2010 (VLAD); Arandjelovic, Zisserman 2013 (intra-normalisation); Delhumeau et al. 2013 (unit
 * residuals).
 * @module
 */
import { scaleToUnit } from '../signal/unitVector.ts';

/** Exponent of the signed power; Jegou et al. 2012, section 3.1, "power-law normalisation". */
const POWER = 0.5;

/**
 * @param descriptors rows of `dimension` numbers
 * @param words rows of `dimension` numbers, the codebook
 * @returns words x dimension numbers of unit length; zeros if there are no descriptors
 */
export function vlad(descriptors: Float32Array, words: Float32Array, dimension: number): Float32Array {
  const out = new Float32Array(words.length);
  for (let row = 0; row < descriptors.length; row += dimension) {
    const word = nearestWord(descriptors, row, words, dimension);
    addUnitResidual(descriptors, row, words, word, dimension, out);
  }
  for (let word = 0; word < words.length; word += dimension) scaleToUnit(out.subarray(word, word + dimension));
  for (let i = 0; i < out.length; i++) {
    const value = out[i] as number;
    out[i] = Math.sign(value) * Math.abs(value) ** POWER;
  }
  return scaleToUnit(out);
}

/** Offset of the nearest word in `words`. */
export function nearestWord(descriptors: Float32Array, row: number, words: Float32Array, dimension: number): number {
  let best = 0;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (let word = 0; word < words.length; word += dimension) {
    let distance = 0;
    for (let i = 0; i < dimension; i++) {
      const difference = (descriptors[row + i] as number) - (words[word + i] as number);
      distance += difference * difference;
    }
    if (distance < bestDistance) {
      bestDistance = distance;
      best = word;
    }
  }
  return best;
}

function addUnitResidual(
  descriptors: Float32Array,
  row: number,
  words: Float32Array,
  word: number,
  dimension: number,
  out: Float32Array,
): void {
  let energy = 0;
  for (let i = 0; i < dimension; i++) energy += ((descriptors[row + i] as number) - (words[word + i] as number)) ** 2;
  if (energy === 0) return;
  const scale = 1 / Math.sqrt(energy);
  for (let i = 0; i < dimension; i++)
    out[word + i] =
      (out[word + i] as number) + scale * ((descriptors[row + i] as number) - (words[word + i] as number));
}
