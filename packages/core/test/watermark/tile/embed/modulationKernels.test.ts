import { describe, expect, test } from 'vitest';
import { withoutKernels } from '../../../../src/kernels/kernels.ts';
import { luma, type Plane, plane, type Raster } from '../../../../src/raster.ts';
import { renderScene } from '../../../../src/scene/renderScene.ts';
import { lumaPlane } from '../../../../src/signal/colour/lumaPlane.ts';
import { ssimOfPlanes } from '../../../../src/signal/metrics.ts';
import { cellsOf, sweepCells } from '../../../../src/signal/pictureCells.ts';
import { rowsOf, sumOfRows } from '../../../../src/signal/rowSource.ts';
import { applyDelta } from '../../../../src/watermark/applyDelta.ts';
import { estimateSsim } from '../../../../src/signal/ssimEstimate.ts';
import { applyMark, estimateMarkSsim, psnrOfMark } from '../../../../src/watermark/tile/embed/applyModulation.ts';
import { analyseBand } from '../../../../src/watermark/tile/carriers/bandAnalysis.ts';
import { synthesiseBand } from '../../../../src/watermark/tile/carriers/bandSynthesis.ts';
import { tileGrid } from '../../../../src/watermark/tile/carriers/tileGrid.ts';
import { markRows, type TileMark, tileLayer } from '../../../../src/watermark/tile/embed/modulation.ts';
import { foldView, markedView } from '../../../../src/watermark/tile/embed/viewFold.ts';
import { viewWhitening } from '../../../../src/watermark/tile/embed/viewWhitening.ts';
import { largestDifference, numbers } from '../../../vectors/watermarkVectors.ts';

// Sides that are no multiples of four: vectors reach over the ends of rows.
const SCENE = renderScene({ width: 203, height: 118, seed: 6 });
const { width, height } = SCENE;
const LUMA = luma(SCENE);

function tile(side: number, seed: number): Float32Array {
  return Float32Array.from(numbers(seed, side * side), (value) => 3 * (value - 0.5));
}

/** One tile at the picture's scale, one between pixels, under a strength that varies from cell to cell. */
function markOf(side: number): TileMark {
  const field = plane(Math.ceil(width / side), Math.ceil(height / side));
  field.data.set(numbers(3, field.data.length).map((value) => 4 * value));
  const layers = [
    tileLayer(tileGrid(32, 1, width, height), tile(32, 1), 0.6),
    tileLayer(tileGrid(40, 1.17, width, height), tile(40, 2), 0.4),
  ];
  return { width, height, strength: { side, field }, layers };
}

/** The function by kernels and by their scalar fallbacks. */
function both<T>(run: () => T): readonly [T, T] {
  return [run(), withoutKernels(run)];
}

function expectEqual([kernels, scalar]: readonly [Plane, Plane], tolerance: number): void {
  expect([kernels.width, kernels.height]).toEqual([scalar.width, scalar.height]);
  expect(largestDifference(kernels.data, scalar.data)).toBeLessThan(tolerance);
}

describe('kernels of embedding give what their scalar fallbacks give', () => {
  test('luma, for colour with and without alpha', () => {
    const data = Uint8Array.from(numbers(8, 4 * width * height), (value) => 256 * value);
    const withAlpha: Raster = { width, height, channels: 4, depth: 8, data };
    // Single precision: 255 * 2^-23 for each of three terms.
    for (const picture of [SCENE, withAlpha])
      expectEqual(
        both(() => lumaPlane(picture)),
        1e-4,
      );
  });

  test('cells and the reduced picture', () => {
    const [kernels, scalar] = both(() => sweepCells(SCENE, 8, 3));
    expectEqual([kernels.cells.mean, scalar.cells.mean], 1e-4);
    // Sums of squares of up to 128^2.
    expectEqual([kernels.cells.variance, scalar.cells.variance], 0.02);
    expectEqual([kernels.reduced, scalar.reduced], 1e-4);
  });

  test.each([4, 8])('a mark over luma, cells of %i pixels', (side) => {
    expectEqual(
      both(() => markedView(LUMA, markOf(side))),
      1e-3,
    );
  });

  test.each([3, 4] as const)('a mark over a picture of %i channels, and its PSNR', (channels) => {
    const data = Uint8Array.from(numbers(8, channels * width * height), (value) => 256 * value);
    const picture: Raster = { width, height, channels, depth: 8, data };
    const before = data.slice();
    const [kernels, scalar] = both(() => applyMark(picture, markOf(4)));
    // A sum that ends within single precision of a half may round to either side.
    expect(
      largestDifference(Float32Array.from(kernels.picture.data), Float32Array.from(scalar.picture.data)),
    ).toBeLessThan(2);
    const differing = kernels.picture.data.filter((value, i) => value !== scalar.picture.data[i]);
    expect(differing.length).toBeLessThan(data.length / 1000);
    expect(kernels.psnrDb).toBeCloseTo(scalar.psnrDb, 3);
    expect(psnrOfMark(picture, markOf(4), 1)).toBeCloseTo(scalar.psnrDb, 3);
    expect(data).toEqual(before);
    if (channels === 4)
      expect(kernels.picture.data.filter((_, i) => i % 4 === 3)).toEqual(data.filter((_, i) => i % 4 === 3));
  });

  test('a mark and a change beside it, rounded once', () => {
    const data = Uint8Array.from(numbers(8, 3 * width * height), (value) => 256 * value);
    const picture: Raster = { width, height, channels: 3, depth: 8, data };
    const beside = rowsOf(
      plane(
        width,
        height,
        Float32Array.from(numbers(9, width * height), (value) => 6 * value - 3),
      ),
    );
    const [kernels, scalar] = both(() => applyMark(picture, markOf(4), beside));
    const differing = kernels.picture.data.filter((value, i) => value !== scalar.picture.data[i]);
    expect(differing.length).toBeLessThan(data.length / 1000);
    expect(kernels.psnrDb).toBeCloseTo(scalar.psnrDb, 3);
    expect(applyDelta(picture, sumOfRows(markRows(markOf(4)), beside)).data).toEqual(scalar.picture.data);
    // Rounded in turns, the noise of rounding is added twice.
    const inTurns = applyDelta(applyMark(picture, markOf(4)).picture, beside).data;
    expect(inTurns.filter((value, i) => value !== scalar.picture.data[i]).length).toBeGreaterThan(data.length / 10);
  });

  test('a whitened view, folded to tiles', () => {
    const cells = cellsOf(rowsOf(LUMA), 4);
    const energy = plane(cells.mean.width, cells.mean.height, new Float32Array(cells.mean.data.length).fill(4));
    const grids = [tileGrid(32, 1, width, height), tileGrid(40, 1.17, width, height)];
    const [kernels, scalar] = both(() => foldView(LUMA, viewWhitening(cells, energy), grids));
    // Sums of some thirty values about 1.
    for (const [t, fold] of kernels.entries())
      expect(largestDifference(fold, scalar[t] as Float32Array)).toBeLessThan(1e-3);
  });

  test('a band of Fourier coefficients, there and back', () => {
    const u = Int16Array.of(0, 1, 3, 7, 7);
    const v = Int16Array.of(2, -5, 0, 4, -9);
    const values = Float32Array.from(numbers(4, 10), (value) => value - 0.5);
    const [tileByKernels, tileScalar] = both(() => synthesiseBand(96, { u, v, values, count: 5 }));
    expect(largestDifference(tileByKernels, tileScalar)).toBeLessThan(1e-5);
    const [byKernels, scalar] = both(() => analyseBand(96, tileByKernels, u, v));
    expect(largestDifference(byKernels, scalar)).toBeLessThan(0.01);
    // A wave of amplitude Z has the coefficient Z side^2 / 2.
    expect(
      largestDifference(
        byKernels,
        values.map((value) => (value * 96 ** 2) / 2),
      ),
    ).toBeLessThan(0.01);
  });

  test('SSIM of planes, whole and sampled', () => {
    const changed = markedView(LUMA, markOf(4));
    for (const step of [1, 4] as const) {
      const [kernels, scalar] = both(() => ssimOfPlanes(LUMA, changed, step));
      expect(kernels).toBeCloseTo(scalar, 4);
    }
  });

  test('SSIM of a large picture and of a mark on it', () => {
    const [w, h] = [1300, 1000];
    const data = Uint8Array.from(numbers(2, 3 * w * h), (value) => 100 + 60 * value);
    const picture: Raster = { width: w, height: h, channels: 3, depth: 8, data };
    const field = plane(Math.ceil(w / 8), Math.ceil(h / 8));
    field.data.fill(4);
    const layers = [tileLayer(tileGrid(32, 1, w, h), tile(32, 1), 1)];
    const mark = { width: w, height: h, strength: { side: 8, field }, layers };
    const [kernels, scalar] = both(() => estimateMarkSsim(picture, mark, 4));
    expect(kernels).toBeCloseTo(scalar, 4);
    const marked = applyMark(picture, mark).picture;
    const [pictures, scalarPictures] = both(() => estimateSsim(picture, marked, 4));
    expect(pictures).toBeCloseTo(scalarPictures, 4);
    expect(pictures).toBeCloseTo(kernels, 2);
  });
});
