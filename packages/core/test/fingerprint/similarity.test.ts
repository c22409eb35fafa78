import { calibrate, type SimilarityConfig } from '@assay/core/fingerprint/calibration';
import { fingerprint } from '@assay/core/fingerprint/fingerprint';
import { rawSimilarity, SIMILARITY_THRESHOLD, similarity } from '@assay/core/fingerprint/similarity';
import { SIMILARITY_CONFIG } from '@assay/core/fingerprint/similarityConfig';
import type { Raster } from '@assay/core/raster';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deadLeaves } from '../pictures/deadLeaves.ts';

test('the threshold is the default of the contract', () => expect(SIMILARITY_THRESHOLD).toBe(0.8));

test('identical pictures have similarity 1, flat ones too', () => {
  const flat: Raster = { width: 50, height: 40, channels: 3, depth: 8, data: new Uint8Array(6000).fill(9) };
  for (const picture of [deadLeaves(200, 150, 1), flat]) {
    const print = fingerprint(picture);
    for (const value of Object.values(similarity(print, print))) expect(value).toBeCloseTo(1, 5);
  }
});

test('every similarity of two pictures lies in 0..1', () => {
  const prints = [1, 2, 3, 4].map((seed) => fingerprint(deadLeaves(150, 100, seed)));
  for (const a of prints)
    for (const b of prints)
      for (const value of Object.values(similarity(a, b))) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
});

test('calibration is monotone, 0.8 at the match and 1 at 1, for every measure', () => {
  for (const knots of Object.values(SIMILARITY_CONFIG.knots)) {
    if (!knots) throw new Error('the built-in embedders are calibrated together');
    expect(knots.floor).toBeLessThan(knots.match);
    expect(knots.match).toBeLessThan(1);
    expect(calibrate(knots.floor, knots)).toBe(0);
    expect(calibrate(knots.match, knots)).toBeCloseTo(SIMILARITY_THRESHOLD, 12);
    expect(calibrate(1, knots)).toBe(1);
    const raw = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(raw, raw, (a, b) => {
        expect(calibrate(Math.min(a, b), knots)).toBeLessThanOrEqual(calibrate(Math.max(a, b), knots));
      }),
    );
  }
});

test('embedders that were not calibrated together are averaged after their own calibration', () => {
  const own = { floor: -0.5, match: 0.5 };
  const config: SimilarityConfig = {
    ...SIMILARITY_CONFIG,
    knots: { ...SIMILARITY_CONFIG.knots, embedding768: own, average: null },
  };
  const [a, b] = [fingerprint(deadLeaves(200, 150, 1)), fingerprint(deadLeaves(200, 150, 2))];
  const { embedding768, embedding1024, pdq, average } = similarity(a, b, config);
  expect(embedding768).toBe(calibrate(rawSimilarity(a, b).embedding768, own));
  expect(average).toBeCloseTo((embedding768 + embedding1024 + pdq) / 3, 12);
});

test('the weights of the average sum to 1', () => {
  const { embedding768, embedding1024, pdq } = SIMILARITY_CONFIG.weights;
  expect(embedding768 + embedding1024 + pdq).toBeCloseTo(1, 12);
  expect(Math.min(embedding768, embedding1024, pdq)).toBeGreaterThanOrEqual(0);
});

/** Grows brighter from left to right by `steepness` grey levels. */
const ramp = (steepness: number): Raster => ({
  width: 120,
  height: 90,
  channels: 1,
  depth: 8,
  data: Uint8Array.from({ length: 120 * 90 }, (_, i) => 40 + Math.round((steepness * (i % 120)) / 120)),
});

test('a flat picture and a scene are no match, and neither are two scenes too plain for local features', () => {
  const flat: Raster = { ...ramp(0), channels: 1 };
  const scene = fingerprint(deadLeaves(200, 150, 1));
  expect(similarity(fingerprint(flat), scene).average).toBeLessThan(SIMILARITY_THRESHOLD);
  expect(similarity(scene, fingerprint(flat)).average).toBeLessThan(SIMILARITY_THRESHOLD);
  const vertical: Raster = {
    ...ramp(0),
    data: Uint8Array.from({ length: 120 * 90 }, (_, i) => 40 + Math.round((90 * Math.floor(i / 120)) / 90)),
  };
  expect(similarity(fingerprint(ramp(90)), fingerprint(vertical)).average).toBeLessThan(SIMILARITY_THRESHOLD);
});
