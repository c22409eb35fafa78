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
 * Of descriptors that come in several forms (as they are, and of the mirrored picture) each counts in the one form that
 * lies nearest to a word, and only in that. So a picture and its mirrored copy, whose descriptors are the same with the
 * forms in another order, have the same VLAD, and no number is spent on saying everything twice.
 * @param forms arrays of the same length, rows of `dimension` numbers; row i of each is a form of descriptor i
 * @param words rows of `dimension` numbers, the codebook
 * @returns words x dimension numbers of unit length; zeros if there are no descriptors
 */
export function vlad(forms: readonly Float32Array[], words: Float32Array, dimension: number): Float32Array {
  const out = new Float32Array(words.length);
  const rowsEnd = forms[0]?.length ?? 0;
  for (let row = 0; row < rowsEnd; row += dimension) {
    let nearest = 0;
    let nearestAt = 0;
    let nearestDistance = Number.POSITIVE_INFINITY;
    for (let f = 0; f < forms.length; f++) {
      const word = nearestWord(forms[f] as Float32Array, row, words, dimension);
      const distance = squaredDistance(forms[f] as Float32Array, row, words, word, dimension);
      if (distance >= nearestDistance) continue;
      nearest = f;
      nearestAt = word;
      nearestDistance = distance;
    }
    addUnitResidual(forms[nearest] as Float32Array, row, words, nearestAt, dimension, out);
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
    const distance = squaredDistance(descriptors, row, words, word, dimension);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = word;
    }
  }
  return best;
}

function squaredDistance(
  descriptors: Float32Array,
  row: number,
  words: Float32Array,
  word: number,
  dimension: number,
): number {
  // Two sums that need not wait for each other.
  let even = 0;
  let odd = 0;
  const pairs = dimension - (dimension % 2);
  for (let i = 0; i < pairs; i += 2) {
    const first = (descriptors[row + i] as number) - (words[word + i] as number);
    const second = (descriptors[row + i + 1] as number) - (words[word + i + 1] as number);
    even += first * first;
    odd += second * second;
  }
  if (pairs < dimension) even += ((descriptors[row + pairs] as number) - (words[word + pairs] as number)) ** 2;
  return even + odd;
}

function addUnitResidual(
  descriptors: Float32Array,
  row: number,
  words: Float32Array,
  word: number,
  dimension: number,
  out: Float32Array,
): void {
  const energy = squaredDistance(descriptors, row, words, word, dimension);
  if (energy === 0) return;
  const scale = 1 / Math.sqrt(energy);
  for (let i = 0; i < dimension; i++)
    out[word + i] =
      (out[word + i] as number) + scale * ((descriptors[row + i] as number) - (words[word + i] as number));
}
