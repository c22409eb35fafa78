import { expect, test } from 'vitest';
import { withoutKernels } from '../../../src/kernels/kernels.ts';
import { plane } from '../../../src/raster.ts';
import { rowsOf } from '../../../src/signal/rowSource.ts';
import { centredPlacement } from '../../../src/watermark/neural/placement.ts';
import { viewAt, viewSampler } from '../../../src/watermark/neural/viewSampler.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const uniform = seededUniform(8);
const LUMA = plane(
  157,
  103,
  Float32Array.from({ length: 157 * 103 }, () => 255 * uniform()),
);
const SIDE = { width: 64, height: 48 };

test.each([
  { name: 'within the picture', pixels: 0.9, turn: 0.4 },
  { name: 'beyond its borders', pixels: 3.1, turn: -0.2 },
])('a view is sampled by the kernel as by plain loops, bit for bit: $name', ({ pixels, turn }) => {
  // One sampler: it keeps its pyramid, whose kernels agree with plain loops only nearly.
  const sampler = viewSampler(rowsOf(LUMA));
  const placement = centredPlacement(LUMA, pixels, 0, SIDE, turn);
  const { luma, covered } = viewAt(sampler, placement);
  const plain = withoutKernels(() => viewAt(sampler, placement));
  expect(covered).toEqual(plain.covered);
  expect(luma).toEqual(plain.luma);
});
