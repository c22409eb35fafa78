/** Pictures of the bench: 8-bit R G B, decoded and encoded by sharp. @module */
import type { Raster } from '@assay/core/raster';
import sharp, { type Sharp } from 'sharp';

export interface RgbPicture extends Raster {
  readonly channels: 3;
  readonly depth: 8;
  readonly data: Uint8Array;
}

export function rgbPicture(width: number, height: number, data = new Uint8Array(width * height * 3)): RgbPicture {
  return { width, height, channels: 3, depth: 8, data };
}

export function toSharp(picture: RgbPicture): Sharp {
  return sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } });
}

export async function fromSharp(image: Sharp): Promise<RgbPicture> {
  const { data, info } = await image.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  if (info.channels === 3) return rgbPicture(info.width, info.height, data);
  const out = rgbPicture(info.width, info.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = data[Math.floor(i / 3) * info.channels] as number;
  return out;
}

/** Upright picture of a file. */
export function readPicture(path: string): Promise<RgbPicture> {
  return fromSharp(sharp(path).rotate());
}
