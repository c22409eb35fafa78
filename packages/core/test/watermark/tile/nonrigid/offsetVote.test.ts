import { describe, expect, test } from 'vitest';
import { withoutKernels } from '../../../../src/kernels/kernels.ts';
import { scaling } from '../../../../src/watermark/affine.ts';
import { pilotField } from '../../../../src/watermark/tile/nonrigid/pilotField.ts';
import { type OffsetVote, voteForOffset } from '../../../../src/watermark/tile/nonrigid/offsetVote.ts';
import { LAYOUT, markedNoise } from '../../markedNoise.ts';

describe('voteForOffset', () => {
  const see = (scale: number, width: number, height: number): OffsetVote => {
    const field = pilotField(markedNoise(width, height, 1), LAYOUT, scaling(scale));
    if (!field) throw new RangeError('the view holds no block');
    return voteForOffset(field);
  };

  // Single precision: each of some hundred logarithms errs by 1e-6.
  test.each([
    [1, 320, 256],
    [1, 224, 105],
    [0.7, 256, 192],
  ])('kernels and plain loops see the same offset and z-score to 1e-3: scale %d, %d x %d', (scale, width, height) => {
    const fast = see(scale, width, height);
    const plain = withoutKernels(() => see(scale, width, height));
    expect(fast.zScore).toBeCloseTo(plain.zScore, 3);
    expect([fast.x, fast.y]).toEqual([plain.x, plain.y]);
  });

  test('a mark is seen under its own pose and not under another', () => {
    expect(see(1, 480, 384).zScore).toBeGreaterThan(6);
    expect(see(0.7, 480, 384).zScore).toBeLessThan(5.5);
  });
});
