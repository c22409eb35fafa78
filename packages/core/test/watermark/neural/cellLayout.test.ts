import { expect, test } from 'vitest';
import { CODED_BITS, encodePayload } from '../../../src/watermark/payload/payloadFrame.ts';
import { CELL_PILOTS, cellLayout, symbolsOf, TILE_CELLS, TILE_SIDE } from '../../../src/watermark/neural/cellLayout.ts';
import { originOf } from '../../../src/watermark/tileOrigin.ts';
import { readTile } from '../../../src/watermark/neural/tileReading.ts';

const KEY = new Uint8Array(32).fill(7);
const PAYLOAD = Uint8Array.from({ length: 16 }, (_, i) => 31 * i + 5);
const layout = cellLayout(KEY);

const readingsOf = (columns: number, rows: number, logits: Float32Array) => {
  const none = new Float32Array(columns * rows);
  return { columns, rows, logits, cosX: none, sinX: none, cosY: none, sinY: none };
};

test('a tile carries every coded bit once, and the pilots', () => {
  const bits = [...layout.bitOf].filter((bit) => bit >= 0).toSorted((a, b) => a - b);
  expect(bits).toEqual(Array.from({ length: CODED_BITS }, (_, bit) => bit));
  expect([...layout.pilots].every((cell) => layout.bitOf[cell] === -1)).toBe(true);
  expect([layout.pilots.length, CODED_BITS + CELL_PILOTS]).toEqual([CELL_PILOTS, TILE_CELLS]);
});

test('another key gives another order and other signs', () => {
  const other = cellLayout(new Uint8Array(32).fill(8));
  const alike = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    Array.from(a).filter((value, i) => value === b[i]).length;
  expect(alike(layout.bitOf, other.bitOf)).toBeLessThan(0.05 * TILE_CELLS);
  expect(Math.abs(alike(layout.signs, other.signs) - TILE_CELLS / 2)).toBeLessThan(5 * Math.sqrt(TILE_CELLS / 4));
});

test('symbols are read back at every cyclic shift, and the place is found', () => {
  const [columns, rows] = [48, 40];
  const symbols = symbolsOf(PAYLOAD, layout, columns + 20, rows + 20);
  const coded = encodePayload(PAYLOAD);
  for (const [left, top] of [
    [0, 0],
    [5, 19],
    [20, 3],
  ] as const) {
    const logits = new Float32Array(columns * rows);
    for (let i = 0; i < logits.length; i++)
      logits[i] = 2 * (symbols[(top + Math.floor(i / columns)) * (columns + 20) + left + (i % columns)] as number);
    const reading = readTile(readingsOf(columns, rows, logits), layout);
    expect(reading.zScore).toBeGreaterThan(10);
    const origin = { x: (reading.column + left) % TILE_SIDE, y: (reading.row + top) % TILE_SIDE };
    expect(origin).toEqual(originOf(layout.origins, PAYLOAD));
    expect(Array.from(reading.llr, (value) => (value > 0 ? 0 : 1))).toEqual(Array.from(coded));
  }
});

test('cells that say the same whatever the picture raise no pilots', () => {
  const constant = readTile(readingsOf(60, 40, new Float32Array(2400).fill(6)), layout);
  expect(constant.zScore).toBeLessThan(5);
});
