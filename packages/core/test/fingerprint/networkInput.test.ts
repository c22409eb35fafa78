import { canvasOf } from '@assay/core/fingerprint/canvas';
import { type InputRecipe, networkInput } from '@assay/core/fingerprint/networkInput';
import type { Raster } from '@assay/core/raster';
import { describe, expect, test } from 'vitest';

const STRETCH: InputRecipe = { size: 4, fit: 'stretch', resize: 4, mean: [0, 0, 0], deviation: [1, 1, 1] };

function rgb(width: number, height: number, sample: (x: number, y: number, channel: number) => number): Raster {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const pixel = Math.floor(i / 3);
    return sample(pixel % width, Math.floor(pixel / width), i % 3);
  });
  return { width, height, channels: 3, depth: 8, data };
}

const inputOf = (picture: Raster, recipe: InputRecipe): Float32Array =>
  networkInput(picture, canvasOf(picture, 512), recipe);

test('planes come one after the other, R first, less the mean and over the deviation', () => {
  const picture = rgb(8, 8, (_x, _y, channel) => [255, 51, 0][channel] as number);
  const out = inputOf(picture, { ...STRETCH, mean: [0.5, 0.2, 0], deviation: [0.25, 0.5, 2] });
  expect(out).toHaveLength(48);
  expect(out[0]).toBeCloseTo(2, 5);
  expect(out[16]).toBeCloseTo(0, 5);
  expect(out[32]).toBeCloseTo(0, 5);
});

test('a stretched picture is seen whole', () => {
  const out = inputOf(
    rgb(40, 10, (x) => (x < 10 ? 255 : 0)),
    STRETCH,
  );
  for (let y = 0; y < 4; y++) expect([...out.subarray(4 * y, 4 * y + 4)]).toEqual([1, 0, 0, 0]);
});

describe('cut out of the middle', () => {
  const recipe: InputRecipe = { ...STRETCH, fit: 'crop', resize: 8 };

  test('only the middle square is seen', () => {
    // Bright in the middle 4 x 4 of 16 x 8 after the shorter side became 8.
    const picture = rgb(64, 32, (x, y) => (x >= 20 && x < 44 && y >= 4 && y < 28 ? 255 : 0));
    for (const value of inputOf(picture, recipe)) expect(value).toBeGreaterThan(0.9);
  });

  test('values stay within what bytes can hold', () => {
    const stripes = rgb(64, 64, (x) => (Math.floor(x / 8) % 2) * 255);
    for (const value of inputOf(stripes, { ...recipe, size: 24, resize: 24 })) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
    }
  });

  test.each([
    [1, 4000],
    [4000, 1],
    [1, 1],
    [3, 2],
  ])('a picture of %i x %i pixels fills the square', (width, height) => {
    for (const value of inputOf(
      rgb(width, height, () => 255),
      recipe,
    ))
      expect(value).toBeCloseTo(1, 5);
  });
});

test('a network that wants more pixels than the canvas has gets them from the picture', () => {
  // One-pixel stripes: gone in the canvas, there in the picture.
  const stripes = rgb(1024, 1024, (x) => (x % 2) * 255);
  const out = inputOf(stripes, { ...STRETCH, size: 1024 });
  expect(Math.max(...out.subarray(0, 1024))).toBe(1);
  expect(Math.min(...out.subarray(0, 1024))).toBe(0);
});
