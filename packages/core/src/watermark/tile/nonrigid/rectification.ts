/**
 * Undoes a smooth displacement: resamples a whitened view so that the tile's offset is the same everywhere. Under the pose
 * A a tile of offset P(x) is that of a rectified view moved by  D(x) = A^-T (P(x) - P_0), so
 *     out(x) = in(x + d(x)),   d(x) = D(x + d(x)),
 * solved by fixed-point steps on a coarse grid, with cubic interpolation of the samples (Keys 1981, a = -1/2). What would
 * come from outside the view is 0.
 * @module
 */
import { type Plane, plane } from '../../../raster.ts';
import { cubicSample } from '../../../signal/resample/cubicSample.ts';
import type { Affine } from '../../affine.ts';
import type { TileOffset } from '../detect/tileOffset.ts';
import { type DisplacementField, offsetAt } from './displacementFit.ts';

/** Distance of the grid's nodes, pixels: a twelfth of the shortest wave of a bending. */
const NODE_STEP = 16;
/** The displacement changes by less than a tenth over its own length, so three steps leave a thousandth of it. */
const FIXED_POINT_STEPS = 3;

/** @param base the offset P_0 that the tile is to have everywhere */
export function rectify(whitened: Plane, pose: Affine, field: DisplacementField, base: TileOffset): Plane {
  const { width, height } = whitened;
  const grid = displacementGrid(whitened, pose, field, base);
  const out = plane(width, height);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / NODE_STEP);
    const v = y / NODE_STEP - row;
    for (let x = 0; x < width; x++) {
      const column = Math.floor(x / NODE_STEP);
      const u = x / NODE_STEP - column;
      const node = row * grid.columns + column;
      const sourceX = x + bilinear(grid.x, node, grid.columns, u, v);
      const sourceY = y + bilinear(grid.y, node, grid.columns, u, v);
      out.data[y * width + x] = cubicSample(whitened, sourceX, sourceY);
    }
  }
  return out;
}

interface DisplacementGrid {
  readonly columns: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
}

function displacementGrid(
  { width, height }: Plane,
  { a, b, c, d }: Affine,
  field: DisplacementField,
  base: TileOffset,
): DisplacementGrid {
  const columns = Math.ceil(width / NODE_STEP) + 2;
  const rows = Math.ceil(height / NODE_STEP) + 2;
  const grid = { columns, x: new Float32Array(columns * rows), y: new Float32Array(columns * rows) };
  const determinant = a * d - b * c;
  const scratch = new Float64Array(field.model.modes);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let [dx, dy] = [0, 0];
      for (let step = 0; step < FIXED_POINT_STEPS; step++) {
        const shareX = within((column * NODE_STEP + dx) / width) - 0.5;
        const shareY = within((row * NODE_STEP + dy) / height) - 0.5;
        const offset = offsetAt(field, shareX, shareY, scratch);
        const [px, py] = [offset.x - base.x, offset.y - base.y];
        dx = (d * px - c * py) / determinant;
        dy = (a * py - b * px) / determinant;
      }
      grid.x[row * columns + column] = dx;
      grid.y[row * columns + column] = dy;
    }
  return grid;
}

/** A field says nothing of what is far outside of the view. */
function within(share: number): number {
  return Math.max(0, Math.min(1, share));
}

function bilinear(values: Float32Array, node: number, columns: number, u: number, v: number): number {
  const above = (values[node] as number) * (1 - u) + (values[node + 1] as number) * u;
  const below = (values[node + columns] as number) * (1 - u) + (values[node + columns + 1] as number) * u;
  return above * (1 - v) + below * v;
}
