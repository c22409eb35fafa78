/**
 * The two pictures on one grid: the query reduced to working size, and the reference resampled onto the same pixels.
 * Colours are three planes R, G, B of sRGB-encoded samples in [0, 255]; a grey picture has three equal ones.
 * @module
 */
import type { Raster, Size } from '../../raster.ts';
import type { Box } from '../../registration/geometry.ts';
import { compose, type Homography, resizing } from '../../registration/homography.ts';
import { reduceRaster } from '../../signal/resample/resize.ts';
import { alphaIn, OPAQUE_MIN } from './transparency.ts';

export interface ColourPlanes extends Size {
  /** R, G, B; each `width * height` samples, row-major. */
  readonly channels: readonly [Float32Array, Float32Array, Float32Array];
}

export interface WarpedReference extends ColourPlanes {
  /** 1 where the reference has an opaque pixel, else 0 (there the colours are 0). */
  readonly covered: Uint8Array;
}

/** Pixels of the reference kept around the visible part, so that interpolation finds neighbours. */
const MARGIN_PX = 4;

const emptyPlanes = (count: number): [Float32Array, Float32Array, Float32Array] => [
  new Float32Array(count),
  new Float32Array(count),
  new Float32Array(count),
];

/** The query by area averaging at working size. */
export function reducedQuery(query: Raster, size: Size): ColourPlanes {
  const samples = reduceRaster(query, size.width, size.height);
  const count = size.width * size.height;
  const channels = emptyPlanes(count);
  const stride = query.channels;
  for (let c = 0; c < 3; c++) {
    const out = channels[c] as Float32Array;
    for (let i = 0, p = stride < 3 ? 0 : c; i < count; i++, p += stride) out[i] = samples[p] as number;
  }
  return { width: size.width, height: size.height, channels };
}

/** A rectangle of whole pixels that holds `box` and a margin, within the picture; at least one pixel. */
function wholePixels(box: Box, size: Size): Box {
  const x = Math.min(size.width - 1, Math.max(0, Math.floor(box.x) - MARGIN_PX));
  const y = Math.min(size.height - 1, Math.max(0, Math.floor(box.y) - MARGIN_PX));
  const w = Math.max(1, Math.min(size.width, Math.ceil(box.x + box.w) + MARGIN_PX) - x);
  const h = Math.max(1, Math.min(size.height, Math.ceil(box.y + box.h) + MARGIN_PX) - y);
  return { x, y, w, h };
}

function cut(picture: Raster, box: Box): Raster {
  if (box.w === picture.width && box.h === picture.height) return picture;
  const line = box.w * picture.channels;
  const length = line * box.h;
  const data = picture.depth === 16 ? new Uint16Array(length) : new Uint8Array(length);
  for (let y = 0; y < box.h; y++) {
    const from = ((box.y + y) * picture.width + box.x) * picture.channels;
    data.set(picture.data.subarray(from, from + line), y * line);
  }
  return { ...picture, width: box.w, height: box.h, data };
}

/**
 * The reference in the working frame, bilinear. Its visible part is first reduced by area averaging to the working
 * picture's density, so that nothing aliases and a large reference costs what a small one does.
 * @param toReference working pixels to reference pixels
 * @param visible     the part of the reference that the query shows, reference pixels
 * @param density     working pixels per reference pixel
 */
export function warpedReference(
  reference: Raster,
  toReference: Homography,
  visible: Box,
  density: number,
  size: Size,
): WarpedReference {
  const box = wholePixels(visible, reference);
  const part = cut(reference, box);
  const factor = Math.min(1, density);
  const reduced: Size = {
    width: Math.max(1, Math.round(box.w * factor)),
    height: Math.max(1, Math.round(box.h * factor)),
  };
  const samples = reduceRaster(part, reduced.width, reduced.height);
  const shift: Homography = [1, 0, -box.x, 0, 1, -box.y, 0, 0, 1];
  const inPart = compose(shift, toReference);
  const inReduced = inPart && compose(resizing(part, reduced), inPart);
  const count = size.width * size.height;
  const { width, height } = size;
  const out: WarpedReference = { width, height, channels: emptyPlanes(count), covered: new Uint8Array(count) };
  if (inReduced) sampleBilinear(samples, reduced, part.channels, inReduced, out);
  return out;
}

/** Fills `out` from interleaved samples; pixels outside the reduced picture's outer edges, and where it is not opaque, stay uncovered. */
function sampleBilinear(samples: Float32Array, from: Size, stride: number, h: Homography, out: WarpedReference): void {
  const right = from.width - 1;
  const bottom = from.height - 1;
  const leftMax = Math.max(0, right - 1);
  const topMax = Math.max(0, bottom - 1);
  const line = from.width * stride;
  const aside = right > 0 ? stride : 0;
  const below = bottom > 0 ? line : 0;
  const [h0, h1, h2, h3, h4, h5, h6, h7, h8] = h;
  const [red, green, blue] = out.channels;
  const { covered, width, height } = out;
  const alphaAt = alphaIn(samples, stride);
  const greenAt = stride < 3 ? 0 : 1;
  const blueAt = stride < 3 ? 0 : 2;
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const w = h6 * x + h7 * y + h8;
      const u = (h0 * x + h1 * y + h2) / w;
      const v = (h3 * x + h4 * y + h5) / w;
      if (!(w > 0 && u >= -0.5 && v >= -0.5 && u <= right + 0.5 && v <= bottom + 0.5)) continue;
      const left = u < 0 ? 0 : Math.min(Math.trunc(u), leftMax);
      const top = v < 0 ? 0 : Math.min(Math.trunc(v), topMax);
      const fx = u < left ? 0 : u > left + 1 ? 1 : u - left;
      const fy = v < top ? 0 : v > top + 1 ? 1 : v - top;
      const w00 = (1 - fx) * (1 - fy);
      const w01 = fx * (1 - fy);
      const w10 = (1 - fx) * fy;
      const w11 = fx * fy;
      const p = top * line + left * stride;
      if (alphaAt !== null && !isOpaqueAt(samples, p + alphaAt, aside, below)) continue;
      const g = p + greenAt;
      const b = p + blueAt;
      red[i] =
        w00 * (samples[p] as number) +
        w01 * (samples[p + aside] as number) +
        w10 * (samples[p + below] as number) +
        w11 * (samples[p + aside + below] as number);
      green[i] =
        w00 * (samples[g] as number) +
        w01 * (samples[g + aside] as number) +
        w10 * (samples[g + below] as number) +
        w11 * (samples[g + aside + below] as number);
      blue[i] =
        w00 * (samples[b] as number) +
        w01 * (samples[b + aside] as number) +
        w10 * (samples[b + below] as number) +
        w11 * (samples[b + aside + below] as number);
      covered[i] = 1;
    }
}

/** Are all four samples around a place opaque? @param at the alpha of the first of them */
function isOpaqueAt(samples: Float32Array, at: number, aside: number, below: number): boolean {
  const upper = Math.min(samples[at] as number, samples[at + aside] as number);
  const lower = Math.min(samples[at + below] as number, samples[at + aside + below] as number);
  return Math.min(upper, lower) >= OPAQUE_MIN;
}
