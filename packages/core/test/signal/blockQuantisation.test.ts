import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutKernels } from '../../src/kernels/kernels.ts';
import { plane } from '../../src/raster.ts';
import { quantiseBlocks } from '../../src/signal/blockQuantisation.ts';

test('quantiseBlocks: kernel and scalar form agree bit for bit, at every size and quality', () => {
  fc.assert(
    fc.property(
      fc.record({
        width: fc.integer({ min: 1, max: 50 }),
        height: fc.integer({ min: 1, max: 40 }),
        quality: fc.integer({ min: 1, max: 100 }),
        seed: fc.integer({ min: 1, max: 1e6 }),
        isWhole: fc.boolean(),
      }),
      ({ width, height, quality, seed, isWhole }) => {
        const luma = plane(width, height);
        for (let i = 0; i < luma.data.length; i++) {
          const value = 128 + 100 * Math.sin(i / 7 + seed) + 60 * Math.sin(seed * i * i);
          luma.data[i] = isWhole ? Math.max(0, Math.min(255, Math.round(value))) : value;
        }
        const scalar = withoutKernels(() => quantiseBlocks(luma, quality));
        expect(quantiseBlocks(luma, quality)).toEqual(scalar);
      },
    ),
  );
});

test('quantiseBlocks: a flat picture keeps its level to half a step of its mean', () => {
  const flat = plane(20, 12);
  flat.data.fill(77);
  // At quality 50 the mean of a block is coded in steps of 16 / 8 levels.
  for (const value of quantiseBlocks(flat, 50).data) expect(Math.abs(value - 77)).toBeLessThanOrEqual(1);
});
