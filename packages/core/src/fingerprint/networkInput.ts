/**
 * A picture as a vision network takes it: one square of three planes, R, G, B one after the other,
 *     value = (sample / 255 - mean_c) / deviation_c.
 * @module
 */
import { type Plane, plane, type Raster } from '../raster.ts';
import { resizeCubic } from '../signal/resample/resizeCubic.ts';
import { type Canvas, canvasOf, stretch } from './canvas.ts';

export interface InputRecipe {
  /** Side of the square, pixels. */
  readonly size: number;
  /**
   * `stretch`: the whole picture, whatever its shape, by area average (bilinear to grow).
   * `crop`: the shorter side is brought to `resize` pixels by an antialiased cubic, and the middle square is cut out.
   */
  readonly fit: 'stretch' | 'crop';
  /** The shorter side before the square is cut out, at least `size`; unused with `stretch`. */
  readonly resize: number;
  /** Of R, G, B in [0, 1]. */
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

/**
 * @param canvas of the same picture; taken in its place where it is large enough, for it is much smaller
 * @returns 3 size^2 numbers
 */
export function networkInput(picture: Raster, canvas: Canvas, recipe: InputRecipe): Float32Array {
  const { size, fit, mean, deviation } = recipe;
  const source = largeEnough(picture, canvas, fit === 'crop' ? recipe.resize : size);
  const out = new Float32Array(3 * size * size);
  const places = fit === 'crop' ? squarePlaces(middlePart(source.luma), recipe) : null;
  for (const [channel, samples] of [source.red, source.green, source.blue].entries()) {
    const square = places ? middleSquare(middlePart(samples), places, size) : stretch(samples, size, size);
    const offset = mean[channel] as number;
    const scale = 1 / (deviation[channel] as number);
    for (let i = 0; i < square.data.length; i++)
      out[channel * size * size + i] = ((square.data[i] as number) / 255 - offset) * scale;
  }
  return out;
}

/** The canvas unless the picture has more pixels and the network wants more of them. */
function largeEnough(picture: Raster, canvas: Canvas, shorter: number): Canvas {
  const has = Math.min(canvas.luma.width, canvas.luma.height);
  const full = Math.min(picture.width, picture.height);
  if (has >= shorter || full <= has) return canvas;
  const longer = Math.max(picture.width, picture.height);
  return canvasOf(picture, Math.ceil((longer * Math.min(full, shorter)) / full));
}

interface SquarePlaces {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
}

/** Beyond this shape only the middle counts: the square would be cut out of it anyway, and a line must not become a sheet. */
const SHAPE_MAX = 3;

function middlePart(samples: Plane): Plane {
  const { width, height, data } = samples;
  const sideMax = SHAPE_MAX * Math.min(width, height);
  if (Math.max(width, height) <= sideMax) return samples;
  const out = plane(Math.min(width, sideMax), Math.min(height, sideMax));
  const left = Math.floor((width - out.width) / 2);
  const top = Math.floor((height - out.height) / 2);
  for (let y = 0; y < out.height; y++) {
    const from = (top + y) * width + left;
    out.data.set(data.subarray(from, from + out.width), y * out.width);
  }
  return out;
}

/** Sizes and places are rounded as torchvision's Resize and CenterCrop round them. */
function squarePlaces({ width, height }: Plane, { resize, size }: InputRecipe): SquarePlaces {
  const shorter = Math.min(width, height);
  const wide = width === shorter ? resize : Math.trunc((resize * width) / shorter);
  const high = height === shorter ? resize : Math.trunc((resize * height) / shorter);
  return {
    width: wide,
    height: high,
    left: Math.round((wide - size) / 2),
    top: Math.round((high - size) / 2),
  };
}

function middleSquare(samples: Plane, { width, height, left, top }: SquarePlaces, size: number): Plane {
  const resized = resizeCubic(samples, width, height);
  const out = plane(size, size);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      // Pillow's bytes cut what the cubic overshoots.
      const value = resized.data[(top + y) * width + left + x] as number;
      out.data[y * size + x] = Math.max(0, Math.min(255, value));
    }
  return out;
}
