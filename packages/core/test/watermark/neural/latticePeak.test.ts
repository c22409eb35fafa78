import { expect, test } from 'vitest';
import { rectifiedWarp, displacementOf } from '../../../src/watermark/neural/latticeDisplacement.ts';
import { findLattice } from '../../../src/watermark/neural/latticePeak.ts';
import { CELL_SIDE, type CellReadings } from '../../../src/watermark/neural/neuralModem.ts';
import { uprightPlacement } from '../../../src/watermark/neural/placement.ts';
import { warpOf } from '../../../src/watermark/neural/viewSampler.ts';

/** What a perfect network says of a view whose samples (x, y) lie at `at(x, y)` on the marked canvas. */
function readingsAt(
  columns: number,
  rows: number,
  at: (x: number, y: number) => readonly [number, number],
): CellReadings {
  const cells = columns * rows;
  const values = Array.from({ length: 5 }, () => new Float32Array(cells));
  const [logits, cosX, sinX, cosY, sinY] = values as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let cell = 0; cell < cells; cell++) {
    const [x, y] = at((cell % columns) * CELL_SIDE + 4, Math.floor(cell / columns) * CELL_SIDE + 4);
    const [alongX, alongY] = [((x - 4) * 2 * Math.PI) / CELL_SIDE, ((y - 4) * 2 * Math.PI) / CELL_SIDE];
    [cosX[cell], sinX[cell]] = [Math.cos(alongX), Math.sin(alongX)];
    [cosY[cell], sinY[cell]] = [Math.cos(alongY), Math.sin(alongY)];
  }
  return { columns, rows, logits, cosX, sinX, cosY, sinY };
}

test('the affine map of a turned, scaled and shifted view is found, its shift modulo a cell', () => {
  const [turn, scale, shiftX, shiftY] = [0.14, 1.07, 2.3, -3.1];
  const [cosine, sine] = [scale * Math.cos(turn), scale * Math.sin(turn)];
  const { map, strength, coherence } = findLattice(
    readingsAt(50, 36, (x, y) => [cosine * x - sine * y + shiftX, sine * x + cosine * y + shiftY]),
  );
  const found = [map.xx, map.xy, map.yx, map.yy];
  for (const [i, value] of [cosine, -sine, sine, cosine].entries()) expect(found[i]).toBeCloseTo(value, 3);
  for (const [value, wanted] of [
    [map.x, shiftX],
    [map.y, shiftY],
  ] as const) {
    const cells = (value - wanted) / CELL_SIDE;
    expect(Math.abs(cells - Math.round(cells))).toBeLessThan(0.05);
  }
  expect(coherence).toBeGreaterThan(0.95);
  expect(strength).toBeGreaterThan(0.9 * Math.sqrt(50 * 36));
});

test('a bending of more than half a cell is followed and undone', () => {
  const bend = (x: number, y: number): readonly [number, number] => [
    x + 5 * Math.sin((2 * Math.PI * y) / 260),
    y + 3 * Math.sin((2 * Math.PI * x) / 300 + 1),
  ];
  const [columns, rows] = [56, 38];
  const size = { width: columns * CELL_SIDE, height: rows * CELL_SIDE };
  let warp = warpOf(uprightPlacement(size, size));
  const lies = (at: typeof warp) => (x: number, y: number) => {
    const node = (y / CELL_SIDE - 0.5) * (columns + 1) + x / CELL_SIDE - 0.5;
    const mean = (values: Float32Array) =>
      ((values[node] as number) +
        (values[node + 1] as number) +
        (values[node + columns + 1] as number) +
        (values[node + columns + 2] as number)) /
      4;
    return bend(mean(at.x), mean(at.y));
  };
  for (let round = 0; round < 3; round++)
    warp = rectifiedWarp(warp, displacementOf(readingsAt(columns, rows, lies(warp))));
  let worst = 0;
  for (let row = 3; row < rows - 3; row++)
    for (let column = 3; column < columns - 3; column++) {
      const [u, v] = [column * CELL_SIDE + 4, row * CELL_SIDE + 4];
      const [x, y] = lies(warp)(u, v);
      // The whole view may have come to lie whole cells away.
      const away = (value: number) => Math.abs(value - CELL_SIDE * Math.round(value / CELL_SIDE));
      worst = Math.max(worst, away(x - u), away(y - v));
    }
  expect(worst).toBeLessThan(0.8);
});
