import { HOG_LENGTH } from '@assay/core/fingerprint/hogLayout';
import { HOG_ROOT_MEAN } from '@assay/core/fingerprint/hogMean';
import { DESCRIPTOR_DIMENSION, SIFT_VLAD_LENGTH } from '@assay/core/fingerprint/siftVlad';
import { DESCRIPTOR_AXES, DESCRIPTOR_MEAN, VLAD_WORDS } from '@assay/core/fingerprint/vladCodebook';
import { dot } from '@assay/core/signal/unitVector';
import { expect, test } from 'vitest';

test('the learned tables have the sizes that the fingerprint needs', () => {
  expect(HOG_ROOT_MEAN).toHaveLength(HOG_LENGTH);
  expect(DESCRIPTOR_MEAN).toHaveLength(128);
  expect(DESCRIPTOR_AXES).toHaveLength(DESCRIPTOR_DIMENSION * 128);
  expect(VLAD_WORDS).toHaveLength(SIFT_VLAD_LENGTH);
});

const axis = (k: number) => DESCRIPTOR_AXES.subarray(k * 128, (k + 1) * 128);

test('the principal axes are orthonormal', () => {
  for (let i = 0; i < DESCRIPTOR_DIMENSION; i++)
    for (let j = 0; j <= i; j++) expect(dot(axis(i), axis(j))).toBeCloseTo(i === j ? 1 : 0, 5);
});

const word = (k: number) => VLAD_WORDS.subarray(k * DESCRIPTOR_DIMENSION, (k + 1) * DESCRIPTOR_DIMENSION).join();

test('the words are all different', () => {
  const count = SIFT_VLAD_LENGTH / DESCRIPTOR_DIMENSION;
  expect(new Set(Array.from({ length: count }, (_, k) => word(k))).size).toBe(count);
});
