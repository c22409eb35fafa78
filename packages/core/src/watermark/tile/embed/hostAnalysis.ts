/**
 * Host analysis: what embedding wants to know of a picture before any mark, its texture activity and the views in which the
 * tracks will be read. Made once for all tracks, in one or two sweeps over the picture.
 *  - Up to `WHOLE_PIXELS_MAX` the picture itself is the view of all tracks.
 *  - Larger ones: a track whose tile is a share of the picture is informed in the picture reduced; one of native scale,
 *    whose grain a reduction would destroy, in a few windows, set one under the other at whole tiles' distance.
 * @module
 */
import { once } from '../../../once.ts';
import { type Plane, plane, type Raster } from '../../../raster.ts';
import { lumaPlane } from '../../../signal/colour/lumaPlane.ts';
import { cellsOf, fieldInView, type PictureCells, sweepCells } from '../../../signal/pictureCells.ts';
import { type RowSource, rowsOf } from '../../../signal/rowSource.ts';
import { textureActivityOf, type TextureActivity, type MarkStrength } from './perceptualMask.ts';
import { VIEW_SIDE_MAX } from '../spectrum/pictureAnalysis.ts';

/** Pictures up to here are worked on whole: what bounds time and memory. */
const WHOLE_PIXELS_MAX = 1_200_000;
/** Side of a view's cells, pixels: fine against the blurs of whitening (4 and 5), coarse enough to cost little. */
const CELL_SIDE = 4;
/** Large pictures have larger cells, so that there are about as many. */
const PIXELS_PER_CELL_SIDE = 3_000_000;

/** A part of the picture, or the whole at another scale, and how to see a field of the picture in it. */
export interface HostView {
  readonly luma: Plane;
  readonly cells: PictureCells;
  /** View pixels per picture pixel. */
  readonly scale: number;
  /** The strength of the mark on the view's cells. */
  readonly fieldOf: (strength: MarkStrength) => Plane;
  /** Whether the view is the picture itself. */
  readonly isPicture: boolean;
}

export interface HostAnalysis {
  readonly picture: Raster;
  readonly original: RowSource;
  readonly texture: TextureActivity;
  /** For tracks whose tile is a share of the picture. */
  readonly whole: () => HostView;
  /** For tracks of native scale. */
  readonly native: () => HostView;
}

export function analyseHost(picture: Raster): HostAnalysis {
  const { width, height } = picture;
  const original = rowsOf(picture);
  if (width * height <= WHOLE_PIXELS_MAX) {
    const luma = lumaPlane(picture);
    const cells = cellsOf(rowsOf(luma), CELL_SIDE);
    const view: HostView = { luma, cells, scale: 1, fieldOf: ({ field }) => field, isPicture: true };
    return {
      picture,
      original: rowsOf(luma),
      texture: textureActivityOf(cells),
      whole: () => view,
      native: () => view,
    };
  }
  const side = CELL_SIDE * Math.max(1, Math.round(Math.sqrt((width * height) / PIXELS_PER_CELL_SIDE)));
  const { cells, reduced } = sweepCells(picture, side, Math.ceil(Math.max(width, height) / VIEW_SIDE_MAX));
  const texture = textureActivityOf(cells);
  return {
    picture,
    original,
    texture,
    whole: once(() => reducedView(picture, reduced)),
    native: once(() => windowsView(original, texture)),
  };
}

function reducedView({ width, height }: Raster, luma: Plane): HostView {
  const cells = cellsOf(rowsOf(luma), CELL_SIDE);
  const scale = 1 / Math.ceil(Math.max(width, height) / VIEW_SIDE_MAX);
  const frame = { left: 0, top: 0, scale, viewSide: CELL_SIDE };
  const fieldOf = ({ field, side }: MarkStrength): Plane =>
    fieldInView(field, side, frame, cells.mean.width, cells.mean.height);
  return { luma, cells, scale, fieldOf, isPicture: false };
}

/** A window's side: whole tiles of track A (96 pixels) and whole cells; as large as detection's windows, about. */
const WINDOW_SIDE = 768;
const TILE_SIDE = 96;
const WINDOWS_MAX = 2;

function windowsView(original: RowSource, texture: TextureActivity): HostView {
  const windows = mostTexturedWindows(original, texture);
  const width = Math.min(WINDOW_SIDE, original.width - (original.width % TILE_SIDE));
  const height = Math.min(WINDOW_SIDE, original.height - (original.height % TILE_SIDE));
  const luma = plane(width, height * windows.length);
  for (const [n, { left, top }] of windows.entries())
    for (let y = 0; y < height; y++) original.read(top + y, left, width, luma.data, (n * height + y) * width);
  const cells = cellsOf(rowsOf(luma), CELL_SIDE);
  const fieldOf = ({ field, side }: MarkStrength): Plane => {
    const out = plane(cells.mean.width, cells.mean.height);
    const rows = height / CELL_SIDE;
    for (const [n, { left, top }] of windows.entries()) {
      const part = fieldInView(field, side, { left, top, scale: 1, viewSide: CELL_SIDE }, out.width, rows);
      out.data.set(part.data, n * part.data.length);
    }
    return out;
  };
  return { luma, cells, scale: 1, fieldOf, isPicture: false };
}

/** The windows that detection is likeliest to search: those of most texture, at multiples of a tile. */
function mostTexturedWindows(
  { width, height }: RowSource,
  { side, weight }: TextureActivity,
): { readonly left: number; readonly top: number }[] {
  const windows: { readonly left: number; readonly top: number; readonly texture: number }[] = [];
  for (const top of begins(height))
    for (const left of begins(width))
      windows.push({ left, top, texture: meanTextureActivity(weight, side, left, top) });
  return windows.sort((a, b) => b.texture - a.texture).slice(0, WINDOWS_MAX);
}

function begins(length: number): number[] {
  const last = Math.max(0, length - Math.min(WINDOW_SIDE, length - (length % TILE_SIDE)));
  const count = Math.max(1, Math.floor(length / WINDOW_SIDE));
  return Array.from({ length: count }, (_, i) => {
    const begin = count === 1 ? last / 2 : (i * last) / (count - 1);
    return Math.floor(begin / TILE_SIDE) * TILE_SIDE;
  });
}

/** Mean of -ln weight over a window: texture counts, a few hard edges do not. */
function meanTextureActivity(weight: Plane, side: number, left: number, top: number): number {
  let sum = 0;
  let count = 0;
  const bottom = Math.min(weight.height, Math.floor((top + WINDOW_SIDE) / side));
  const right = Math.min(weight.width, Math.floor((left + WINDOW_SIDE) / side));
  for (let j = Math.floor(top / side); j < bottom; j += 2)
    for (let i = Math.floor(left / side); i < right; i += 2, count++)
      sum -= Math.log(weight.data[j * weight.width + i] as number);
  return sum / Math.max(1, count);
}
