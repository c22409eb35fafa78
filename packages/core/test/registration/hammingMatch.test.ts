import { expect, test } from 'vitest';
import { withoutKernels } from '../../src/kernels/kernels.ts';
import { type Match, matchMutual } from '../../src/registration/hammingMatch.ts';
import { keyedWords } from '../pictures/numbers.ts';

const bits = (word: number): number => [...(word >>> 0).toString(2)].filter((b) => b === '1').length;

/** The definition, bit by bit. */
function naive(query: Uint32Array, reference: Uint32Array, ratioMax: number): Match[] {
  const distance = (i: number, j: number): number => {
    let sum = 0;
    for (let k = 0; k < 8; k++) sum += bits((query[8 * i + k]! ^ reference[8 * j + k]!) >>> 0);
    return sum;
  };
  const queries = Array.from({ length: query.length / 8 }, (_, i) => i);
  const references = Array.from({ length: reference.length / 8 }, (_, j) => j);
  const out: Match[] = [];
  for (const i of queries) {
    const sorted = references.map((j) => ({ j, d: distance(i, j) })).sort((a, b) => a.d - b.d || a.j - b.j);
    const best = sorted[0]!;
    const back = queries.map((k) => ({ k, d: distance(k, best.j) })).sort((a, b) => a.d - b.d || a.k - b.k)[0]!;
    if (back.k === i && best.d <= ratioMax * (sorted[1]?.d ?? 257))
      out.push({ query: i, reference: best.j, distance: best.d });
  }
  return out;
}

test('finds exactly the mutual, unambiguous pairs that the definition gives', () => {
  const reference = keyedWords(8 * 60, 1);
  const query = keyedWords(8 * 50, 2);
  // Half of the queries are noisy copies of references.
  for (let i = 0; i < 25; i++)
    for (let k = 0; k < 8; k++) query[8 * i + k] = (reference[8 * (2 * i) + k]! ^ (k < 3 ? 1 << (i + k) : 0)) >>> 0;
  for (const ratio of [0.7, 0.9, 1]) {
    const expected = naive(query, reference, ratio);
    expect(matchMutual(query, reference, ratio)).toEqual(expected);
    expect(withoutKernels(() => matchMutual(query, reference, ratio))).toEqual(expected);
  }
  expect(matchMutual(query, reference, 0.9).length).toBeGreaterThanOrEqual(25);
});

test('no descriptors, no matches; half a descriptor is an error of ours', () => {
  expect(matchMutual(new Uint32Array(0), new Uint32Array(8), 1)).toEqual([]);
  expect(matchMutual(new Uint32Array(8), new Uint32Array(0), 1)).toEqual([]);
  expect(() => matchMutual(new Uint32Array(7), new Uint32Array(8), 1)).toThrow(RangeError);
});
