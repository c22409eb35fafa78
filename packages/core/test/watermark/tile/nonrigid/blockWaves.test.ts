import { expect, test } from 'vitest';
import { withoutKernels } from '../../../../src/kernels/kernels.ts';
import { plane } from '../../../../src/raster.ts';
import { BLOCK_SIDE, blockGrid, blockWaves } from '../../../../src/watermark/tile/nonrigid/blockWaves.ts';
import { numbers } from '../../../vectors/watermarkVectors.ts';

const VIEW = plane(
  107,
  74,
  Float32Array.from(numbers(3, 107 * 74), (value) => value - 0.5),
);
const GRID = blockGrid(VIEW.width, VIEW.height);
// Two waves share their frequency along x, as the pilots of an upright pose do.
const WAVES = { x: Float64Array.of(0.11, -0.07, 0.11), y: Float64Array.of(0.02, 0.13, -0.19) };

test('every block holds what the sum over its samples says', () => {
  expect(GRID).toEqual({ left: 5, top: 5, columns: 3, rows: 2 });
  const responses = blockWaves(VIEW, GRID, WAVES);
  expect(responses).toHaveLength(2 * 3 * 2 * 3);
  for (const [block, wave] of [
    [0, 0],
    [4, 1],
    [5, 2],
  ] as const) {
    const [column, row] = [block % 3, Math.floor(block / 3)];
    let [re, im] = [0, 0];
    for (let j = 0; j < BLOCK_SIDE; j++)
      for (let i = 0; i < BLOCK_SIDE; i++) {
        const [x, y] = [GRID.left + column * BLOCK_SIDE + i, GRID.top + row * BLOCK_SIDE + j];
        const angle = -2 * Math.PI * ((WAVES.x[wave] as number) * (x - 53) + (WAVES.y[wave] as number) * (y - 37));
        re += (VIEW.data[y * VIEW.width + x] as number) * Math.cos(angle);
        im += (VIEW.data[y * VIEW.width + x] as number) * Math.sin(angle);
      }
    expect(responses[2 * (3 * block + wave)]).toBeCloseTo(re, 3);
    expect(responses[2 * (3 * block + wave) + 1]).toBeCloseTo(im, 3);
  }
});

test('with and without kernels it is the same, to the rounding of sums in another order', () => {
  const [quick, plain] = [blockWaves(VIEW, GRID, WAVES), withoutKernels(() => blockWaves(VIEW, GRID, WAVES))];
  quick.forEach((value, i) => expect(value).toBeCloseTo(plain[i] as number, 4));
});
