/**
 * Which cell of the lattice carries what. A tile of `TILE_SIDE` x `TILE_SIDE` cells holds every coded bit once and the
 * pilots, in an order and with signs that only the key tells; the tile is repeated over the canvas.
 * @module
 */
import { keyedStream, shuffled } from '../../signal/keyedStream.ts';
import { CODED_BITS, encodePayload } from '../payload/payloadFrame.ts';
import { cachedByKey } from '../keyCache.ts';
import { drawOrigins, originOf, type TileOrigin } from '../tileOrigin.ts';
import type { TrackKey } from '../trackKey.ts';

/** 34^2 = 1024 coded bits + 132 pilots: at the weakest soft values that can be decoded the pilots stand 6 deviations high. */
export const TILE_SIDE = 34;
export const TILE_CELLS = TILE_SIDE * TILE_SIDE;
export const CELL_PILOTS = TILE_CELLS - CODED_BITS;

export interface CellLayout {
  /** Of every cell of the tile, row-major: which coded bit it carries, -1 for a pilot. */
  readonly bitOf: Int16Array;
  /** Of every cell, +1 or -1: what a 0 of the code, or a pilot, is sent as. */
  readonly signs: Int8Array;
  /** Cells of the pilots. */
  readonly pilots: Int32Array;
  /** The cell of every coded bit. */
  readonly cellOf: Int32Array;
  /** Where a picture's tiles may begin, cells. */
  readonly origins: readonly TileOrigin[];
}

/** The layout of a key. */
export const cellLayout: (key: TrackKey) => CellLayout = cachedByKey(makeLayout);

function makeLayout(key: TrackKey): CellLayout {
  const order = shuffled(
    Array.from({ length: TILE_CELLS }, (_, cell) => cell),
    keyedStream(key, 'cell order'),
  );
  const stream = keyedStream(key, 'cell signs');
  const signs = Int8Array.from({ length: TILE_CELLS }, () => stream.sign());
  const cellOf = Int32Array.from(order.slice(0, CODED_BITS));
  const bitOf = new Int16Array(TILE_CELLS).fill(-1);
  for (let bit = 0; bit < CODED_BITS; bit++) bitOf[cellOf[bit] as number] = bit;
  const pilots = Int32Array.from(order.slice(CODED_BITS));
  return { bitOf, signs, cellOf, pilots, origins: drawOrigins(key, TILE_SIDE) };
}

/**
 * The symbols of a payload on a canvas of so many cells: +1 or -1, row-major. @throws {RangeError} unless it holds 16 bytes
 */
export function symbolsOf(
  payload: Uint8Array,
  { bitOf, signs, origins }: CellLayout,
  columns: number,
  rows: number,
): Float32Array {
  const coded = encodePayload(payload);
  const { x, y } = originOf(origins, payload);
  const symbols = new Float32Array(columns * rows);
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at++) {
      const cell = ((row + TILE_SIDE - y) % TILE_SIDE) * TILE_SIDE + ((column + TILE_SIDE - x) % TILE_SIDE);
      const bit = bitOf[cell] as number;
      const value = bit >= 0 && coded[bit] === 1 ? -1 : 1;
      symbols[at] = value * (signs[cell] as number);
    }
  return symbols;
}
