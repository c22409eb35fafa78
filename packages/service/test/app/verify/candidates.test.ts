import { expect, test } from 'vitest';
import type { Asset } from '../../../src/app/ports/assets/assets.ts';
import type { Compared } from '../../../src/app/ports/verify/engine.ts';
import type { Ports } from '../../../src/app/ports/ports.ts';
import { pairwiseComparisons } from '../../../src/app/verify/candidates.ts';

const NOTHING: Compared = {
  registration: null,
  difference: null,
  payloadZScore: null,
  mapPng: null,
  modifications: [],
};

/** How many of ten candidates, none of which explains the picture, are compared. */
async function comparisons(query: { width: number; height: number }, stored: { width: number; height: number }) {
  const deps = {
    files: { read: async () => new Uint8Array(1) },
    engine: { compare: async () => NOTHING },
  } as unknown as Pick<Ports, 'files' | 'engine'>;
  const found = Array.from({ length: 10 }, (_, i) => ({
    asset: { id: String(i), ...stored } as unknown as Asset,
    similarity: 0.5,
    isNamed: false,
    localInliers: null,
    compared: null,
  }));
  const scope = { organizationIds: [] };
  const candidates = await pairwiseComparisons(deps, { bytes: new Uint8Array(1), ...query }, null, scope)(found);
  expect(candidates).toHaveLength(10);
  return candidates.filter(({ compared }) => compared !== null).length;
}

test('five candidates are compared, also with pictures of a large camera', async () => {
  expect(await comparisons({ width: 800, height: 600 }, { width: 4000, height: 3000 })).toBe(5);
  expect(await comparisons({ width: 5000, height: 4000 }, { width: 5000, height: 4000 })).toBe(5);
});

test('of the largest pictures only the likeliest is, which bounds the time of a verification', async () => {
  expect(await comparisons({ width: 10_000, height: 10_000 }, { width: 10_000, height: 10_000 })).toBe(1);
  expect(await comparisons({ width: 6000, height: 4000 }, { width: 6000, height: 4000 })).toBe(4);
  expect(await comparisons({ width: 7000, height: 7000 }, { width: 7000, height: 7000 })).toBe(2);
});
