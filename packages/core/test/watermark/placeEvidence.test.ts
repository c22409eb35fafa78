import { describe, expect, test } from 'vitest';
import { withoutKernels } from '../../src/kernels/kernels.ts';
import { scaling } from '../../src/watermark/affine.ts';
import { pilotField } from '../../src/watermark/pilotField.ts';
import { type PlaceEvidence, placeEvidence } from '../../src/watermark/placeEvidence.ts';
import { CONSTELLATION, markedNoise } from './markedNoise.ts';

describe('placeEvidence', () => {
  const see = (scale: number, width: number, height: number): PlaceEvidence => {
    const field = pilotField(markedNoise(width, height, 1), CONSTELLATION, scaling(scale));
    if (!field) throw new RangeError('the view holds no block');
    return placeEvidence(field);
  };

  // Single precision: each of some hundred logarithms errs by 1e-6.
  test.each([
    [1, 320, 256],
    [1, 224, 105],
    [0.7, 256, 192],
  ])('kernels and plain loops see the same place and height to 1e-3: scale %d, %d x %d', (scale, width, height) => {
    const fast = see(scale, width, height);
    const plain = withoutKernels(() => see(scale, width, height));
    expect(fast.evidence).toBeCloseTo(plain.evidence, 3);
    expect([fast.x, fast.y]).toEqual([plain.x, plain.y]);
  });

  test('a mark is evident under its own map and not under another', () => {
    expect(see(1, 480, 384).evidence).toBeGreaterThan(6);
    expect(see(0.7, 480, 384).evidence).toBeLessThan(5.5);
  });
});
