import { COMPACT_LENGTH, type CompactFeatures } from '@assay/core/search/compactFeatures';
import { type Match, matchFeatures } from '@assay/core/search/similarityVote';
import { expect, test } from 'vitest';
import { withoutKernels } from '../../src/kernels/kernels.ts';
import { keyedWords } from '../pictures/numbers.ts';

function features(descriptors: Int8Array): CompactFeatures {
  const count = descriptors.length / COMPACT_LENGTH;
  const zeros = new Float32Array(count);
  return { width: 640, height: 480, count, x: zeros, y: zeros, scale: zeros, orientation: zeros, descriptors };
}

/** Bytes of chance, the whole range of eight bits among them. */
const chance = (count: number, seed: number): Int8Array =>
  new Int8Array(keyedWords((count * COMPACT_LENGTH) / 4, seed).buffer).map((byte) => Math.max(-127, byte));

/** The definition: distances to all, sorted. */
function naive(query: CompactFeatures, stored: CompactFeatures): Match[] {
  const distance = (q: number, s: number): number => {
    let sum = 0;
    for (let k = 0; k < COMPACT_LENGTH; k++)
      sum += (query.descriptors[q * COMPACT_LENGTH + k]! - stored.descriptors[s * COMPACT_LENGTH + k]!) ** 2;
    return sum;
  };
  return Array.from({ length: query.count }, (_, q) => {
    const sorted = Array.from({ length: stored.count }, (_, s) => ({ s, d: distance(q, s) })).sort(
      (a, b) => a.d - b.d || a.s - b.s,
    );
    const ratio = Math.sqrt(sorted[0]!.d / (sorted[1]?.d ?? Number.POSITIVE_INFINITY));
    return { query: q, stored: sorted[0]!.s, ratio };
  })
    .filter(({ ratio }) => ratio <= 0.85)
    .sort((a, b) => a.ratio - b.ratio);
}

test('matches are those of the definition, with and without kernels', () => {
  const stored = features(chance(60, 1));
  // Half of the query's descriptors are a stored one with some numbers moved, the others are of chance.
  const query = features(chance(80, 2));
  for (let q = 0; q < 40; q++)
    for (let k = 0; k < COMPACT_LENGTH; k++)
      query.descriptors[q * COMPACT_LENGTH + k] =
        stored.descriptors[q * COMPACT_LENGTH + k]! - (k % 7 === q % 7 ? Math.sign(stored.descriptors[k]!) * 9 : 0);
  const expected = naive(query, stored);
  expect(expected.length).toBeGreaterThanOrEqual(40);
  expect(matchFeatures(query, stored)).toEqual(expected);
  expect(withoutKernels(() => matchFeatures(query, stored))).toEqual(expected);
});

test('one stored feature matches whatever is there, two equal ones match nothing, none none', () => {
  const one = features(chance(1, 3));
  const query = features(chance(5, 4));
  const twice = features(Int8Array.of(...one.descriptors, ...one.descriptors));
  for (const run of [<T>(work: () => T): T => work(), withoutKernels]) {
    expect(run(() => matchFeatures(query, one))).toHaveLength(5);
    expect(run(() => matchFeatures(one, twice))).toEqual([]);
    expect(run(() => matchFeatures(query, features(new Int8Array(0))))).toEqual([]);
    expect(run(() => matchFeatures(features(new Int8Array(0)), one))).toEqual([]);
  }
});
