/**
 * How a view of a picture lies: an affine map from the view's samples to the picture's pixels, and the rectangle of samples
 * that the view shows. Corners of views are whole cells from one another, so that the lattice of a view that lies right
 * begins at its corner.
 *
 *     p = M Y + o,   Y in samples from a common origin, the view showing Y in [left, left + width) x [top, top + height).
 * @module
 */
import type { Size } from '../../raster.ts';
import type { LatticeMap } from './latticePeak.ts';
import { CELL_SIDE } from './neuralModem.ts';

export interface Placement {
  /** M, row-major, and o; pixel i reaches from i to i + 1. */
  readonly xx: number;
  readonly xy: number;
  readonly yx: number;
  readonly yy: number;
  readonly x: number;
  readonly y: number;
  /** Of the view, samples; multiples of `CELL_SIDE`. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A picture that lies as it was marked. @param canvas the sides that `canvasSize` says */
export function uprightPlacement(picture: Size, { width, height }: Size): Placement {
  const [xx, yy] = [picture.width / width, picture.height / height];
  return { xx, xy: 0, yx: 0, yy, x: 0, y: 0, left: 0, top: 0, width, height };
}

/**
 * The eight ways in which a picture may be turned by right angles and mirrored: 0..3 quarter turns, 4..7 the same mirrored.
 */
export const ORIENTATIONS = 8;

/**
 * A view of `side` x `side` samples around the picture's centre.
 * @param scale picture pixels per sample
 * @param orientation 0 .. `ORIENTATIONS` - 1
 * @param turn further turn, radians
 */
export function centredPlacement(picture: Size, scale: number, orientation: number, side: Size, turn = 0): Placement {
  const angle = turn + (orientation & 3) * (Math.PI / 2);
  const [cosine, sine] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  const mirror = orientation >= 4 ? -1 : 1;
  const [xx, xy, yx, yy] = [mirror * cosine, -sine, mirror * sine, cosine];
  const middleX = side.width / 2;
  const middleY = side.height / 2;
  return {
    ...{ xx, xy, yx, yy },
    x: picture.width / 2 - xx * middleX - xy * middleY,
    y: picture.height / 2 - yx * middleX - yy * middleY,
    ...{ left: 0, top: 0 },
    ...side,
  };
}

/**
 * The same lattice seen in another orientation: quarter turns and mirror images carry whole cells to whole cells.
 * @param orientation 0 .. `ORIENTATIONS` - 1
 */
export function reoriented({ xx, xy, yx, yy, x, y }: Placement, orientation: number, picture: Size): Placement | null {
  const [cosine, sine] = [[1, 0, -1, 0][orientation & 3] as number, [0, 1, 0, -1][orientation & 3] as number];
  const mirror = orientation >= ORIENTATIONS / 2 ? -1 : 1;
  return shown(
    {
      xx: mirror * (xx * cosine + xy * sine),
      xy: xy * cosine - xx * sine,
      yx: mirror * (yx * cosine + yy * sine),
      yy: yy * cosine - yx * sine,
      ...{ x, y },
    },
    picture,
  );
}

/** Picture pixels per sample: root of the area that a sample covers. */
export function scaleOf({ xx, xy, yx, yy }: Placement): number {
  return Math.sqrt(Math.abs(xx * yy - xy * yx));
}

/** Longest side and largest area of a view: one and a half times a canvas holds a picture that lies at 45 degrees. */
const VIEW_SIDE_MAX = 768;
const VIEW_AREA_MAX = 320_000;

/**
 * The placement whose samples are those of the canvas that was marked, by what a view's readings say of the lattice; it shows
 * the whole picture, but no more than a view may hold.
 * @returns null if the map is no plausible one: folded, or far from the view's own scale
 */
export function alignedPlacement(view: Placement, map: LatticeMap, picture: Size): Placement | null {
  const determinant = map.xx * map.yy - map.xy * map.yx;
  if (!(determinant > 0.2 && determinant < 4)) return null;
  // Y of the view, seen from its corner: X = A (Y - corner) + t, so p = M A^-1 (X - t) + M corner + o.
  const inverse = {
    xx: map.yy / determinant,
    xy: -map.xy / determinant,
    yx: -map.yx / determinant,
    yy: map.xx / determinant,
  };
  const xx = view.xx * inverse.xx + view.xy * inverse.yx;
  const xy = view.xx * inverse.xy + view.xy * inverse.yy;
  const yx = view.yx * inverse.xx + view.yy * inverse.yx;
  const yy = view.yx * inverse.xy + view.yy * inverse.yy;
  const x = view.x + view.xx * view.left + view.xy * view.top - xx * map.x - xy * map.y;
  const y = view.y + view.yx * view.left + view.yy * view.top - yx * map.x - yy * map.y;
  return shown({ xx, xy, yx, yy, x, y }, picture);
}

/** The whole cells that hold the picture, around its middle where they are more than a view may hold. */
function shown(map: Omit<Placement, 'left' | 'top' | 'width' | 'height'>, picture: Size): Placement | null {
  const { xx, xy, yx, yy, x, y } = map;
  const determinant = xx * yy - xy * yx;
  const corners = [0, 1, 2, 3].map((corner) => {
    const px = (corner & 1 ? picture.width : 0) - x;
    const py = (corner & 2 ? picture.height : 0) - y;
    return [(yy * px - xy * py) / determinant, (xx * py - yx * px) / determinant] as const;
  });
  const [columns, columnFirst] = cellsBetween(corners.map(([u]) => u));
  const [rows, rowFirst] = cellsBetween(corners.map(([, v]) => v));
  if (!(columns > 0 && rows > 0)) return null;
  const shrink = Math.min(1, Math.sqrt(VIEW_AREA_MAX / (columns * rows * CELL_SIDE ** 2)));
  const most = VIEW_SIDE_MAX / CELL_SIDE;
  const width = Math.max(4, Math.min(columns, most, Math.floor(columns * shrink)));
  const height = Math.max(4, Math.min(rows, most, Math.floor(rows * shrink)));
  return {
    ...map,
    left: CELL_SIDE * (columnFirst + ((columns - width) >> 1)),
    top: CELL_SIDE * (rowFirst + ((rows - height) >> 1)),
    width: CELL_SIDE * width,
    height: CELL_SIDE * height,
  };
}

/** How many whole cells hold the values, and the first of them. */
function cellsBetween(values: readonly number[]): readonly [count: number, first: number] {
  // A hair of a cell is no cell: rounding must not add a row to a picture that fits.
  const first = Math.floor(Math.min(...values) / CELL_SIDE + 0.02);
  return [Math.ceil(Math.max(...values) / CELL_SIDE - 0.02) - first, first];
}
