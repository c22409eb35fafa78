/**
 * The canvas of track C: the picture at one size for all pictures, so that a cell is a fixed share of the picture and any
 * reduction that still shows the picture can be read.
 * @module
 */
import { type Plane, plane, type Size } from '../../raster.ts';
import { reducePlane, reduceRows, resizeBilinear } from '../../signal/resample/resize.ts';
import { type LumaSource, rowsOf, wholePlane } from '../../signal/rowSource.ts';
import { CELL_SIDE } from './neuralModem.ts';

/** Root of the canvas's area, samples, of pictures of more than 0.23 megapixels: what the networks were trained for. */
export const CANVAS_SIDE = 384;
/**
 * Smaller pictures have a smaller canvas, or a reduction would leave too little of each cell: so many samples a pixel. At
 * 481 x 321 a canvas of 320 rather than 384 tells 229 rather than 144 bits after a reduction to 60 % with JPEG 70.
 */
const SAMPLES_PER_PIXEL = 0.8;
const CANVAS_SIDE_MIN = 288;

/** Root of the area of the canvas on which a picture of this size is marked. */
export function canvasSideOf({ width, height }: Size): number {
  return Math.min(CANVAS_SIDE, Math.max(CANVAS_SIDE_MIN, SAMPLES_PER_PIXEL * Math.sqrt(width * height)));
}

/** Sides of a canvas: the picture's shape, an area of about `side`^2, whole cells. */
export function canvasSize(picture: Size, canvasSide: number): Size {
  const { width, height } = picture;
  const scale = canvasSide / Math.sqrt(width * height);
  const side = (length: number): number => Math.max(1, Math.round((length * scale) / CELL_SIDE)) * CELL_SIDE;
  return { width: side(width), height: side(height) };
}

/** Luma of the whole picture at any size: averaged over areas where it shrinks, bilinear where it grows. */
export function lumaAtSize(source: LumaSource, { width, height }: Size): Plane {
  const rows = rowsOf(source);
  if (rows.width === width && rows.height === height) return wholePlane(rows);
  const [narrower, shorter] = [Math.min(rows.width, width), Math.min(rows.height, height)];
  const reduced =
    narrower < rows.width || shorter < rows.height ? reduceRows(rows, narrower, shorter) : wholePlane(rows);
  return narrower === width && shorter === height ? reduced : resizeBilinear(reduced, width, height);
}

/** A plane resampled to another size, as `lumaAtSize`. */
export function planeAtSize(input: Plane, { width, height }: Size): Plane {
  const [narrower, shorter] = [Math.min(input.width, width), Math.min(input.height, height)];
  const isSmaller = narrower < input.width || shorter < input.height;
  const reduced = isSmaller ? reducePlane(input, narrower, shorter) : input;
  if (narrower === width && shorter === height)
    return reduced === input ? plane(width, height, input.data.slice()) : reduced;
  return resizeBilinear(reduced, width, height);
}
