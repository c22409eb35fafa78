/** Edits that leave a picture what it is: none of them may be called a forgery. */
import sharp from 'sharp';
import type { Raster } from '@assay/core/raster';
import { piped, rasterOf } from '../pictures.ts';
import type { Random } from '../random.ts';

export type Edit = (picture: Raster, random: Random) => Promise<Raster>;

export const jpeg =
  (quality: number): Edit =>
  async (picture) =>
    rasterOf(sharp(await piped(picture).jpeg({ quality }).toBuffer()));

export const resized =
  (factor: number): Edit =>
  (picture) =>
    rasterOf(
      piped(picture).resize(
        Math.max(1, Math.round(picture.width * factor)),
        Math.max(1, Math.round(picture.height * factor)),
        {
          fit: 'fill',
        },
      ),
    );

/** Keeps a window of `share` of the area, at a random place. */
const cropped =
  (share: number): Edit =>
  (picture, random) => {
    const width = Math.floor(picture.width * Math.sqrt(share));
    const height = Math.floor(picture.height * Math.sqrt(share));
    const left = random.below(picture.width - width + 1);
    const top = random.below(picture.height - height + 1);
    return rasterOf(piped(picture).extract({ left, top, width, height }));
  };

const rotated =
  (degrees: number): Edit =>
  (picture) =>
    rasterOf(piped(picture).rotate(degrees, { background: '#000000' }));

/** v -> f(v) on every sample, clamped and rounded. */
const perSample =
  (change: (value: number, channel: number, random: Random) => number): Edit =>
  async (picture, random) => {
    const data = new Uint8Array(picture.data.length);
    for (let i = 0; i < data.length; i++)
      data[i] = Math.min(255, Math.max(0, Math.round(change(picture.data[i] as number, i % picture.channels, random))));
    return { ...picture, data };
  };

const blurred =
  (sigma: number): Edit =>
  (picture) =>
    rasterOf(piped(picture).blur(sigma));

const bordered: Edit = (picture) =>
  rasterOf(
    piped(picture).extend({
      top: Math.round(picture.height * 0.12),
      bottom: Math.round(picture.height * 0.18),
      left: Math.round(picture.width * 0.05),
      right: Math.round(picture.width * 0.05),
      background: '#ffffff',
    }),
  );

export const chain =
  (...edits: readonly Edit[]): Edit =>
  async (picture, random) => {
    let out = picture;
    for (const edit of edits) out = await edit(out, random);
    return out;
  };

/** Strengths follow the retrieval and tamper measurements that the recipe comes from. */
export const BENIGN: Readonly<Record<string, Edit>> = {
  none: async (picture) => picture,
  'jpeg 85': jpeg(85),
  'jpeg 50': jpeg(50),
  'jpeg 30': jpeg(30),
  webp50: async (picture) => rasterOf(sharp(await piped(picture).webp({ quality: 50 }).toBuffer())),
  'resize 0.6': resized(0.6),
  'resize 0.35': resized(0.35),
  'resize 1.5': resized(1.5),
  'resize 0.6 + jpeg 50': chain(resized(0.6), jpeg(50)),
  'crop 75 %': cropped(0.75),
  'crop 50 %': cropped(0.5),
  'crop 25 %': cropped(0.25),
  'rotate 3': rotated(3),
  'rotate 15': rotated(15),
  'rotate 90': rotated(90),
  mirror: (picture) => rasterOf(piped(picture).flop()),
  'mirror + crop + jpeg 60': chain((picture) => rasterOf(piped(picture).flop()), cropped(0.6), jpeg(60)),
  'brightness, contrast (clipping)': perSample((v) => (v - 128) * 1.6 + 163),
  'darker, flatter': perSample((v) => (v - 128) * 0.6 + 90),
  gamma: perSample((v) => 255 * (v / 255) ** 0.6),
  'warm white balance': perSample((v, channel) => v * [1.15, 1, 0.82][channel]!),
  grey: (picture) => rasterOf(piped(picture).greyscale().toColourspace('srgb')),
  saturated: (picture) => rasterOf(piped(picture).modulate({ saturation: 1.6 })),
  'noise 5': perSample((v, _, random) => v + 5 * random.normal()),
  'noise 10': perSample((v, _, random) => v + 10 * random.normal()),
  'blur 1': blurred(1),
  'blur 2': blurred(2),
  sharpen: (picture) => rasterOf(piped(picture).sharpen({ sigma: 1.2 })),
  border: bordered,
  'screenshot (crop, resize, tone, jpeg 60)': chain(
    cropped(0.85),
    resized(0.6),
    perSample((v, channel) => v * [0.9, 1, 1.12][channel]! + [8, 0, -6][channel]!),
    jpeg(60),
  ),
};
