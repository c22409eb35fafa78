import { expect, test } from 'vitest';
import { withoutKernels } from '../../../src/kernels/kernels.ts';
import { lumaOf } from '../../../src/tamper/globalFit/lumaChroma.ts';
import { seededUniform } from '../../pictures/numbers.ts';

test('luma is made by the kernel as by a plain loop, bit for bit, of an odd number of pixels too', () => {
  const uniform = seededUniform(2);
  const plane = (): Float32Array => Float32Array.from({ length: 35 }, () => 280 * uniform() - 10);
  const picture = { width: 7, height: 5, channels: [plane(), plane(), plane()] as const };
  const luma = lumaOf({ ...picture });
  expect(luma).toEqual(withoutKernels(() => lumaOf({ ...picture })));
  expect(luma.data[34]).toBeCloseTo(
    0.299 * (picture.channels[0][34] as number) +
      0.587 * (picture.channels[1][34] as number) +
      0.114 * (picture.channels[2][34] as number),
    3,
  );
});
