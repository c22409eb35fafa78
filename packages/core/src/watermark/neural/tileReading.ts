/**
 * Where the tile stands on the lattice, and what its cells say: the readings of a view are folded to one tile, the pilots
 * are compared at every cyclic shift, and the soft bits are taken at the best one.
 *
 *     F[x] = sum of the logits of all cells that fall on tile cell x,
 *     z(s) = sum over pilots p of sign_p F[p + s] / sqrt(sum over pilots of F[p + s]^2).
 *
 * To whoever does not hold the key the pilots' signs are fair coins, so on a picture without this mark z has mean 0 and
 * variance 1 whatever the picture and the networks say, and exceeds t with a chance of at most exp(-t^2 / 2) at each shift.
 * Source: Hoeffding 1963, theorem 2.
 * @module
 */
import { CODED_BITS } from '../payload/payloadFrame.ts';
import { type CellLayout, TILE_CELLS, TILE_SIDE } from './cellLayout.ts';
import type { CellReadings } from './neuralModem.ts';
import { readWithoutPilots } from '../payload/withoutPilots.ts';
import type { TileOrigin } from '../tileOrigin.ts';
import type { FrameReading } from '../watermarkTrack.ts';

/** A cell that is this sure of itself is right or fooled; more would let few fooled cells outvote the rest. */
const LOGIT_MAX = 6;

/** After JPEG 15 of twenty photos of 481 x 321 marked with three tracks, rms. */
const USUAL_PAYLOAD_Z = 11.5;

export interface TileReading {
  /** Z-score of the pilots' sum. */
  readonly zScore: number;
  /** Cyclic shift of the tile, cells: tile cell 0 stands at cell (column, row) of the view. */
  readonly column: number;
  readonly row: number;
  /** Soft value of every coded bit, > 0 says 0. */
  readonly llr: Float32Array;
}

/** What reading without pilots gives, and how many checksums it compared. */
export interface PilotlessTile {
  readonly found: { readonly payload: Uint8Array; readonly reading: TileReading } | null;
  readonly checksums: number;
}

/** Sums of the clipped logits of all cells that fall on each cell of the tile. */
export function foldLogits({ columns, rows, logits }: Pick<CellReadings, 'columns' | 'rows' | 'logits'>): Float32Array {
  const folded = new Float32Array(TILE_CELLS);
  for (let row = 0, at = 0; row < rows; row++) {
    const line = (row % TILE_SIDE) * TILE_SIDE;
    for (let column = 0; column < columns; column++, at++) {
      const cell = line + (column % TILE_SIDE);
      const value = logits[at] as number;
      const clipped = value > LOGIT_MAX ? LOGIT_MAX : value < -LOGIT_MAX ? -LOGIT_MAX : value;
      folded[cell] = (folded[cell] as number) + clipped;
    }
  }
  return folded;
}

/** The reading at the shift where the pilots agree best. */
export function readTile(readings: CellReadings, layout: CellLayout): TileReading {
  const folded = foldLogits(readings);
  const shift = bestShift(folded, layout);
  return { ...shift, llr: softBitsAt(folded, layout, shift.column, shift.row) };
}

/**
 * The reading without pilots, if the tile stands at an origin of the key.
 */
export function readTileWithoutPilots(readings: CellReadings, layout: CellLayout): PilotlessTile {
  const folded = foldLogits(readings);
  const { reading, checksums } = readWithoutPilots(layout.origins, ({ x, y }) => softBitsAt(folded, layout, x, y));
  if (!reading) return { found: null, checksums };
  const { origin, llr, payload } = reading;
  const zScore = pilotZScores(folded, layout, [origin.y * TILE_SIDE + origin.x])[0] as number;
  return { found: { payload, reading: { zScore, column: origin.x, row: origin.y, llr } }, checksums };
}

/** The same where the tile's shift is known. */
export function readTileAt(readings: CellReadings, layout: CellLayout, column: number, row: number): TileReading {
  const folded = foldLogits(readings);
  const zScore = pilotZScores(folded, layout, [wrapped(row) * TILE_SIDE + wrapped(column)])[0] as number;
  return { zScore, column, row, llr: softBitsAt(folded, layout, wrapped(column), wrapped(row)) };
}

/** The tile at each origin of the key, in whichever of some readings its pilots agree better there. */
export function cellFrame(readings: readonly CellReadings[], layout: CellLayout): FrameReading {
  const shifts = layout.origins.map(({ x, y }) => y * TILE_SIDE + x);
  const tiles = readings.map((reading) => {
    const folded = foldLogits(reading);
    return { folded, zScores: pilotZScores(folded, layout, shifts) };
  });
  const clearest = (index: number): (typeof tiles)[number] =>
    tiles.reduce((best, tile) => ((tile.zScores[index] as number) > (best.zScores[index] as number) ? tile : best));
  return {
    pilotZScores: Float64Array.from(shifts, (_, index) => clearest(index).zScores[index] as number),
    payloadPerPilots: Math.sqrt(CODED_BITS / layout.pilots.length),
    usualPayloadZScore: USUAL_PAYLOAD_Z,
    pose: null,
    softBitsAt(index) {
      const { x, y } = layout.origins[index] as TileOrigin;
      return softBitsAt(clearest(index).folded, layout, x, y);
    },
  };
}

/** The readings at the `count` shifts where the pilots agree best. */
export function readTileAtBest(readings: CellReadings, layout: CellLayout, count: number): TileReading[] {
  const folded = foldLogits(readings);
  const zScores = pilotZScores(folded, layout, ALL_SHIFTS);
  const zOf = (shift: number): number => zScores[shift] as number;
  return ALL_SHIFTS.toSorted((a, b) => zOf(b) - zOf(a))
    .slice(0, count)
    .map((shift) => {
      const [column, row] = [shift % TILE_SIDE, Math.floor(shift / TILE_SIDE)];
      return { zScore: zOf(shift), column, row, llr: softBitsAt(folded, layout, column, row) };
    });
}

function wrapped(shift: number): number {
  return ((shift % TILE_SIDE) + TILE_SIDE) % TILE_SIDE;
}

const ALL_SHIFTS = Array.from({ length: TILE_CELLS }, (_, shift) => shift);

function bestShift(folded: Float32Array, layout: CellLayout): Omit<TileReading, 'llr'> {
  const zScores = pilotZScores(folded, layout, ALL_SHIFTS);
  let best = 0;
  for (let shift = 1; shift < zScores.length; shift++)
    if ((zScores[shift] as number) > (zScores[best] as number)) best = shift;
  return { zScore: zScores[best] as number, column: best % TILE_SIDE, row: Math.floor(best / TILE_SIDE) };
}

function pilotZScores(folded: Float32Array, { pilots, signs }: CellLayout, shifts: readonly number[]): Float64Array {
  const zScores = new Float64Array(shifts.length);
  for (const [i, shift] of shifts.entries()) {
    const [left, top] = [shift % TILE_SIDE, Math.floor(shift / TILE_SIDE)];
    let sum = 0;
    let squares = 0;
    for (let p = 0; p < pilots.length; p++) {
      const cell = pilots[p] as number;
      const value = folded[shiftedCell(cell, left, top)] as number;
      sum += (signs[cell] as number) * value;
      squares += value * value;
    }
    zScores[i] = squares > 0 ? sum / Math.sqrt(squares) : 0;
  }
  return zScores;
}

function softBitsAt(folded: Float32Array, { cellOf, signs }: CellLayout, left: number, top: number): Float32Array {
  const llr = new Float32Array(CODED_BITS);
  for (let bit = 0; bit < CODED_BITS; bit++) {
    const cell = cellOf[bit] as number;
    llr[bit] = (signs[cell] as number) * (folded[shiftedCell(cell, left, top)] as number);
  }
  return llr;
}

function shiftedCell(cell: number, left: number, top: number): number {
  const x = (cell % TILE_SIDE) + left;
  const y = Math.floor(cell / TILE_SIDE) + top;
  return (y >= TILE_SIDE ? y - TILE_SIDE : y) * TILE_SIDE + (x >= TILE_SIDE ? x - TILE_SIDE : x);
}
