/**
 * Does the scene go on beyond a stored picture? Photos of 480 x 320, of which the middle half is "stored": as they are, and with their middle laid on another
 * photo; each as it is and after JPEG 75.
 *
 *     ASSAY_PHOTOS=DIR npx tsx --conditions=assay-source bench/verdict/continuation.ts [--part validate] [--photos 160]
 *
 * Writes bench/results/verdict/continuation.json: quantiles of the measure, and the fraction above the bound of the verdict.
 */
import { parseArgs } from 'node:util';
import { luma, type Plane, type Raster } from '@assay/core/raster';
import { continuation } from '@assay/core/tamper/alignment/continuation';
import { CONTINUED } from '@assay/core/verdict/thresholds';
import sharp from 'sharp';
import { saveResult } from '../machine.ts';
import { type Part, photoFiles, piped, rasterOf } from './pictures.ts';

const { values } = parseArgs({
  options: { part: { type: 'string', default: 'validate' }, photos: { type: 'string', default: '160' } },
});
const [WIDTH, HEIGHT] = [480, 320];
const [LEFT, TOP] = [70, 47];
const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95, 1];

const isShown = (i: number): boolean => {
  const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
  return x >= LEFT && x < WIDTH - LEFT && y >= TOP && y < HEIGHT - TOP;
};
const covered = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (isShown(i) ? 1 : 0));

const photos = await Promise.all(
  photoFiles(values.part as Part, Number(values.photos)).map((file) =>
    rasterOf(sharp(file).resize(WIDTH, HEIGHT, { fit: 'cover' })),
  ),
);

/** The middle of one photo on another. */
function laidOn(inner: Raster, outer: Raster): Raster {
  const data = outer.data.slice();
  for (let i = 0; i < WIDTH * HEIGHT; i++)
    if (isShown(i)) for (let c = 0; c < inner.channels; c++) data[i * 3 + c] = inner.data[i * 3 + c] as number;
  return { ...outer, data };
}

const coded = async (picture: Raster): Promise<Plane> =>
  luma(await rasterOf(sharp(await piped(picture).jpeg({ quality: 75 }).toBuffer())));

function summary(found: readonly number[]) {
  const sorted = [...found].sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;
  const above = found.filter((value) => value > CONTINUED.continuationMin).length;
  return {
    pictures: found.length,
    above,
    quantiles: Object.fromEntries(QUANTILES.map((share) => [share, Math.round(100 * at(share)) / 100])),
  };
}

const colour = photos.filter(({ channels }) => channels === 3);
const measured = {
  continued: [] as number[],
  continuedJpeg: [] as number[],
  other: [] as number[],
  otherJpeg: [] as number[],
};
for (const [k, photo] of colour.entries()) {
  const mixed = laidOn(photo, colour[(k + 1) % colour.length] as Raster);
  measured.continued.push(continuation(luma(photo), covered));
  measured.continuedJpeg.push(continuation(await coded(photo), covered));
  measured.other.push(continuation(luma(mixed), covered));
  measured.otherJpeg.push(continuation(await coded(mixed), covered));
}
const rows = Object.fromEntries(Object.entries(measured).map(([name, found]) => [name, summary(found)]));
console.log(JSON.stringify(rows, null, 1));
console.log(saveResult('verdict/continuation', { part: values.part, bound: CONTINUED.continuationMin, ...rows }));
