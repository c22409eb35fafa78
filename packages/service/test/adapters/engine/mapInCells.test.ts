import { expect, test } from 'vitest';
import { mapInCells } from '../../../src/adapters/engine/mapInCells.ts';

const WIDTH = 50;
const HEIGHT = 30;
/** One certain pixel, and one that is nearly sure; `shift` moves and weakens both a little. */
function mapWith(shift: number): Uint8Array {
  const data = new Uint8Array(WIDTH * HEIGHT);
  data[(4 + shift) * WIDTH + 9 + shift] = 255 - shift;
  data[(20 + shift) * WIDTH + 41] = 160 + shift;
  return data;
}
const coarse = (data: Uint8Array) => mapInCells({ width: WIDTH, height: HEIGHT, data }, 4).data;

test('two edits that differ slightly have the same map, which still shows where and how surely in fifths', () => {
  const map = coarse(mapWith(0));
  expect(coarse(mapWith(1))).not.toEqual(mapWith(1));
  expect([...new Set(map)].toSorted((a, b) => a - b)).toEqual([0, 153, 255]);
  expect(coarse(Uint8Array.from(mapWith(0), (value) => (value === 255 ? 255 : value === 160 ? 170 : value)))).toEqual(
    map,
  );
  // Cells of 13 by 8 pixels: the first lies in the upper left, the second in the last column of the third row.
  expect([map[0], map[7 * WIDTH + 12], map[13], map[16 * WIDTH + 39], map[24 * WIDTH + 39]]).toEqual([
    255, 255, 0, 153, 0,
  ]);
});
