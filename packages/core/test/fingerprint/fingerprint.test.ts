import { EMBEDDING_MODEL, type Fingerprint, fingerprint } from '@assay/core/fingerprint/fingerprint';
import { rawSimilarity, SIMILARITY_THRESHOLD, similarity } from '@assay/core/fingerprint/similarity';
import type { Raster } from '@assay/core/raster';
import { reduceRaster } from '@assay/core/signal/resample/resize';
import { norm } from '@assay/core/signal/unitVector';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deadLeaves } from '../pictures/deadLeaves.ts';

function picture(width: number, height: number, channels: 1 | 2 | 3 | 4, value: (i: number) => number): Raster {
  return {
    width,
    height,
    channels,
    depth: 8,
    data: Uint8Array.from({ length: width * height * channels }, (_, i) => value(i)),
  };
}

function expectSound(print: Fingerprint): void {
  expect(print.pdq).toHaveLength(32);
  expect(print.embedding768).toHaveLength(768);
  expect(print.embedding1024).toHaveLength(1024);
  expect(norm(print.embedding768)).toBeCloseTo(1, 5);
  expect(norm(print.embedding1024)).toBeCloseTo(1, 5);
}

test('flat and one-pixel pictures have finite vectors of unit length', () => {
  for (const channels of [1, 2, 3, 4] as const)
    for (const [width, height] of [
      [1, 1],
      [1, 300],
      [17, 2],
      [64, 64],
    ] as const)
      for (const value of [0, 77, 255]) expectSound(fingerprint(picture(width, height, channels, () => value)));
});

test('any small picture has finite vectors of unit length', () => {
  const small = fc.record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
    channels: fc.constantFrom(1, 2, 3, 4) as fc.Arbitrary<1 | 2 | 3 | 4>,
    seed: fc.integer(),
  });
  fc.assert(
    fc.property(small, ({ width, height, channels, seed }) => {
      expectSound(fingerprint(picture(width, height, channels, (i) => Math.imul(i + 1, seed | 1) >>> 24)));
    }),
    { numRuns: 60 },
  );
});

test('the same picture gives the same fingerprint, to the last bit', () => {
  const scene = deadLeaves(300, 200, 3);
  expect(fingerprint(scene)).toEqual(fingerprint({ ...scene, data: Uint8Array.from(scene.data) }));
});

test('16-bit samples give the fingerprint of the 8-bit picture', () => {
  const scene = deadLeaves(300, 200, 4);
  const deep = { ...scene, depth: 16 as const, data: Uint16Array.from(scene.data, (value) => value * 257) };
  const { embedding768, embedding1024 } = rawSimilarity(fingerprint(deep), fingerprint(scene));
  expect(embedding768).toBeGreaterThan(0.9999);
  expect(embedding1024).toBeGreaterThan(0.99);
});

describe('copies', () => {
  const scenes = [31, 32, 33, 34, 35, 36].map((seed) => deadLeaves(400, 300, seed, 900));
  const stored = scenes.map((one) => fingerprint(one));
  const [scene] = scenes as [Raster];

  const copies: Readonly<Record<string, Raster>> = {
    'half the size': {
      ...scene,
      width: 200,
      height: 150,
      data: Uint8Array.from(reduceRaster(scene, 200, 150), Math.round),
    },
    'darker and flatter': { ...scene, data: scene.data.map((value) => Math.round(0.6 * value + 20)) },
    'a caption bar': { ...scene, data: scene.data.map((value, i) => (i < 400 * 40 * 3 ? 255 : value)) },
    grey: {
      ...scene,
      channels: 1,
      data: Uint8Array.from({ length: 400 * 300 }, (_, i) => Math.round(lumaAt(scene, i))),
    },
  };

  test.each(Object.keys(copies))('%s is a match, and nearer than every other picture', (name) => {
    const query = fingerprint(copies[name] as Raster);
    const averages = stored.map((print) => similarity(query, print).average);
    expect(averages[0]).toBeGreaterThanOrEqual(SIMILARITY_THRESHOLD);
    // Pictures of one random process are nearer to each other than photographs of different things: they come close to
    // the threshold, which is calibrated on photographs.
    for (const impostor of averages.slice(1)) expect(impostor).toBeLessThan((averages[0] as number) - 0.05);
  });

  test('a mirrored copy is a match by PDQ and by SIFT-VLAD', () => {
    const data = new Uint8Array(scene.data.length);
    for (let y = 0; y < 300; y++)
      for (let x = 0; x < 400; x++)
        data.set(scene.data.subarray((y * 400 + 399 - x) * 3, (y * 400 + 400 - x) * 3), (y * 400 + x) * 3);
    const query = fingerprint({ ...scene, data });
    const [own, ...impostors] = stored.map((print) => similarity(query, print));
    expect(own?.pdq).toBeGreaterThanOrEqual(SIMILARITY_THRESHOLD);
    expect(own?.embedding1024).toBeGreaterThanOrEqual(SIMILARITY_THRESHOLD);
    for (const impostor of impostors) expect(impostor.embedding1024).toBeLessThan(own?.embedding1024 as number);
  });
});

test('embedding_model names both models and fits its column of 100 characters', () => {
  expect(EMBEDDING_MODEL).toMatch(/^[\w./-]+\+[\w./-]+$/);
  expect(EMBEDDING_MODEL.length).toBeLessThanOrEqual(100);
});

function lumaAt({ data }: Raster, i: number): number {
  return 0.299 * (data[3 * i] as number) + 0.587 * (data[3 * i + 1] as number) + 0.114 * (data[3 * i + 2] as number);
}
