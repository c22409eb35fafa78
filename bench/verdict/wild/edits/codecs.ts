/** Codecs of today and of old, once or several times. */
import { type Plane, plane } from '@assay/core/raster';
import { quantiseBlocks } from '@assay/core/signal/blockQuantisation';
import sharp from 'sharp';
import { fromSharp, type RgbPicture, rgbPicture, toSharp } from '../../../retrieval/rgbPicture.ts';
import type { Random } from '../../random.ts';
import { between, byte } from '../pixels.ts';
import { fromYcc, toYcc } from '../ycc.ts';
import { type Change, inPlace, seenWhole, steps, type WildEdit } from '../wildEdit.ts';
import { waveletCoded } from './waveletCodec.ts';

export const jpegAt =
  (low: number, high: number, chromaSubsampling: '4:2:0' | '4:4:4' = '4:2:0'): Change =>
  async (picture, random) => {
    const quality = Math.round(between(random, low, high));
    return fromSharp(sharp(await toSharp(picture).jpeg({ quality, chromaSubsampling }).toBuffer()));
  };

export const webpAt =
  (low: number, high: number): Change =>
  async (picture, random) =>
    fromSharp(
      sharp(
        await toSharp(picture)
          .webp({ quality: Math.round(between(random, low, high)) })
          .toBuffer(),
      ),
    );

const avifAt =
  (low: number, high: number): Change =>
  async (picture, random) => {
    const quality = Math.round(between(random, low, high));
    return fromSharp(sharp(await toSharp(picture).avif({ quality, effort: 1 }).toBuffer()));
  };

/** A few rows and columns off the top left, so that the next codec's blocks lie elsewhere. */
export const shifted: WildEdit = async (picture, random) => {
  const [left, top] = [1 + random.below(7), 1 + random.below(7)];
  const cut = toSharp(picture).extract({ left, top, width: picture.width - left, height: picture.height - top });
  return { picture: await fromSharp(cut), from: (x, y) => [x + left, y + top] };
};

/** Means of cells of `across` x `down` samples. */
function reduced({ width, height, data }: Plane, across: number, down: number): Plane {
  const out = plane(Math.ceil(width / across), Math.ceil(height / down));
  for (let y = 0, i = 0; y < out.height; y++)
    for (let x = 0; x < out.width; x++, i++) {
      let sum = 0;
      for (let j = 0; j < down; j++)
        for (let k = 0; k < across; k++)
          sum += data[Math.min(height - 1, y * down + j) * width + Math.min(width - 1, x * across + k)] as number;
      out.data[i] = sum / (across * down);
    }
  return out;
}

/** Each sample repeated, as the old decoders did. */
function repeated(small: Plane, { width, height }: Plane, across: number, down: number): Plane {
  const out = plane(width, height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++)
      out.data[i] = small.data[Math.floor(y / down) * small.width + Math.floor(x / across)] as number;
  return out;
}

/** JPEG of early cameras: colour kept of one pixel in four (4:1:1) or sixteen. Losses only: no file is made. */
const oldJpeg =
  (across: number, down: number): Change =>
  (picture: RgbPicture, random: Random) => {
    const quality = Math.round(between(random, 45, 80));
    const [y, cb, cr] = toYcc(picture);
    const colour = (from: Plane): Plane =>
      repeated(quantiseBlocks(reduced(from, across, down), Math.max(10, quality - 20)), from, across, down);
    return fromYcc([quantiseBlocks(y, quality), colour(cb), colour(cr)]);
  };

/** Blocks hidden by smoothing their borders, as players of low-rate videos do. */
const deblocked: Change = async (picture, random) => {
  const poor = await jpegAt(12, 25)(picture, random);
  const out = rgbPicture(poor.width, poor.height, Uint8Array.from(poor.data));
  const smooth = (at: number, step: number): void => {
    const [a, b] = [poor.data[at - step] as number, poor.data[at] as number];
    if (Math.abs(a - b) > 24) return;
    out.data[at - step] = byte((3 * a + b) / 4);
    out.data[at] = byte((a + 3 * b) / 4);
  };
  for (let y = 0; y < poor.height; y++)
    for (let x = 0; x < poor.width; x++)
      for (let c = 0; c < 3; c++) {
        const at = 3 * (y * poor.width + x) + c;
        if (x > 0 && x % 8 === 0) smooth(at, 3);
        if (y > 0 && y % 8 === 0) smooth(at, 3 * poor.width);
      }
  return out;
};

const alone =
  (change: Change): WildEdit =>
  async (picture, random) =>
    seenWhole(picture, await change(picture, random));

export const CODECS: Readonly<Record<string, WildEdit>> = {
  'JPEG 4:1:1': alone(oldJpeg(4, 1)),
  'JPEG, colour of 16 pixels': alone(oldJpeg(4, 4)),
  'JPEG twice, blocks shifted': steps(inPlace(jpegAt(50, 85)), shifted, inPlace(jpegAt(50, 90))),
  'JPEG three times, blocks shifted': steps(
    inPlace(jpegAt(50, 85)),
    shifted,
    inPlace(jpegAt(40, 75)),
    shifted,
    inPlace(jpegAt(60, 90)),
  ),
  'JPEG of lowest quality': alone(jpegAt(8, 18)),
  'WebP of low quality': alone(webpAt(10, 35)),
  'AVIF of low quality': alone(avifAt(20, 45)),
  'JPEG 2000': alone((picture, random) => waveletCoded(picture, between(random, 8, 30))),
  'low-rate video, blocks smoothed': alone(deblocked),
};
