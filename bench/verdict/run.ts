/**
 * Measures registration, tamper map and verdict on real photos.
 *
 *     ASSAY_PHOTOS=DIR npx tsx --conditions=source bench/verdict/run.ts SECTION [--part validate] [--photos 20]
 *
 * SECTION: benign (false alarms), forged (detection, IoU), other (pairs of different photos). Every query carries
 * tracks A and B of the watermark and is compared with the unmarked photo. Thresholds were set on part `tune`; `validate` and
 * `bsds` share no photo with it. Writes bench/results/verdict-SECTION-PART.json and prints a table.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import type { Raster } from '@assay/core/raster';
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

type Results = Map<string, Measured[]>;

async function benign(photos: readonly Raster[]): Promise<Results> {
  const results: Results = new Map();
  for (const [name, edit] of Object.entries(BENIGN)) {
    const list: Measured[] = [];
    for (const [i, photo] of photos.entries()) {
      const random = seededRandom(1000 + i);
      list.push(await measure(await edit(await marked(photo), random), photo, null));
    }
    results.set(name, list);
  }
  return results;
}

async function forged(photos: readonly Raster[]): Promise<Results> {
  const results: Results = new Map();
  for (const [name, forge] of Object.entries(FORGERIES))
    for (const share of SHARES)
      for (const [afterName, after] of Object.entries(AFTERWARDS)) {
        const list: Measured[] = [];
        for (const [i, photo] of photos.entries()) {
          const random = seededRandom(Math.round(share * 1e6) + i);
          const donor = photos[(i + 1) % photos.length] as Raster;
          const edit = await forge(await marked(photo), donor, share, random);
          const query = await after(edit.picture, random);
          list.push(await measure(query, photo, await resizedTruth(edit.truth, edit.picture, query)));
        }
        results.set(`${name} ${100 * share} %, ${afterName}`, list);
      }
  return results;
}

async function other(photos: readonly Raster[]): Promise<Results> {
  const list: Measured[] = [];
  for (const [i, photo] of photos.entries())
    for (let step = 1; step <= 3; step++)
      list.push(await measure(photo, photos[(i + step) % photos.length] as Raster, null));
  return new Map([['different photos', list]]);
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
  options: { part: { type: 'string', default: 'validate' }, photos: { type: 'string', default: '20' } },
});
const section = positionals[0] as keyof typeof SECTIONS;
const part = values.part as 'tune' | 'validate' | 'bsds';
if (!(section in SECTIONS) || !['tune', 'validate', 'bsds'].includes(part) || PHOTOS === '') {
  console.error('usage: ASSAY_PHOTOS=DIR run.ts benign|forged|other [--part tune|validate|bsds] [--photos N]');
  process.exit(2);
}
const photos = await Promise.all(photoFiles(part, Number(values.photos)).map(loadPicture));
const results = await SECTIONS[section](photos);
const rows = [...results].map(([edit, list]) => ({ edit, ...summary(list) }));
const report = {
  machine: `${os.cpus()[0]?.model ?? 'unknown'}, ${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}`,
  node: process.version,
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  part,
  photos: photos.length,
  rows,
};
fs.mkdirSync('bench/results', { recursive: true });
fs.writeFileSync(`bench/results/verdict-${section}-${part}.json`, `${JSON.stringify(report, null, 2)}\n`);
console.table(rows);
