import { expect, test } from 'vitest';
import { withoutKernels } from '../../../src/kernels/kernels.ts';
import { plane } from '../../../src/raster.ts';
import type { Homography } from '../../../src/registration/homography.ts';
import { alignedView } from '../../../src/watermark/fusion/alignedView.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const uniform = seededUniform(8);
const QUERY = plane(
  157,
  103,
  Float32Array.from({ length: 157 * 103 }, () => 255 * uniform()),
);

test.each<{ name: string; map: Homography }>([
  { name: 'as it is', map: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
  { name: 'turned and moved, partly outside', map: [1.1, -0.3, 4.2, 0.2, 0.9, -7.7, 1e-4, -2e-4, 1] },
])('a view is warped by the kernel as by plain loops, bit for bit: $name', ({ map }) => {
  const reference = { width: 160, height: 110 };
  const view = alignedView(QUERY, map, reference);
  expect(view).toEqual(withoutKernels(() => alignedView(QUERY, map, reference)));
  expect(view?.data.some((value) => value > 0)).toBe(true);
  expect(view?.data.includes(0)).toBe(true);
});
