/**
 * Numbers by which a database finds stored pictures that share local features with a query: of each feature its word and
 * the first bits of its signature,
 *     key = 4096 word + (signature mod 4096),      0 <= key < 2^24.
 * Descriptors of the same surface agree in all twelve bits about one time in six, chance meetings in one of 4,096, so a
 * B-tree over keys is an inverted file of 16 million lists without anything in a process's memory. A query asks for the
 * keys near its own as well: with the bits turned that it decides by the smallest margin.
 * Sources: Jegou, Douze, Schmid 2008 (signatures); Lv et al. 2007 (multi-probe: the least certain bits first).
 * @module
 */
import { indexOfMin } from '../signal/indexOfMin.ts';
import { COMPACT_LENGTH, type CompactFeatures } from './compactFeatures.ts';
import { assignment, assignWords, signatureMargins } from './visualWords.ts';

/** Bits of a signature that a key holds. */
export const KEY_BITS = 12;
/** Features of a stored picture that have keys, strongest first: of 150 crops to a quarter keep too few. */
export const STORED_KEYS_MAX = 256;
/** Features of a query that ask, strongest first. */
const QUERY_FEATURES_MAX = 1000;
/** Words that a query feature looks into. */
const QUERY_WORDS = 2;
/** Bits that are turned, each by itself, in each of them. */
const TURNED_BITS = 2;

const MASK = 2 ** KEY_BITS - 1;

const keyOf = (word: number, bits: number): number => word * 2 ** KEY_BITS + (bits & MASK);

/** Of an index record's first features; the database works out the same from the record's bytes (`localKeys.ts` there). */
export function storedKeys({ words, low }: { readonly words: Uint16Array; readonly low: Uint32Array }): number[] {
  const keys = new Set<number>();
  for (let i = 0; i < Math.min(words.length, STORED_KEYS_MAX); i++)
    keys.add(keyOf(words[i] as number, low[i] as number));
  return [...keys];
}

/** All keys that a query asks for, each once; at most 6,000. */
export function queryKeys(query: CompactFeatures): number[] {
  const keys = new Set<number>();
  const nearest = assignment(QUERY_WORDS);
  const margins = new Float64Array(KEY_BITS);
  for (let i = 0; i < Math.min(query.count, QUERY_FEATURES_MAX); i++) {
    assignWords(query.descriptors, i * COMPACT_LENGTH, nearest);
    for (let rank = 0; rank < QUERY_WORDS; rank++) {
      const word = nearest.words[rank] as number;
      const bits = nearest.low[rank] as number;
      keys.add(keyOf(word, bits));
      signatureMargins(query.descriptors, i * COMPACT_LENGTH, word, margins);
      for (let turned = 0; turned < TURNED_BITS; turned++) {
        const bit = indexOfMin(margins);
        margins[bit] = Number.POSITIVE_INFINITY;
        keys.add(keyOf(word, bits ^ (1 << bit)));
      }
    }
  }
  return [...keys];
}
