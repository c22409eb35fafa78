/**
 * Impostor (non-mated) pairs, which show different photos: how often would one be called a copy of the other?
 *
 *     ASSAY_PHOTOS=DIR npx tsx --conditions=assay-source bench/verdict/impostors.ts [--photos 80] [--others 40] [--offset 0] [--minutes 20]
 *
 * A verification lays a picture over five stored ones at most, so a thousand pairs are two hundred queries that found
 * nothing but wrong candidates. Keypoints are found once a photo; every pair is matched and fitted as a registration does, upright and
 * mirrored, and what fits is registered, compared and judged in full. Held-aside photos only. Writes bench/results/verdict/impostors.json.
 */
import { parseArgs } from 'node:util';
import { luma, type Plane } from '@assay/core/raster';
import { resizeBilinear } from '@assay/core/signal/resample/resize';
import { compareRegistered } from '@assay/core/tamper/compare';
import { fitPairs, matchedPairs } from '../../packages/service/src/adapters/vision/keypointFit.ts';
import { detectKeypoints, type KeypointSet } from '../../packages/service/src/adapters/vision/keypoints.ts';
import { loadOpenCv } from '../../packages/service/src/adapters/vision/openCv.ts';
import { registerPictures } from '../../packages/service/src/adapters/vision/register.ts';
import { saveResult } from '../machine.ts';
import { shareOf } from '../robustness/report/statistics.ts';
import { judged } from './measure.ts';
import { loadPicture, photoFiles, piped, rasterOf } from './pictures.ts';

/** Long side at which small pictures are registered, as in register.ts. */
const WORKING_SIDE = 640;

const { values } = parseArgs({
  options: {
    photos: { type: 'string', default: '80' },
    others: { type: 'string', default: '40' },
    minutes: { type: 'string', default: '20' },
    offset: { type: 'string', default: '0' },
  },
});
const start = performance.now();
const { cv } = await loadOpenCv();

interface Known {
  readonly file: string;
  readonly size: Plane;
  readonly upright: KeypointSet;
  readonly mirrored: KeypointSet;
}

function working(picture: Plane): Plane {
  const factor = WORKING_SIDE / Math.max(picture.width, picture.height);
  return resizeBilinear(picture, Math.round(picture.width * factor), Math.round(picture.height * factor));
}

async function known(file: string): Promise<Known> {
  const picture = await loadPicture(file);
  const size = working(luma(picture));
  const mirrored = working(luma(await rasterOf(piped(picture).flop())));
  return { file, size, upright: detectKeypoints(cv, size), mirrored: detectKeypoints(cv, mirrored) };
}

const half = Math.ceil(Number(values.photos) / 2);
const photos: Known[] = [];
for (const file of [
  ...photoFiles('validate', half, Number(values.offset)),
  ...photoFiles('bsds', half, Number(values.offset)),
])
  photos.push(await known(file));

const counts = { pairs: 0, fitted: 0, registered: 0, unknown: 0, authentic: 0, forged: 0 };
const wrong: object[] = [];
outer: for (let step = 1; step <= Number(values.others); step++)
  for (const [i, query] of photos.entries()) {
    if (performance.now() - start > 60_000 * Number(values.minutes)) break outer;
    const reference = photos[(i + step) % photos.length] as Known;
    counts.pairs++;
    const isFitted = [query.upright, query.mirrored].some(
      (keypoints) => fitPairs(cv, matchedPairs(keypoints, reference.upright), query.size) !== null,
    );
    if (!isFitted) {
      counts.unknown++;
      continue;
    }
    counts.fitted++;
    const [a, b] = [await loadPicture(query.file), await loadPicture(reference.file)];
    const registration = await registerPictures(luma(a), luma(b));
    const comparison = registration && compareRegistered(a, b, registration);
    if (registration) counts.registered++;
    const { verdict, ruleId, confidence } = judged(registration, comparison);
    counts[verdict as 'unknown' | 'authentic' | 'forged']++;
    const { inliers } = registration ?? {};
    const { badNccFraction, largestRegionFraction } = comparison ?? {};
    const names = [query.file, reference.file].map((file) => file.split('/').slice(-2).join('/'));
    wrong.push({ names, verdict, ruleId, confidence, inliers, badNccFraction, largestRegionFraction });
    console.log(wrong.at(-1));
  }
const file = saveResult('verdict/impostors', {
  photos: photos.length,
  counts,
  unknown: shareOf(counts.unknown, counts.pairs),
  comparisons: wrong,
});
console.log(file, counts, ((performance.now() - start) / 1000).toFixed(0));
