/**
 * Measures registration, tamper map and verdict on real photos.
 *
 *     ASSAY_PHOTOS=DIR npx tsx --conditions=source bench/verdict/run.ts SECTION [--part validate] [--photos 20] [--minutes 10]
 *
 * SECTION: benign (false alarms), forged (detection, IoU), other (pairs of different photos). Every query carries
 * tracks A and B of the watermark and is compared with the unmarked photo. Thresholds were set on part `tune`; `validate` and
 * `bsds` share no photo with it. Writes bench/results/verdict-SECTION-PART.json after every photo and
 * stops before the next one when the minutes are over.
 */
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Raster } from '@assay/core/raster';
import { saveResult } from '../machine.ts';
import { BENIGN, chain, type Edit, jpeg, resized } from './benignEdits.ts';
import { FORGERIES, resizedTruth } from './localEdits.ts';
import { type Measured, measure } from './measure.ts';
import { loadPicture, PHOTOS, photoFiles } from './pictures.ts';
import { seededRandom } from './random.ts';
import { marked } from './realMark.ts';

const SHARES = [0.2, 0.05, 0.02, 0.01, 0.005];
const AFTERWARDS: Readonly<Record<string, Edit>> = {
  'as it is': async (picture) => picture,
  'jpeg 85': jpeg(85),
  'resize 0.6 + jpeg 50': chain(resized(0.6), jpeg(50)),
};

/** One measurement and the rows of the report that it counts in. */
interface Counted {
  readonly rows: readonly string[];
  readonly measured: Measured;
}

async function* benign(photo: Raster, _donor: Raster, i: number): AsyncGenerator<Counted> {
  for (const [name, edit] of Object.entries(BENIGN)) {
    const query = await edit((await marked(photo)).picture, seededRandom(1000 + i));
    yield { rows: [name, 'all'], measured: await measure(query, photo, null) };
  }
}

/** What comes after the edit goes round with photo, kind and size, so that each meets each. */
async function* forged(photo: Raster, donor: Raster, i: number): AsyncGenerator<Counted> {
  const afterwards = Object.entries(AFTERWARDS);
  for (const [k, [name, forge]] of Object.entries(FORGERIES).entries())
    for (const [s, share] of SHARES.entries()) {
      const random = seededRandom(Math.round(share * 1e6) + i);
      const [afterName, after] = afterwards[(i + k + s) % afterwards.length] as [string, Edit];
      const edit = await forge((await marked(photo)).picture, donor, share, random);
      const query = await after(edit.picture, random);
      const truth = await resizedTruth(edit.truth, edit.picture, query);
      const ofAfter = share >= 0.01 ? [`${name} of 1 % and more, ${afterName}`] : [];
      yield { rows: [`${name} ${100 * share} %`, ...ofAfter], measured: await measure(query, photo, truth) };
    }
}

async function* other(photo: Raster, donor: Raster): AsyncGenerator<Counted> {
  yield { rows: ['different photos'], measured: await measure(photo, donor, null) };
}

const SECTIONS = { benign, forged, other };

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
const shareOf = (list: readonly Measured[], test: (m: Measured) => boolean): number =>
  round((100 * list.filter(test).length) / list.length, 1);
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function summary(list: readonly Measured[]): Record<string, number | null> {
  const registered = list.filter((m) => m.inliers > 0);
  const overlaps = registered.flatMap((m) => (m.iou === null ? [] : [m.iou]));
  return {
    pictures: list.length,
    registeredPercent: shareOf(list, (m) => m.inliers > 0),
    inliersLeast: Math.min(...list.map((m) => m.inliers)),
    inliersMost: Math.max(...list.map((m) => m.inliers)),
    blobAbove04Percent: shareOf(list, (m) => m.blobShare > 0.004),
    blobAbove08Percent: shareOf(list, (m) => m.blobShare > 0.008),
    forgedPercent: shareOf(list, (m) => m.verdict === 'forged'),
    unknownPercent: shareOf(list, (m) => m.verdict === 'unknown'),
    badNccShareMost: round(Math.max(...(registered.length > 0 ? registered.map((m) => m.badNccShare) : [0])), 3),
    iouMean: overlaps.length > 0 ? round(overlaps.reduce((sum, value) => sum + value, 0) / overlaps.length, 2) : null,
    registerMsMedian: round(median(list.map((m) => m.registerMs)), 0),
    compareMsMedian: round(median(registered.map((m) => m.compareMs)), 0),
  };
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', default: 'validate' },
    photos: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '10' },
  },
});
const section = positionals[0] as keyof typeof SECTIONS;
const part = values.part as 'tune' | 'validate' | 'bsds';
if (!(section in SECTIONS) || !['tune', 'validate', 'bsds'].includes(part) || PHOTOS === '') {
  console.error(
    'usage: ASSAY_PHOTOS=DIR run.ts benign|forged|other [--part tune|validate|bsds] [--photos N] [--minutes M]',
  );
  process.exit(2);
}

const start = performance.now();
const files = photoFiles(part, Number(values.photos));
const lists = new Map<string, Measured[]>();
let photosMeasured = 0;
for (const [i, file] of files.entries()) {
  if (performance.now() - start > 60_000 * Number(values.minutes)) break;
  const photo = await loadPicture(file);
  const donor = await loadPicture(files[(i + 1) % files.length] as string);
  for await (const { rows, measured } of SECTIONS[section](photo, donor, i)) {
    if (section === 'benign' && measured.verdict !== 'authentic') console.log(path.basename(file), rows[0], measured);
    for (const row of rows) lists.set(row, [...(lists.get(row) ?? []), measured]);
  }
  photosMeasured++;
  const rows = [...lists].map(([edit, list]) => ({ edit, ...summary(list) }));
  console.log(saveResult(`verdict-${section}-${part}`, { load: os.loadavg()[0], part, photos: photosMeasured, rows }));
}
console.table([...lists].map(([edit, list]) => ({ edit, ...summary(list) })));
