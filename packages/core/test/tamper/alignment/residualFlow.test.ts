import { expect, test } from 'vitest';
import { withoutKernels } from '../../../src/kernels/kernels.ts';
import { type Plane, plane } from '../../../src/raster.ts';
import { gaussianBlur } from '../../../src/signal/blur/gaussianBlur.ts';
import { displacedPlanes, residualFlow } from '../../../src/tamper/alignment/residualFlow.ts';
import { seededUniform } from '../../pictures/numbers.ts';
import { largestDifference } from '../../vectors/watermarkVectors.ts';

/** Texture of a few pixels, as a low-passed picture has it. */
function texture(width: number, height: number): Plane {
  const uniform = seededUniform(3);
  const noise = plane(
    width,
    height,
    Float32Array.from({ length: width * height }, () => 255 * uniform()),
  );
  const smooth = gaussianBlur(noise, 2);
  return { ...smooth, data: smooth.data.map((value) => 128 + 6 * (value - 128)) };
}

const flowOf = (size: { width: number; height: number }, x: number, y: number) => {
  const component = (value: number) => plane(size.width, size.height).data.fill(value);
  return { dx: { ...size, data: component(x) }, dy: { ...size, data: component(y) } };
};

function shifted(input: Plane, x: number, y: number): Plane {
  const [data] = displacedPlanes(input, [input.data], flowOf(input, x, y)) as [Float32Array<ArrayBuffer>];
  return { ...input, data };
}

const SIZES = [
  [61, 47],
  [40, 30],
  [3, 2],
] as const;

test.each(SIZES)('the kernels agree with the scalar fallback on %d x %d', (width, height) => {
  const reference = texture(width, height);
  const query = shifted(reference, 0.7, -0.4);
  const mask = Uint8Array.from({ length: width * height }, (_, i) => (i % 13 === 0 ? 0 : 1));
  const read = () => shifted(reference, 1.3, -2.6).data;
  expect(largestDifference(read(), withoutKernels(read))).toBeLessThan(1e-3);
  const [first, second] = [reference.data, texture(width, height).data.reverse()];
  const both = displacedPlanes(reference, [first, second], flowOf(reference, 1.3, -2.6));
  expect(both[0]).toEqual(read());
  expect(both[1]).toEqual(shifted({ ...reference, data: second }, 1.3, -2.6).data);
  const flow = () => residualFlow(query, reference, mask, 1.25);
  const [kernels, scalar] = [flow(), withoutKernels(flow)];
  expect(largestDifference(kernels.dx.data, scalar.dx.data)).toBeLessThan(1e-3);
  expect(largestDifference(kernels.dy.data, scalar.dy.data)).toBeLessThan(1e-3);
});

test('the flow finds by how much a picture was moved, away from its border', () => {
  const reference = texture(61, 47);
  const { dx, dy } = residualFlow(shifted(reference, 0.7, -0.4), reference, new Uint8Array(61 * 47).fill(1), 1.25);
  const middle = 23 * 61 + 30;
  expect(dx.data[middle]).toBeCloseTo(0.7, 1);
  expect(dy.data[middle]).toBeCloseTo(-0.4, 1);
});
