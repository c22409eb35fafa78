import { LUMA_WEIGHTS, type Plane, plane, type Raster } from '../raster.ts';
import { reducePlane, reduceRaster, resizeBilinear } from '../signal/resample/resize.ts';

/** A picture at the size of a fingerprint: three planes in [0, 255], sRGB-encoded. */
export interface Canvas {
  readonly red: Plane;
  readonly green: Plane;
  readonly blue: Plane;
  readonly luma: Plane;
}

/**
 * The picture as planes of at most `sideMax` pixels along its longer side, by area averaging; smaller ones keep their
 * size. Grey pictures have three equal planes; alpha is ignored, as `luma` does.
 */
export function canvasOf(picture: Raster, sideMax: number): Canvas {
  const scale = Math.min(1, sideMax / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(scale * picture.width));
  const height = Math.max(1, Math.round(scale * picture.height));
  const { channels } = picture;
  const samples = reduceRaster(picture, width, height);
  const red = channelOf(samples, 0, channels, width, height);
  if (channels < 3) return { red, green: red, blue: red, luma: red };
  const green = channelOf(samples, 1, channels, width, height);
  const blue = channelOf(samples, 2, channels, width, height);
  return { red, green, blue, luma: mix(red, green, blue) };
}

function channelOf(samples: Float32Array, first: number, stride: number, width: number, height: number): Plane {
  const out = plane(width, height);
  for (let i = 0, p = first; i < out.data.length; i++, p += stride) out.data[i] = samples[p] as number;
  return out;
}

function mix(red: Plane, green: Plane, blue: Plane): Plane {
  const [r, g, b] = LUMA_WEIGHTS;
  const out = plane(red.width, red.height);
  for (let i = 0; i < out.data.length; i++)
    out.data[i] = r * (red.data[i] as number) + g * (green.data[i] as number) + b * (blue.data[i] as number);
  return out;
}

/** A plane of exactly `width` x `height`, whatever its shape: area average to shrink, bilinear to grow. */
export function stretch(input: Plane, width: number, height: number): Plane {
  const wide = Math.max(width, input.width);
  const high = Math.max(height, input.height);
  const grown = wide > input.width || high > input.height ? resizeBilinear(input, wide, high) : input;
  return wide > width || high > height ? reducePlane(grown, width, height) : grown;
}
