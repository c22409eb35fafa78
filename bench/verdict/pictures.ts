/** Photos in, rasters out: what the bench of registration, tamper map and verdict works on. */
import fs from 'node:fs';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Raster } from '@assay/core/raster';

/** The folder with `train/` and `bsds/`. */
export const PHOTOS = process.env.ASSAY_PHOTOS ?? '';

/** The first half of `train/`, its second half, and the other folder. */
export type Part = 'tune' | 'validate' | 'bsds';

/**
 * `count` files, evenly spread over the named part without its first `skip`; the two halves of `train` share no photo, nor do
 * different offsets.
 */
export function photoFiles(part: Part, count: number, offset = 0, skip = 0): string[] {
  const folder = path.join(PHOTOS, part === 'bsds' ? 'bsds' : 'train');
  const all = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.jpg'))
    .sort();
  const half = Math.floor(all.length / 2);
  const whole = part === 'bsds' ? all : part === 'tune' ? all.slice(0, half) : all.slice(half);
  const pool = whole.slice(skip);
  const step = Math.max(1, Math.floor(pool.length / count));
  return pool
    .filter((_, index) => index % step === offset % step)
    .slice(0, count)
    .map((name) => path.join(folder, name));
}

export async function rasterOf(image: Sharp): Promise<Raster> {
  const { data, info } = await image.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  if (info.channels !== 1 && info.channels !== 3)
    throw new RangeError(`expected 1 or 3 channels, got ${info.channels}`);
  return { width: info.width, height: info.height, channels: info.channels, depth: 8, data: new Uint8Array(data) };
}

export const loadPicture = (file: string): Promise<Raster> => rasterOf(sharp(file));

/** The picture as a sharp pipeline. */
export const piped = (picture: Raster): Sharp =>
  sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: picture.channels } });
