import { describe, expect, test } from 'vitest';
import { withoutKernels } from '../../../../src/kernels/kernels.ts';
import { searchAspect } from '../../../../src/watermark/tile/detect/aspectSearch.ts';
import { makeCarrierLayout } from '../../../../src/watermark/tile/carriers/carrierLayout.ts';
import { logPolarSpectrum } from '../../../../src/watermark/tile/spectrum/logPolarSpectrum.ts';
import { CODED_BITS } from '../../../../src/watermark/payload/payloadFrame.ts';
import { searchSimilarity } from '../../../../src/watermark/tile/detect/pilotDetector.ts';
import type { HalfPower } from '../../../../src/watermark/tile/spectrum/pictureSpectrum.ts';
import { largestDifference, numbers } from '../../../vectors/watermarkVectors.ts';

const PARAMETERS = { tileSide: 96, radiusMin: 0.05, radiusMax: 0.23, pilotRadiusMin: 0.08, pilotRadiusMax: 0.18 };
const LAYOUT = makeCarrierLayout(PARAMETERS, new Uint8Array(32).fill(3), CODED_BITS);

/** Exponential noise of mean 1, with the strong pilots raised under a pose that scales x and y by 1.1 and 0.95. */
function spectrum(gridWidth: number, gridHeight: number): HalfPower {
  const stride = gridWidth / 2 + 1;
  const relative = Float32Array.from(numbers(5, stride * gridHeight), (value) => -Math.log(1 - value));
  for (let p = 0; p < 16; p++) {
    const [u, v] = [LAYOUT.u[p] as number, LAYOUT.v[p] as number];
    const column = Math.round((u / PARAMETERS.tileSide / 1.1) * gridWidth);
    const row = Math.round((v / PARAMETERS.tileSide / 0.95) * gridHeight) + gridHeight / 2;
    relative[row * stride + column] = 12;
  }
  return { gridWidth, gridHeight, stride, relative, background: new Float32Array(0) };
}

describe.each([
  [512, 256],
  [128, 1024],
])('search in a spectrum of %d x %d by kernels and by plain loops', (width, height) => {
  const power = spectrum(width, height);

  test('the log-polar spectrum is the same to 1e-3 of a peak', () => {
    const plain = withoutKernels(() => logPolarSpectrum(power));
    // Places are single precision: 1e-4 of a grid step at the edge of the spectrum.
    expect(largestDifference(logPolarSpectrum(power), plain)).toBeLessThan(1e-2);
  });

  test.each([false, true])('rotation and scale: the same candidates, mirrored %s', (mirrored) => {
    const spectrum = logPolarSpectrum(power);
    const find = () => searchSimilarity(spectrum, LAYOUT, mirrored, 40);
    expectSame(find(), withoutKernels(find));
  });

  test.each([false, true])('unequal scales: the same candidates, mirrored %s', (mirrored) => {
    const find = () => searchAspect(power, LAYOUT, mirrored, 40);
    expectSame(find(), withoutKernels(find));
  });

  test('the stretch that the pilots went through comes first', () => {
    const [best] = searchAspect(power, LAYOUT, false, 1);
    expect(best?.affine.a).toBeCloseTo(1 / 1.1, 1);
    expect(best?.affine.d).toBeCloseTo(1 / 0.95, 1);
  });
});

/** Sums in another order may exchange candidates whose scores differ by rounding. */
function expectSame(found: ReturnType<typeof searchAspect>, expected: ReturnType<typeof searchAspect>): void {
  expect(found.length).toBe(expected.length);
  for (const [i, { score }] of found.entries()) expect(score).toBeCloseTo(expected[i]?.score ?? 0, 4);
  expect(found[0]?.affine).toEqual(expected[0]?.affine);
}
