import { project } from '@assay/core/features/pca';
import { rootSift } from '@assay/core/features/rootSift';
import { nearestWord, vlad } from '@assay/core/features/vlad';
import { dot, norm } from '@assay/core/signal/unitVector';
import { expect, test } from 'vitest';

test('rootSift rows have unit length and their dot product is the Hellinger kernel', () => {
  const descriptors = Uint8Array.from({ length: 256 }, (_, i) => (i * 37) % 91);
  const roots = rootSift(descriptors);
  const [a, b] = [roots.subarray(0, 128), roots.subarray(128)];
  expect(norm(a)).toBeCloseTo(1, 5);
  const sum = (from: number) => descriptors.subarray(from, from + 128).reduce((total, value) => total + value, 0);
  let kernel = 0;
  for (let i = 0; i < 128; i++)
    kernel += Math.sqrt(((descriptors[i] as number) / sum(0)) * ((descriptors[128 + i] as number) / sum(128)));
  expect(dot(a, b)).toBeCloseTo(kernel, 5);
  expect(rootSift(new Uint8Array(128)).every((value) => value === 0)).toBe(true);
});

test('project takes the mean away and reads the coordinates along the axes', () => {
  const axes = Float32Array.of(0, 1, 0, 0.6, 0, 0.8);
  const out = project(Float32Array.of(2, 3, 4, 1, 1, 1), { mean: Float32Array.of(1, 1, 1), axes });
  expect(Array.from(out, (value) => Math.round(value * 1e5) / 1e5)).toEqual([2, 3, 0, 0]);
});

test('vlad by hand: unit residuals, unit words, signed root, unit length', () => {
  const words = Float32Array.of(0, 0, 10, 0);
  // Two descriptors near the first word with residuals (3, 4) and (0, -2), one near the second with (-1, 0).
  const out = vlad([Float32Array.of(3, 4, 0, -2, 9, 0)], words, 2);
  const [x, y] = [0.6, 0.8 - 1];
  const length = Math.hypot(x, y);
  const rooted = [Math.sqrt(x / length), -Math.sqrt(-y / length), -1, 0];
  const total = Math.hypot(...rooted);
  for (const [i, value] of rooted.entries()) expect(out[i]).toBeCloseTo(value / total, 5);
});

test('vlad of nothing is zero, and a descriptor on its word adds nothing', () => {
  expect([...vlad([new Float32Array(0)], Float32Array.of(1, 2, 3, 4), 2)]).toEqual([0, 0, 0, 0]);
  expect([...vlad([Float32Array.of(1, 2)], Float32Array.of(1, 2, 3, 4), 2)]).toEqual([0, 0, 0, 0]);
});

test('vlad counts each descriptor in the form that is nearest to a word, whatever the order of the forms', () => {
  const words = Float32Array.of(0, 0, 10, 0);
  // The first descriptor is nearer as it is (distance 1 against 5), the second in its other form (2 against 4).
  const [asIs, other] = [Float32Array.of(0, 1, 10, 4), Float32Array.of(3, 4, 8, 0)];
  const out = vlad([asIs, other], words, 2);
  expect([...out]).toEqual([...vlad([Float32Array.of(0, 1, 8, 0)], words, 2)]);
  expect([...vlad([other, asIs], words, 2)]).toEqual([...out]);
});

test('nearestWord gives the offset of the word at the smallest distance', () => {
  const words = Float32Array.of(0, 0, 5, 5, 9, 9);
  expect(nearestWord(Float32Array.of(1, 1, 6, 4), 2, words, 2)).toBe(2);
});
