/**
 * Pictures of where the line runs between what is added to a picture and what replaces it: the stored picture beside the submitted one, what
 * was laid over it in a blue box, what was changed in a red one. Those of docs/reference/images are made so:
 *
 *     npx tsx --conditions=assay-source bench/verdict/whereTheLineRuns.ts FOLDER
 *
 * Invented scenes (core/scene), judged by the comparison alone; prints the verdict of each.
 */
import path from 'node:path';
import { luma, type Raster } from '@assay/core/raster';
import { renderScene } from '@assay/core/scene/renderScene';
import type { Box } from '@assay/core/registration/geometry';
import sharp from 'sharp';
import type { RgbPicture } from '../retrieval/rgbPicture.ts';
import { registerPictures } from '../../packages/service/src/adapters/vision/register.ts';
import type { Forgery } from './edits/localEdit.ts';
import { FORGERIES } from './edits/localEdits.ts';
import { measurePair } from './measure.ts';
import { piped } from './pictures.ts';
import { seededRandom } from './random.ts';
import { wildKind } from './wild/kinds.ts';

/** What was done, and the name of its picture. */
const CASES = [
  { name: 'line-subtitles', kind: 'subtitles' },
  { name: 'line-agency-mark', kind: 'agency mark, centre' },
  { name: 'line-sticker', kind: 'stickers' },
  { name: 'line-letterbox', kind: 'letterbox' },
  { name: 'line-text-replaced', forgery: 'text replaced' },
  { name: 'line-removed', forgery: 'inpainted' },
  { name: 'line-pasted', forgery: 'splice' },
] as const;
const SHARE = 0.05;
const GAP = 8;

const scene = (seed: number): RgbPicture => renderScene({ width: 480, height: 320, seed }) as RgbPicture;

const boxes = (list: readonly Box[], colour: string): string =>
  list
    .map(
      ({ x, y, w, h }) =>
        `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="none" stroke="${colour}" stroke-width="3"/>`,
    )
    .join('');

async function sheet(stored: Raster, submitted: Raster, drawn: string, file: string): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${submitted.width}" height="${submitted.height}">${drawn}</svg>`;
  const right = await piped(submitted)
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
  const whole = piped(stored)
    .extend({
      right: GAP + submitted.width,
      bottom: Math.max(0, submitted.height - stored.height),
      background: '#ffffff',
    })
    .composite([{ input: right, left: stored.width + GAP, top: 0 }]);
  await sharp(await whole.png().toBuffer())
    .webp({ quality: 80 })
    .toFile(file);
}

const folder = process.argv[2] as string;
for (const [i, one] of CASES.entries()) {
  const stored = scene(60 + i);
  const random = seededRandom(i + 1);
  const submitted =
    'kind' in one
      ? (await wildKind(one.kind).edit(stored, random)).picture
      : (await (FORGERIES[one.forgery] as Forgery)(stored, scene(90 + i), SHARE, random)).picture;
  const pair = { query: submitted, reference: stored, truth: null, changeRms: null };
  const { facts, verdict, ruleId } = measurePair(pair, await registerPictures(luma(submitted), luma(stored)));
  const drawn = boxes(facts?.overlays ?? [], '#2060ff') + boxes(facts?.regions ?? [], '#ff2020');
  await sheet(stored, submitted, drawn, path.join(folder, `${one.name}.webp`));
  console.log(one.name, verdict, ruleId, facts?.overlayFraction.toFixed(3), facts?.coverage.toFixed(2));
}
