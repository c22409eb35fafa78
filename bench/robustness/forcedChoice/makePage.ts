/**
 * Which one is marked? A page that anybody can open and run on themselves: pairs of crops at 200 %, the same place as it was and with all
 * three tracks, left or right by chance, and at the end whether the choices were better than guessing (twoAlternatives.mjs).
 *
 *     npx tsx --conditions=assay-source bench/robustness/forcedChoice/makePage.ts OUT.html PHOTOS [COUNT] [SKIP]
 *
 * PHOTOS is a folder; of each photo the crop counts where the mark changes smooth ground most, where it would be seen first. The page holds
 * the pictures, needs no network and sends nothing; it is not for publishing unless the photos are.
 */
import fs from 'node:fs';
import path from 'node:path';
import { luma, plane, type Plane } from '@assay/core/raster';
import { stackedBlur } from '@assay/core/signal/blur/stackedBlur';
import { embedTracks } from '@assay/core/watermark/embedTracks';
import sharp from 'sharp';
import { type RgbPicture, readPicture } from '../../retrieval/rgbPicture.ts';
import { payloadOf } from '../attacks/numpyRandom.ts';
import { BENCH_KEYS } from '../benchKeys.ts';
import { benchTracks } from '../benchTracks.ts';
import { listPhotos } from '../photoList.ts';

/** Of a crop, pixels; shown twice as large. */
const SIDE = 200;
const STEP = 20;
/** A place is smooth where luma deviates by less within a Gaussian, levels and px. */
const SMOOTH_DEVIATION = 2;
const SMOOTH_SIGMA = 3;

interface Trial {
  readonly photo: string;
  readonly side: number;
  /** PNG as addresses of their bytes. */
  readonly original: string;
  readonly marked: string;
}

const product = (a: Plane, b: Plane): Plane => ({
  ...a,
  data: a.data.map((value, i) => value * (b.data[i] as number)),
});

/** The mark's energy where the original is smooth, elsewhere 0; levels^2. */
function seenEnergy(original: RgbPicture, marked: RgbPicture): Plane {
  const [before, after] = [luma(original), luma(marked)];
  const mean = stackedBlur(before, SMOOTH_SIGMA);
  const square = stackedBlur(product(before, before), SMOOTH_SIGMA);
  const out = plane(before.width, before.height);
  for (let i = 0; i < out.data.length; i++) {
    const variance = (square.data[i] as number) - (mean.data[i] as number) ** 2;
    if (variance < SMOOTH_DEVIATION ** 2) out.data[i] = ((after.data[i] as number) - (before.data[i] as number)) ** 2;
  }
  return out;
}

/** Corner of the crop that holds most of it. */
function richestCrop({ width, height, data }: Plane): { readonly left: number; readonly top: number } {
  let best = { left: 0, top: 0, sum: -1 };
  for (let top = 0; top + SIDE <= height; top += STEP)
    for (let left = 0; left + SIDE <= width; left += STEP) {
      let sum = 0;
      for (let y = top; y < top + SIDE; y += 2)
        for (let x = left; x < left + SIDE; x += 2) sum += data[y * width + x] as number;
      if (sum > best.sum) best = { left, top, sum };
    }
  return best;
}

async function cropOf({ width, height, data }: RgbPicture, corner: { left: number; top: number }): Promise<string> {
  const png = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ ...corner, width: SIDE, height: SIDE })
    .png({ compressionLevel: 9 })
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

const [out, folder, count = '24', skip = '0'] = process.argv.slice(2);
if (!out || !folder) {
  console.error('usage: makePage.ts OUT.html PHOTOS [COUNT] [SKIP]');
  process.exit(2);
}
const trials: Trial[] = [];
for (const { file, photo } of listPhotos([folder], { skips: [Number(skip)], limits: [Number(count)] })) {
  const original = await readPicture(file);
  if (Math.min(original.width, original.height) < SIDE) continue;
  const options = { tracks: benchTracks('abc'), keys: BENCH_KEYS };
  const marked = embedTracks(original, payloadOf(photo), options).picture as RgbPicture;
  const corner = richestCrop(seenEnergy(original, marked));
  trials.push({
    photo,
    side: SIDE,
    original: await cropOf(original, corner),
    marked: await cropOf(marked, corner),
  });
}
if (trials.length === 0) {
  console.error(`${folder}: no photo among those is ${SIDE} px wide and high; name others by COUNT and SKIP`);
  process.exit(2);
}
const here = (name: string): string => fs.readFileSync(path.join(import.meta.dirname, name), 'utf8');
const statistics = here('twoAlternatives.mjs').replaceAll('export function', 'function');
// A function, for dollar signs in a replacement text mean something else.
const page = here('page.html')
  .replace('TRIALS', () => JSON.stringify(trials))
  .replace('STATISTICS', () => statistics);
fs.writeFileSync(out, page);
console.log(`${out}: ${trials.length} pairs`);
