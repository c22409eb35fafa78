import { expect, test } from 'vitest';
import type { Asset } from '../../src/app/ports/assets.ts';
import type { Compared } from '../../src/app/ports/engine.ts';
import type { Ports } from '../../src/app/ports/ports.ts';
import { compareSuspects } from '../../src/app/verify/candidates.ts';

const NOTHING: Compared = { registration: null, difference: null, markSigma: null, mapPng: null, modifications: [] };

/** How many of ten suspects, none of which explains the picture, are looked at closely. */
async function looks(query: { width: number; height: number }, stored: { width: number; height: number }) {
  const deps = {
    files: { read: async () => new Uint8Array(1) },
    engine: { compare: async () => NOTHING },
  } as unknown as Pick<Ports, 'files' | 'engine'>;
  const suspects = Array.from({ length: 10 }, (_, i) => ({
    asset: { id: String(i), ...stored } as unknown as Asset,
    similarity: 0.5,
    isNamed: false,
    localInliers: null,
  }));
  const candidates = await compareSuspects(deps, { bytes: new Uint8Array(1), ...query }, suspects, null);
  expect(candidates).toHaveLength(10);
  return candidates.filter(({ compared }) => compared !== null).length;
}

test('five suspects are looked at closely, also with pictures of a large camera', async () => {
  expect(await looks({ width: 800, height: 600 }, { width: 4000, height: 3000 })).toBe(5);
  expect(await looks({ width: 5000, height: 4000 }, { width: 5000, height: 4000 })).toBe(5);
});

test('of the largest pictures only the likeliest is, which bounds the time of a verification', async () => {
  expect(await looks({ width: 10_000, height: 10_000 }, { width: 10_000, height: 10_000 })).toBe(1);
  expect(await looks({ width: 6000, height: 4000 }, { width: 6000, height: 4000 })).toBe(4);
  expect(await looks({ width: 7000, height: 7000 }, { width: 7000, height: 7000 })).toBe(2);
});
