import { expect, test } from 'vitest';
import { buildScaleSpace, type Octave } from '../../src/features/scaleSpace.ts';
import { withoutKernels } from '../../src/kernels/kernels.ts';
import { plane } from '../../src/raster.ts';
import { seededUniform } from '../pictures/numbers.ts';
import { largestDifference } from '../vectors/watermarkVectors.ts';

const uniform = seededUniform(5);
const picture = plane(
  75,
  50,
  Float32Array.from({ length: 75 * 50 }, () => 255 * uniform()),
);

// Each level adds the rounding of one blur in single precision, see the test of that.
test.each([false, true])('the kernels agree with the scalar fallback at every level (doubled: %s)', (doubled) => {
  const octaves = buildScaleSpace(picture, doubled).octaves;
  const scalar = withoutKernels(() => buildScaleSpace(picture, doubled)).octaves;
  expect(octaves).toHaveLength(scalar.length);
  octaves.forEach((octave, i) => {
    const other = scalar[i] as Octave;
    expect(octave.gaussians.map(({ width, height }) => [width, height])).toEqual(
      other.gaussians.map(({ width, height }) => [width, height]),
    );
    for (const levels of ['gaussians', 'differences'] as const)
      octave[levels].forEach(({ data }, level) => {
        expect(largestDifference(data, other[levels][level]?.data ?? [])).toBeLessThan(0.005);
      });
  });
});

test('a difference is that of the levels beside it, to the bit', () => {
  const [{ gaussians, differences }] = buildScaleSpace(picture, false).octaves as [Octave];
  differences.forEach(({ data }, i) => {
    const [lower, upper] = [gaussians[i]?.data ?? [], gaussians[i + 1]?.data ?? []];
    expect(data).toEqual(Float32Array.from(data, (_, k) => (upper[k] as number) - (lower[k] as number)));
  });
});
