/**
 * Modulation: the change of luma that a mark is, the tiles of all tracks repeated over the picture, times the strength at
 * each point,
 *     change[y, x] = A(x, y) sum_t share_t^(1/2) tile_t(y, x).
 * Worked out row by row; no plane of it ever exists.
 * @module
 */
import { cellRows } from '../../../signal/pictureCells.ts';
import type { RowSource } from '../../../signal/rowSource.ts';
import type { MarkStrength } from './perceptualMask.ts';
import { addTileRow, type TileGrid, widenTile } from '../carriers/tileGrid.ts';

/** One track's tile, drawn out along x; see `widenTile`. */
export interface TileLayer {
  readonly grid: TileGrid;
  readonly widened: Float32Array;
}

export interface TileMark {
  readonly width: number;
  readonly height: number;
  readonly strength: Pick<MarkStrength, 'side' | 'field'>;
  readonly layers: readonly TileLayer[];
}

/** @param tile of mean square 1. @param share of the mark's energy that is the track's, 0..1 */
export function tileLayer(grid: TileGrid, tile: Float32Array, share: number): TileLayer {
  const factor = Math.sqrt(share);
  return {
    grid,
    widened: widenTile(
      grid,
      tile.map((value) => factor * value),
    ),
  };
}

/** The mark with every change times `factor`. */
export function scaledMark(mark: TileMark, factor: number): TileMark {
  const { field } = mark.strength;
  const data = field.data.map((value) => factor * value);
  return { ...mark, strength: { ...mark.strength, field: { ...field, data } } };
}

export function markRows({ width, height, strength, layers }: TileMark): RowSource {
  const strengthRow = cellRows(strength.field, strength.side, width, height);
  const pattern = new Float32Array(width);
  const line = new Float32Array(width);
  return {
    width,
    height,
    read(y, left, count, out, at) {
      pattern.fill(0, 0, count);
      for (const { grid, widened } of layers) addTileRow(grid, widened, y, left, count, pattern);
      strengthRow(y, left, count, line);
      for (let i = 0; i < count; i++) out[at + i] = (line[i] as number) * (pattern[i] as number);
    },
  };
}
