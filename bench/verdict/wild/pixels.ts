/** Samples in and out: encoded, as light, as planes; and strengths drawn from the seed. */
import { type Plane, plane } from '@assay/core/raster';
import { gaussianBlur } from '@assay/core/signal/blur/gaussianBlur';
import { encodeSrgb, linearizeSrgb } from '@assay/core/signal/colour/srgbCurve';
import { type RgbPicture, rgbPicture } from '../../retrieval/rgbPicture.ts';
import type { Random } from '../random.ts';

export const between = (random: Random, low: number, high: number): number => low + (high - low) * random.uniform();
export const oneOf = <T>(random: Random, list: readonly T[]): T => list[random.below(list.length)] as T;
export const either = (random: Random): 1 | -1 => (random.uniform() < 0.5 ? -1 : 1);

export const unit = (value: number): number => (value <= 0 ? 0 : value >= 1 ? 1 : value);
export const byte = (value: number): number => (value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value));
export const mix = (from: number, to: number, share: number): number => from + (to - from) * share;
/** 0 below `low`, 1 above `high`, smooth between. */
export const ramp = (low: number, high: number, value: number): number => {
  const t = unit((value - low) / (high - low));
  return t * t * (3 - 2 * t);
};

const LIGHT = Float32Array.from({ length: 256 }, (_, code) => linearizeSrgb(code / 255));
const CODE_STEPS = 65_535;
const CODES = Uint8Array.from({ length: CODE_STEPS + 1 }, (_, i) => byte(255 * encodeSrgb(i / CODE_STEPS)));
export const lightOfByte = (code: number): number => LIGHT[code] as number;
export const byteOfLight = (light: number): number => CODES[Math.round(unit(light) * CODE_STEPS)] as number;

/** Three numbers that are changed in place. */
export interface Pixel {
  r: number;
  g: number;
  b: number;
}
export type PixelChange = (pixel: Pixel, x: number, y: number) => void;

function mapWith(
  { width, height, data }: RgbPicture,
  decode: (code: number) => number,
  encode: (value: number) => number,
  change: PixelChange,
): RgbPicture {
  const out = rgbPicture(width, height);
  const pixel: Pixel = { r: 0, g: 0, b: 0 };
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i += 3) {
      pixel.r = decode(data[i] as number);
      pixel.g = decode(data[i + 1] as number);
      pixel.b = decode(data[i + 2] as number);
      change(pixel, x, y);
      out.data[i] = encode(pixel.r);
      out.data[i + 1] = encode(pixel.g);
      out.data[i + 2] = encode(pixel.b);
    }
  return out;
}

/** Every pixel, samples as stored, in [0, 1]; what leaves that range is clipped. */
export const mapPixels = (picture: RgbPicture, change: PixelChange): RgbPicture =>
  mapWith(
    picture,
    (code) => code / 255,
    (value) => byte(255 * value),
    change,
  );

/** Every pixel as linear light in [0, 1]. */
export const mapLight = (picture: RgbPicture, change: PixelChange): RgbPicture =>
  mapWith(picture, lightOfByte, byteOfLight, change);

type Curve = (value: number) => number;

/** v -> curve(v) on samples in [0, 1]; one for all channels or one each. */
export function curved(picture: RgbPicture, red: Curve, green: Curve = red, blue: Curve = red): RgbPicture {
  const tables = [red, green, blue].map((curve) =>
    Uint8Array.from({ length: 256 }, (_, v) => byte(255 * curve(v / 255))),
  );
  const data = Uint8Array.from(picture.data, (v, i) => (tables[i % 3] as Uint8Array)[v] as number);
  return rgbPicture(picture.width, picture.height, data);
}

export const lumaOf = ({ r, g, b }: Pixel): number => 0.299 * r + 0.587 * g + 0.114 * b;

/** One value a pixel, from samples in [0, 1]. */
export function planeOf(picture: RgbPicture, value: (pixel: Pixel) => number): Plane {
  const out = plane(picture.width, picture.height);
  const pixel: Pixel = { r: 0, g: 0, b: 0 };
  for (let i = 0, p = 0; i < out.data.length; i++, p += 3) {
    pixel.r = (picture.data[p] as number) / 255;
    pixel.g = (picture.data[p + 1] as number) / 255;
    pixel.b = (picture.data[p + 2] as number) / 255;
    out.data[i] = value(pixel);
  }
  return out;
}

/** Above this many pixels of standard deviation a blur is made on a smaller plane: nobody sees the difference. */
const SIGMA_DIRECT = 12;

/** Gaussian blur of any width. */
export function softened(input: Plane, sigma: number): Plane {
  if (sigma <= SIGMA_DIRECT) return gaussianBlur(input, sigma);
  const factor = Math.ceil(sigma / 6);
  const small = plane(Math.ceil(input.width / factor), Math.ceil(input.height / factor));
  for (let y = 0, i = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++, i++) small.data[i] = cellMean(input, x * factor, y * factor, factor);
  const soft = gaussianBlur(small, sigma / factor);
  const out = plane(input.width, input.height);
  for (let y = 0, i = 0; y < out.height; y++)
    for (let x = 0; x < out.width; x++, i++)
      out.data[i] = bilinear(soft, (x + 0.5) / factor - 0.5, (y + 0.5) / factor - 0.5);
  return out;
}

function cellMean({ width, height, data }: Plane, left: number, top: number, side: number): number {
  let [sum, count] = [0, 0];
  for (let y = top; y < Math.min(height, top + side); y++)
    for (let x = left; x < Math.min(width, left + side); x++, count++) sum += data[y * width + x] as number;
  return sum / count;
}

/** Between four samples; outside, the border's. */
export function bilinear({ width, height, data }: Plane, x: number, y: number): number {
  const u = Math.min(width - 1, Math.max(0, x));
  const v = Math.min(height - 1, Math.max(0, y));
  const [left, top] = [Math.floor(u), Math.floor(v)];
  const [right, below] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const upper = mix(data[top * width + left] as number, data[top * width + right] as number, u - left);
  const lower = mix(data[below * width + left] as number, data[below * width + right] as number, u - left);
  return mix(upper, lower, v - top);
}

/** The picture with its luma moved to another plane (in [0, 1]); colour differences stay. */
export function withLuma(picture: RgbPicture, luma: Plane): RgbPicture {
  return mapPixels(picture, (pixel, x, y) => {
    const shift = (luma.data[y * luma.width + x] as number) - lumaOf(pixel);
    pixel.r += shift;
    pixel.g += shift;
    pixel.b += shift;
  });
}

/** Distance from the middle: 0 there, 1 in the corners. */
export function offCentre({ width, height }: RgbPicture, x: number, y: number): number {
  return Math.hypot((2 * x) / width - 1, (2 * y) / height - 1) / Math.SQRT2;
}

export const shortSide = ({ width, height }: RgbPicture): number => Math.min(width, height);
