import { expect, test } from 'vitest';
import { plane } from '../../src/raster.ts';
import { quantiseBlocks, transformBlock } from '../../src/signal/blockQuantisation.ts';
import { numbers } from '../vectors/watermarkVectors.ts';

/** C[k,n] by its definition. */
function basis(k: number, n: number): number {
  return (k === 0 ? Math.sqrt(1 / 8) : 0.5) * Math.cos(((2 * n + 1) * k * Math.PI) / 16);
}

const SAMPLES = numbers(5, 64).map((value) => 255 * value);

test('the transform of a block is C block C^T', () => {
  const block = Float32Array.from(SAMPLES);
  transformBlock(block);
  for (let k = 0; k < 8; k++)
    for (let l = 0; l < 8; l++) {
      let sum = 0;
      for (let y = 0; y < 8; y++)
        for (let x = 0; x < 8; x++) sum += basis(k, y) * (SAMPLES[8 * y + x] as number) * basis(l, x);
      expect(block[8 * k + l]).toBeCloseTo(sum, 3);
    }
});

test('steps of 1 change no sample by more than the rounding of 64 coefficients can', () => {
  const picture = plane(8, 8, Float32Array.from(SAMPLES, Math.round));
  const changes = quantiseBlocks(picture, 100).data.map((value, i) => Math.abs(value - (picture.data[i] as number)));
  // Deviations of 1 / sqrt 12 of orthonormal coefficients stay deviations of 1 / sqrt 12 of samples.
  expect(Math.max(...changes)).toBeLessThanOrEqual(1);
});
