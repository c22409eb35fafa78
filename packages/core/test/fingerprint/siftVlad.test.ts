import { fingerprintFeatures, siftVlad } from '@assay/core/fingerprint/siftVlad';
import { luma } from '@assay/core/raster';
import { mirrorFeatures } from '@assay/core/search/mirrorFeatures';
import { dot } from '@assay/core/signal/unitVector';
import { expect, test } from 'vitest';
import { deadLeaves } from '../pictures/deadLeaves.ts';

const WIDTH = 240;
const featuresOf = (seed: number) => fingerprintFeatures(luma(deadLeaves(WIDTH, 180, seed)));

test('the features of a picture and those of the mirrored one have the same vector', () => {
  const features = featuresOf(1);
  const mirrored = mirrorFeatures(features, WIDTH);
  expect(mirrored.descriptors).not.toEqual(features.descriptors);
  expect(siftVlad(mirrored)).toEqual(siftVlad(features));
});

test('pictures of different things have different vectors', () => {
  expect(dot(siftVlad(featuresOf(1)), siftVlad(featuresOf(2)))).toBeLessThan(0.6);
});
