/**
 * Visual words in two levels, and binary signatures within a word (Hamming embedding).
 *  - A descriptor goes to the nearest of 64 coarse centres, then to the nearest of that cell's 64 fine ones: 128 distances
 *    instead of 4,096. A query descriptor goes to its several nearest words (multiple assignment).
 *  - Its signature says on which side of the word's centre c it lies along 64 fixed random directions:
 *        bit_k = [ r_k . (x - c) > 0 ].
 *    Descriptors of the same surface differ in few bits, chance meetings in about half of 64.
 * Sources: Nister, Stewenius 2006 (levels); Jegou, Douze, Schmid 2008 (Hamming embedding; here the word's own centre is
 * the threshold, in place of learned medians); Philbin et al. 2008 (multiple assignment).
 * @module
 */
import { indexOfMin } from '../signal/indexOfMin.ts';
import { population } from '../signal/population.ts';
import { COMPACT_LENGTH } from './compactFeatures.ts';
import { COARSE_CENTRES, FINE_CENTRES, SIGNATURE_DIRECTIONS } from './searchTables.ts';

export const COARSE_WORDS = 64;
export const FINE_WORDS = 64;
export const WORDS = COARSE_WORDS * FINE_WORDS;
export const SIGNATURE_BITS = 64;

/** Words of one descriptor, nearest first, and its signature in each; reused from call to call. */
export interface Assignment {
  readonly words: Uint16Array;
  readonly low: Uint32Array;
  readonly high: Uint32Array;
}

export function assignment(count: number): Assignment {
  return { words: new Uint16Array(count), low: new Uint32Array(count), high: new Uint32Array(count) };
}

/** Coarse cells that are searched for more than one word. */
const CELLS_SEARCHED = 3;

const coarseDistances = new Float64Array(COARSE_WORDS);

/**
 * Fills `out` with the nearest words of the descriptor at `at`: from the nearest coarse cell if one word is asked for,
 * else from the `CELLS_SEARCHED` nearest.
 */
export function assignWords(descriptors: Int8Array, at: number, out: Assignment): void {
  const wanted = out.words.length;
  for (let c = 0; c < COARSE_WORDS; c++) coarseDistances[c] = squaredDistance(descriptors, at, COARSE_CENTRES, c);
  const distances = new Float64Array(wanted).fill(Number.POSITIVE_INFINITY);
  for (let searched = 0; searched < (wanted === 1 ? 1 : CELLS_SEARCHED); searched++) {
    const cell = indexOfMin(coarseDistances);
    coarseDistances[cell] = Number.POSITIVE_INFINITY;
    for (let word = cell * FINE_WORDS; word < (cell + 1) * FINE_WORDS; word++)
      insertNearest(word, squaredDistance(descriptors, at, FINE_CENTRES, word), distances, out.words);
  }
  signAll(descriptors, at, out);
}

function insertNearest(word: number, distance: number, distances: Float64Array, words: Uint16Array): void {
  let rank = distances.length;
  while (rank > 0 && distance < (distances[rank - 1] as number)) rank--;
  if (rank === distances.length) return;
  distances.copyWithin(rank + 1, rank);
  words.copyWithin(rank + 1, rank);
  distances[rank] = distance;
  words[rank] = word;
}

function squaredDistance(descriptors: Int8Array, at: number, centres: Int8Array, centre: number): number {
  let sum = 0;
  for (let i = 0, c = centre * COMPACT_LENGTH; i < COMPACT_LENGTH; i++, c++) {
    const difference = (descriptors[at + i] as number) - (centres[c] as number);
    sum += difference * difference;
  }
  return sum;
}

/** r_k . c for every word and direction, worked out at first use: a query then turns each descriptor only once. */
let thresholds: Int32Array | null = null;

function thresholdTable(): Int32Array {
  thresholds ??= Int32Array.from({ length: WORDS * SIGNATURE_BITS }, (_, i) =>
    along(i % SIGNATURE_BITS, FINE_CENTRES, Math.floor(i / SIGNATURE_BITS) * COMPACT_LENGTH),
  );
  return thresholds;
}

/** r_k . x for the row of `rows` that begins at `at`. */
function along(direction: number, rows: Int8Array, at: number): number {
  let sum = 0;
  for (let i = 0, d = direction * COMPACT_LENGTH; i < COMPACT_LENGTH; i++, d++)
    sum += (SIGNATURE_DIRECTIONS[d] as number) * (rows[at + i] as number);
  return sum;
}

const alongAll = new Int32Array(SIGNATURE_BITS);

function signAll(descriptors: Int8Array, at: number, out: Assignment): void {
  const table = thresholdTable();
  for (let bit = 0; bit < SIGNATURE_BITS; bit++) alongAll[bit] = along(bit, descriptors, at);
  for (const [rank, word] of out.words.entries()) {
    const halves = [0, 0];
    for (let bit = 0; bit < SIGNATURE_BITS; bit++)
      if ((alongAll[bit] as number) > (table[word * SIGNATURE_BITS + bit] as number))
        halves[bit >> 5] = (halves[bit >> 5] as number) | (1 << (bit & 31));
    out.low[rank] = halves[0] as number;
    out.high[rank] = halves[1] as number;
  }
}

/** How surely the descriptor at `at` decides the first bits of its signature in a word, |r_k . (x - c)| for each of `out`. */
export function signatureMargins(descriptors: Int8Array, at: number, word: number, out: Float64Array): void {
  const table = thresholdTable();
  for (let bit = 0; bit < out.length; bit++)
    out[bit] = Math.abs(along(bit, descriptors, at) - (table[word * SIGNATURE_BITS + bit] as number));
}

/** Bits in which two signatures differ. */
export function signatureDistance(low1: number, high1: number, low2: number, high2: number): number {
  return population(low1 ^ low2) + population(high1 ^ high2);
}
