/**
 * Photos of the wild bench: those of ASSAY_PHOTOS in their own size or a little smaller, and large ones, where Debian's wallpaper
 * packages are installed or unpacked (ASSAY_WALLPAPERS, folders separated by colons), at 0.4 to 12 megapixels. The hash of a
 * file's name says which half it belongs to, so no photo changes sides when others come or go. Many wallpapers are drawings; they are left out:
 * a flat piece of one in a photo is a sticker, and what it hides is told as laid over, as it should be.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { fromSharp, type RgbPicture } from '../../retrieval/rgbPicture.ts';
import { PHOTOS } from '../pictures.ts';
import type { Random } from '../random.ts';
import { HALVES, type Half } from './kinds.ts';

const WALLPAPERS = (process.env.ASSAY_WALLPAPERS ?? '/usr/share/backgrounds:/usr/share/wallpapers').split(':');
/** A wallpaper of fewer pixels is a thumbnail or no photo. */
const LARGE_PIXELS = 2e6;
/** Where the samples of a picture reduced to this many px, none of them averaged, are mostly as their neighbours, it was drawn: photos have grain. */
const FLAT_SIDE = 1024;
/** Largest difference of a channel from the pixels at the right and below that makes one flat, levels, and the part of such in a drawing. */
const FLAT_STEP = 1;
const FLAT_MAX = 2 / 3;
/** One photo in so many is a large one, where there are any. */
const LARGE_EVERY = 5;

export const halfOf = (file: string): Half =>
  HALVES[(createHash('sha256').update(path.basename(file)).digest()[0] as number) % 2] as Half;

function filesBelow(folder: string, ending: RegExp): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => path.join(folder, name));
}

async function isDrawing(file: string): Promise<boolean> {
  const size = { width: FLAT_SIDE, height: FLAT_SIDE, fit: 'inside', withoutEnlargement: true } as const;
  const { width, height, data } = await fromSharp(sharp(file).resize({ ...size, kernel: 'nearest' }));
  const step = (i: number, to: number): number => Math.abs((data[i] as number) - (data[to] as number));
  let flat = 0;
  for (let y = 0; y + 1 < height; y++)
    for (let x = 0; x + 1 < width; x++) {
      const at = 3 * (y * width + x);
      if ([at, at + 1, at + 2].every((i) => Math.max(step(i, i + 3), step(i, i + 3 * width)) <= FLAT_STEP)) flat++;
    }
  return flat > FLAT_MAX * (width - 1) * (height - 1);
}

/** The largest file of each wallpaper that is shipped in several sizes, by the folder that it is in. */
async function largePhotos(half: Half): Promise<string[]> {
  const largest = new Map<string, { file: string; name: string; pixels: number }>();
  for (const folder of WALLPAPERS)
    for (const file of filesBelow(folder, /\.(?:jpe?g|png|webp)$/i)) {
      const isSized = /\d{3,5}x\d{3,5}/.test(path.basename(file));
      const key = isSized ? path.dirname(file) : file;
      const { width, height } = await sharp(file).metadata();
      // Sized files have the same names in every package: what tells them apart is the whole path.
      const name = path.relative(folder, file).replaceAll(path.sep, ' ');
      if (width * height > Math.max(LARGE_PIXELS, largest.get(key)?.pixels ?? 0))
        largest.set(key, { file, name, pixels: width * height });
    }
  const files = [...largest.values()].filter(({ name }) => halfOf(name) === half).map(({ file }) => file);
  const drawn = await Promise.all(files.map(isDrawing));
  return files.filter((_, i) => !drawn[i]);
}

/** Evenly spread `count` of the list, in its order. */
function spread<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, list.length / count);
  return Array.from({ length: Math.min(count, list.length) }, (_, i) => list[Math.floor(i * step)] as T);
}

/** `count` photos of a half; one in five is large, where there are large ones. */
export async function wildPhotos(half: Half, count: number): Promise<string[]> {
  const small = ['bsds', 'train'].flatMap((name) =>
    spread(
      filesBelow(path.join(PHOTOS, name), /\.jpg$/).filter((file) => halfOf(file) === half),
      count,
    ),
  );
  const large = await largePhotos(half);
  if (large.length === 0) console.log('no wallpaper packages: no photos of more than 0.2 megapixels');
  const isLarge = (i: number): boolean => large.length > 0 && i % LARGE_EVERY === LARGE_EVERY - 1;
  const few = spread(small, count);
  return Array.from({ length: count }, (_, i) => {
    const list = isLarge(i) ? large : few;
    return list[(isLarge(i) ? Math.floor(i / LARGE_EVERY) : i) % list.length] as string;
  });
}

/** Megapixels that large photos are reduced to; never enlarged. */
const LARGE_SIZES = [0.4, 0.8, 1.5, 3, 6, 12] as const;
/** Small ones: their own size mostly, sometimes as a site shows them. */
const SMALL_SIZES = [null, null, null, 0.1] as const;

/** Megapixels of a case; null is the photo's own size. */
export function sizeOf(file: string, random: Random): number | null {
  const sizes = file.startsWith(PHOTOS) ? SMALL_SIZES : LARGE_SIZES;
  return sizes[random.below(sizes.length)] as number | null;
}

/** Upright, at most so many megapixels. */
export async function loadSized(file: string, megapixels: number | null): Promise<RgbPicture> {
  const image = sharp(file).rotate();
  if (megapixels === null) return fromSharp(image);
  const { autoOrient } = await sharp(file).metadata();
  const factor = Math.min(1, Math.sqrt((megapixels * 1e6) / (autoOrient.width * autoOrient.height)));
  if (factor === 1) return fromSharp(image);
  return fromSharp(
    image.resize(Math.round(autoOrient.width * factor), Math.round(autoOrient.height * factor), { fit: 'fill' }),
  );
}
