/**
 * Tamper maps to be looked at: the edited picture beside the same with its map in red and the truth outlined in green.
 *
 *     npx tsx --conditions=assay-source bench/verdict/maps.ts FOLDER
 *     ASSAY_PHOTOS=DIR npx tsx --conditions=assay-source bench/verdict/maps.ts FOLDER --photos PART
 *
 * Without photos, invented scenes (core/scene), as WebP; those of docs/reference/images are made so.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import type { Raster } from '@assay/core/raster';
import { renderScene } from '@assay/core/scene/renderScene';
import { compareRegistered } from '@assay/core/tamper/compare';
import { registerPictures } from '../../packages/service/src/adapters/vision/register.ts';
import { AFTERMATHS } from './cases.ts';
import type { Edit } from './edits/benignEdits.ts';
import type { Forgery } from './edits/localEdit.ts';
import { FORGERIES, resizedTruth } from './edits/localEdits.ts';
import { loadPicture, type Part, photoFiles, piped } from './pictures.ts';
import { seededRandom } from './random.ts';
import { marked } from './realMark.ts';

const KINDS = [
  ['splice', 0.05, 'jpeg 85'],
  ['inpainted', 0.02, 'jpeg 85'],
  ['text replaced', 0.02, 'resize 0.6, jpeg 50'],
  ['copy-move', 0.05, 'resize 0.6, jpeg 50'],
  ['blurred area', 0.02, 'jpeg 85'],
  ['splice', 0.01, 'resize 0.6, jpeg 50'],
] as const;

/** The picture with the map laid over it in red, and the border of the truth in green. */
function overlaid(picture: Raster, map: Uint8Array, truth: Uint8Array): Raster {
  const data = new Uint8Array(picture.data);
  const { width, height } = picture;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const weight = (0.7 * (map[i] as number)) / 255;
      const isEdge = truth[i] !== truth[i + 1] || truth[i] !== truth[i + width];
      for (let c = 0; c < 3; c++) {
        const red = c === 0 ? 255 : 0;
        const mixed = (1 - weight) * (data[3 * i + c] as number) + weight * red;
        data[3 * i + c] = isEdge && y < height - 1 && x < width - 1 ? (c === 1 ? 255 : 0) : mixed;
      }
    }
  return { ...picture, data };
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { photos: { type: 'string' } } });
const folder = positionals[0] as string;
fs.mkdirSync(folder, { recursive: true });
const scene = (seed: number): Raster => renderScene({ width: 640, height: 427, seed });
const files = values.photos ? photoFiles(values.photos as Part, KINDS.length) : [];
for (const [i, [kind, share, aftermath]] of KINDS.entries()) {
  const photo = files[i] ? await loadPicture(files[i]) : scene(20 + i);
  const donor = files[i] ? await loadPicture(files[(i + 1) % files.length] as string) : scene(40 + i);
  const { picture: delivered } = await marked(photo);
  const random = seededRandom(77 + i);
  const edit = await (FORGERIES[kind] as Forgery)(delivered, donor, share, random);
  const query = await (AFTERMATHS[aftermath] as Edit)(edit.picture, random);
  const truth = await resizedTruth(edit.truth, edit.picture, query);
  const registration = await registerPictures(query, photo);
  const comparison = registration && compareRegistered(query, photo, registration);
  if (!comparison) continue;
  const { map } = comparison;
  const grey = await sharp(map.data, { raw: { width: map.width, height: map.height, channels: 1 } })
    .resize(query.width, query.height, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const right = await piped(overlaid(query, grey, truth))
    .png()
    .toBuffer();
  const sheet = piped(query)
    .extend({ right: query.width + 8, background: '#ffffff' })
    .composite([{ input: right, left: query.width + 8, top: 0 }]);
  const name = path.join(folder, `${i}-${kind.replaceAll(' ', '-')}-${100 * share}`);
  const flat = sharp(await sheet.png().toBuffer());
  await (values.photos ? flat.png().toFile(`${name}.png`) : flat.webp({ quality: 80 }).toFile(`${name}.webp`));
  console.log(name, comparison.largestRegionFraction.toFixed(4), comparison.changeStrength, comparison.regions);
}
