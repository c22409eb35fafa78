import { plane } from '@assay/core/raster';
import { resizeCubic } from '@assay/core/signal/resample/resizeCubic';
import { expect, test } from 'vitest';

const WIDTH = 9;
const HEIGHT = 7;
const picture = plane(
  WIDTH,
  HEIGHT,
  Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => (Math.floor(i / WIDTH) * 31 + (i % WIDTH) * 17) % 97),
);

/** Pillow 9.4, `Image.resize(size, BICUBIC)` of the same numbers in mode F. */
const PILLOW = [
  {
    width: 4,
    height: 3,
    values: [39.469, 52.1, 39.519, 43.583, 55.235, 54.406, 45.873, 39.276, 54.16, 47.569, 57.652, 42.759],
  },
  {
    width: 12,
    height: 10,
    values: [-2.766, 7.584, 21.497, 34.207, 46.716, 63.592, 83.324, 82.483, 9.637, 9.226, 27.66, 38.01],
  },
];

test.each(PILLOW)('$width x $height is what Pillow makes of it', ({ width, height, values }) => {
  const out = resizeCubic(picture, width, height);
  for (const [i, value] of values.entries()) expect(out.data[i]).toBeCloseTo(value, 2);
});

test('a constant stays constant whatever the size', () => {
  const flat = plane(5, 3, new Float32Array(15).fill(7));
  for (const [width, height] of [
    [1, 1],
    [2, 8],
    [13, 2],
  ] as const)
    for (const value of resizeCubic(flat, width, height).data) expect(value).toBeCloseTo(7, 5);
});

test('the same size is the same picture', () => {
  const out = resizeCubic(picture, WIDTH, HEIGHT);
  for (const [i, value] of picture.data.entries()) expect(out.data[i]).toBeCloseTo(value, 4);
});
