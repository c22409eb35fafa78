import { expect, test } from 'vitest';
import { withoutKernels } from '../../../src/kernels/kernels.ts';
import { plane } from '../../../src/raster.ts';
import { cellDeviations } from '../../../src/watermark/presence/cellCorrelation.ts';
import { type KnownMark, TABLE_SIDE } from '../../../src/watermark/presence/knownMark.ts';
import { seededUniform } from '../../pictures/numbers.ts';

test('cells are summed up by the kernel as by plain loops', () => {
  const uniform = seededUniform(3);
  const noise = (length: number): Float32Array<ArrayBuffer> => Float32Array.from({ length }, () => uniform() - 0.5);
  const whitened = plane(171, 93, noise(171 * 93));
  const pose = { a: 0.97, b: -0.21, c: 0.2, d: 1.04 };
  const table = noise(TABLE_SIDE ** 2);
  const mark: KnownMark = { pose, tileSide: 128, offset: { x: 31.7, y: -12.2 }, zScore: 20, table };
  const found = cellDeviations(whitened, mark);
  const plain = withoutKernels(() => cellDeviations(whitened, mark));
  expect(found.energy).toEqual(plain.energy);
  // What is divided by afterwards is blurred by kernels in single precision, of a hundred thousandth.
  found.deviations.data.forEach((value, j) => expect(value).toBeCloseTo(plain.deviations.data[j] as number, 4));
  expect(found.deviations.data.some((value) => Math.abs(value) > 0.5)).toBe(true);
});
