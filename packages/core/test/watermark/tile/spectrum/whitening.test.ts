import { expect, test } from 'vitest';
import { whiten } from '../../../../src/watermark/tile/spectrum/whitening.ts';
import { largestDifference, VECTORS } from '../../../vectors/watermarkVectors.ts';

test('whitening agrees with SciPy', () => {
  const { width, height, luma, whitened } = VECTORS.picture;
  const out = whiten({ width, height, data: Float32Array.from(luma) });
  expect(largestDifference(out.data, whitened)).toBeLessThan(1e-4);
});

test('a flat picture leaves nothing', () => {
  const out = whiten({ width: 40, height: 30, data: new Float32Array(1200).fill(200) });
  expect(largestDifference(out.data, new Float32Array(1200))).toBeLessThan(1e-3);
});
