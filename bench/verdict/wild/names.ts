/**
 * Does `metadata.modifications` name what was done to the whole picture? Photos after wild edits whose right name is known, and
 * after what every copy goes through, which has none.
 *
 *     ASSAY_PHOTOS=DIR npx tsx --conditions=assay-source bench/verdict/wild/names.ts [--photos 6] [--part tune] [--megapixels 0.15] [--minutes 15]
 *
 * Of each kind: how often the right name was given, and which wrong ones. "tone or colour changed" may always be said of
 * an edit. Writes bench/results/verdict/wild/names.json after every kind.
 */
import { parseArgs } from 'node:util';
import { luma, type Raster } from '@assay/core/raster';
import { compareRegistered } from '@assay/core/tamper/compare';
import { modificationsOf } from '@assay/core/verdict/modifications';
import sharp, { type Sharp } from 'sharp';
import { registerPictures } from '../../../packages/service/src/adapters/vision/register.ts';
import { saveResult } from '../../machine.ts';
import { fromSharp, type RgbPicture, toSharp } from '../../retrieval/rgbPicture.ts';
import { shareOf } from '../../robustness/report/statistics.ts';
import { seededRandom } from '../random.ts';
import { HALVES, type Half, wildKind } from './kinds.ts';
import { loadSized, wildPhotos } from './photos.ts';
import { inPlace, type WildEdit } from './wildEdit.ts';

const COLOUR = 'tone or colour changed';

const rewritten = (write: (picture: Sharp) => Sharp): WildEdit =>
  inPlace(async (picture) => fromSharp(sharp(await write(toSharp(picture)).toBuffer())));

const COPIES: Readonly<Record<string, WildEdit>> = {
  'JPEG 90': rewritten((picture) => picture.jpeg({ quality: 90 })),
  'JPEG 60': rewritten((picture) => picture.jpeg({ quality: 60 })),
  'WebP 75': rewritten((picture) => picture.webp({ quality: 75 })),
  'resized by 0.6': inPlace((picture) => fromSharp(toSharp(picture).resize(Math.round(0.6 * picture.width)))),
};

/** The right name begins so; null: none is right but that of tone. */
const KINDS: Readonly<Record<string, string | null>> = {
  'GIF, 256 colours': '256 colours',
  'GIF, 16 colours': '16 colours',
  '16 colours, Floyd-Steinberg': '16 colours, dithered',
  '64 colours, no dither': '64 colours',
  'screen, sub-pixels seen': 'photographed from a screen',
  'tube screen': 'photographed from a screen',
  'black and white, green glass': 'black and white',
  inverted: 'inverted',
  vignette: 'vignette',
  clarity: 'local contrast enhancement',
  'local contrast (CLAHE), luma': 'local contrast enhancement',
  'Gaussian blur': 'blurred',
  'out of focus': 'blurred',
  'unsharp, fine': 'sharpened',
  'unsharp, middle': 'sharpened',
  'median of 5': 'denoised',
  bilateral: 'denoised',
  'curves per channel': null,
  'hue turned': 'hues turned',
  sepia: 'toned',
  duotone: 'toned',
  faded: null,
  'messenger, 1600 px': null,
};

const { values } = parseArgs({
  options: {
    photos: { type: 'string', default: '6' },
    part: { type: 'string', default: 'tune' },
    megapixels: { type: 'string', default: '0.15' },
    minutes: { type: 'string', default: '15' },
  },
});
if (!HALVES.includes(values.part as Half)) throw new RangeError(`--part must be one of ${HALVES.join(', ')}`);
const photos = await wildPhotos(values.part as Half, Number(values.photos));
const start = performance.now();

async function namesOf(query: Raster, reference: Raster): Promise<string[] | null> {
  const registration = await registerPictures(luma(query), luma(reference));
  if (!registration) return null;
  const file = (picture: Raster) => ({
    format: 'png',
    width: picture.width,
    height: picture.height,
    jpegQuality: null,
  });
  const comparison = compareRegistered(query, reference, registration);
  const found = modificationsOf(comparison, { query: file(query), reference: file(reference) });
  return found.flatMap((one) => ('name' in one ? one.name : []));
}

/** An encoder may use a colour or two less than it was allowed. */
function isRightName(name: string, wanted: string): boolean {
  if (name === wanted || name.startsWith(`${wanted},`)) return true;
  const [count, most] = [Number.parseInt(name, 10), Number.parseInt(wanted, 10)];
  return count <= most && count >= 0.98 * most;
}

async function tally(kind: string, edit: WildEdit, wanted: string | null, mayTone: boolean) {
  let [named, registered] = [0, 0];
  const wrong = new Map<string, number>();
  for (const [i, file] of photos.entries()) {
    const original: RgbPicture = await loadSized(file, Number(values.megapixels));
    const { picture } = await edit(original, seededRandom(100 + i));
    const names = await namesOf(picture, original);
    if (names === null) continue;
    registered++;
    if (wanted !== null && names.some((name) => isRightName(name, wanted))) named++;
    for (const name of names) {
      if ((mayTone && name === COLOUR) || (wanted !== null && isRightName(name, wanted))) continue;
      wrong.set(name, (wrong.get(name) ?? 0) + 1);
    }
  }
  const row = {
    kind,
    name: wanted,
    photos: photos.length,
    registered,
    named: wanted === null ? null : shareOf(named, registered),
    wrong: Object.fromEntries(wrong),
  };
  console.log(kind, `${wanted ?? 'no name'}: ${named}/${registered}`, JSON.stringify(row.wrong));
  return row;
}

const rows: Awaited<ReturnType<typeof tally>>[] = [];
const cases = [
  ...Object.entries(COPIES).map(([kind, edit]) => ({ kind, edit, wanted: null, mayTone: false })),
  ...Object.entries(KINDS).map(([kind, wanted]) => ({ kind, edit: wildKind(kind).edit, wanted, mayTone: true })),
];
for (const { kind, edit, wanted, mayTone } of cases) {
  if (performance.now() - start > 60_000 * Number(values.minutes)) break;
  rows.push(await tally(kind, edit, wanted, mayTone));
  saveResult('verdict/wild/names', { part: values.part, megapixels: Number(values.megapixels), rows });
}
