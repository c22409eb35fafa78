import { withoutKernels } from '@assay/core/kernels/kernels';
import { luma, plane, type Raster } from '@assay/core/raster';
import { reducePlane, reduceRaster, reduceRows, resizeBilinear } from '@assay/core/signal/resample/resize';
import { rowsOf } from '@assay/core/signal/rowSource';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const mean = (data: Float32Array) => data.reduce((sum, value) => sum + value, 0) / data.length;

test('a reduction by whole numbers is the mean of blocks', () => {
  const input = plane(4, 2, Float32Array.of(1, 3, 10, 20, 5, 7, 30, 40));
  expect([...reducePlane(input, 2, 1).data]).toEqual([4, 25]);
});

test('a reduction by 3/2 cuts the middle sample in half', () => {
  const [a, b] = reducePlane(plane(3, 1, Float32Array.of(3, 6, 12)), 2, 1).data;
  expect(a).toBeCloseTo(4, 5);
  expect(b).toBeCloseTo(10, 5);
});

test('area averaging keeps the mean, whatever the sizes', () => {
  const side = fc.integer({ min: 1, max: 30 });
  fc.assert(
    fc.property(side, side, side, side, (width, height, newWidth, newHeight) => {
      const input = plane(
        width,
        height,
        Float32Array.from({ length: width * height }, (_, i) => (i * 31) % 97),
      );
      expect(mean(reducePlane(input, newWidth, newHeight).data)).toBeCloseTo(mean(input.data), 3);
    }),
  );
});

test('reduceRaster averages every channel and brings 16 bits to [0, 255]', () => {
  const data = Uint16Array.of(0, 65535, 257, 65535, 65535, 257);
  const raster: Raster = { width: 2, height: 1, channels: 3, depth: 16, data };
  const [r, g, b] = reduceRaster(raster, 1, 1);
  expect(r).toBeCloseTo(127.5, 3);
  expect(g).toBeCloseTo(255, 3);
  expect(b).toBeCloseTo(1, 5);
});

test('rasters of bytes and planes are averaged alike with and without kernels, and kept as they are at their own size', () => {
  const side = fc.integer({ min: 1, max: 40 });
  const channels = fc.constantFrom(1, 2, 3, 4) as fc.Arbitrary<Raster['channels']>;
  fc.assert(
    fc.property(side, side, side, side, channels, (width, height, newWidth, newHeight, count) => {
      const data = Uint8Array.from({ length: width * height * count }, (_, i) => (i * 151 + (i >> 3)) % 256);
      const raster: Raster = { width, height, channels: count, depth: 8, data };
      const reduced = reduceRaster(raster, newWidth, newHeight);
      const scalar = withoutKernels(() => reduceRaster(raster, newWidth, newHeight));
      for (const [i, value] of scalar.entries()) expect(Math.abs(value - reduced[i]!)).toBeLessThan(1e-3);
      expect([...reduceRaster(raster, width, height)]).toEqual([...data]);
      const input = plane(width * count, height, Float32Array.from(data));
      const ofPlane = reducePlane(input, newWidth, newHeight).data;
      const scalarPlane = withoutKernels(() => reducePlane(input, newWidth, newHeight)).data;
      for (const [i, value] of scalarPlane.entries()) expect(Math.abs(value - ofPlane[i]!)).toBeLessThan(1e-3);
    }),
  );
});

test('resizeBilinear reproduces a ramp inside the border and keeps the picture at the same size', () => {
  const ramp = plane(
    8,
    4,
    Float32Array.from({ length: 32 }, (_, i) => (i % 8) * 10 + Math.floor(i / 8)),
  );
  expect(resizeBilinear(ramp, 8, 4).data).toEqual(ramp.data);
  const { data } = resizeBilinear(ramp, 16, 8);
  expect(data[3 * 16 + 5]).toBeCloseTo(((5 + 0.5) / 2 - 0.5) * 10 + (3 + 0.5) / 2 - 0.5, 4);
});

test('sides must be positive integers', () => {
  expect(() => reducePlane(plane(2, 2), 0, 1)).toThrow(RangeError);
  expect(() => resizeBilinear(plane(2, 2), 1.5, 1)).toThrow(RangeError);
});

// Single precision: sums of a few hundred bytes, an error of 1e-7 of 255 each.
test.each([
  [37, 23, 11, 7],
  [64, 40, 64, 40],
  [130, 9, 17, 3],
  [5, 3, 4, 1],
])('luma from bytes of three colours is reduced as luma in rows is, %d x %d to %d x %d', (width, height, w, h) => {
  const data = Uint8Array.from({ length: 3 * width * height }, (_, i) => (i * i * 31 + (i >> 3)) & 255);
  const raster: Raster = { width, height, channels: 3, depth: 8, data };
  const fast = reduceRows(rowsOf(raster), w, h);
  const plain = withoutKernels(() => reduceRows(rowsOf(raster), w, h));
  expect(plain.data).toHaveLength(w * h);
  for (const reduced of [plain.data, reducePlane(luma(raster), w, h).data])
    expect(Math.max(...fast.data.map((value, i) => Math.abs(value - (reduced[i] as number))))).toBeLessThan(1e-3);
});
