/**
 * Local search bench: does an edited photo find its original among many by its local features?
 *     npx tsx --conditions=assay-source bench/retrieval/localSearch.ts PHOTOS [QUERIED] [DISTRACTORS]
 * The database is every photo but 150 of bsds/, and DISTRACTORS made pictures: features drawn at random from the photos
 * that edits paste others onto, a quarter of each signature's bits turned, so that words are as full as with real
 * pictures. QUERIED photos that nothing was learned from are looked for after each of the 19 edits; 50 absent photos must
 * not be found. Reports recall@1 of the votes alone, and after the features of the best are checked for one similarity;
 * time and memory.
 * Writes bench/results/fingerprint/local-search.json.
 * @module
 */
import { canvasOf } from '@assay/core/fingerprint/canvas';
import { CANVAS_SIDE_MAX } from '@assay/core/fingerprint/fingerprint';
import { fingerprintFeatures } from '@assay/core/fingerprint/siftVlad';
import { readPicture, type RgbPicture } from './rgbPicture.ts';
import {
  type CompactFeatures,
  compactFeatures,
  decodeFeatures,
  encodeFeatures,
  STORED_FEATURES_MAX,
} from '@assay/core/search/compactFeatures';
import { type IndexRecord, indexRecord } from '@assay/core/search/indexRecord';
import { InvertedFile } from '@assay/core/search/invertedFile';
import { queryFeatures } from '@assay/core/search/queryFeatures';
import { assignment } from '@assay/core/search/visualWords';
import { agreeOnSimilarity, matchFeatures } from '@assay/core/search/similarityVote';
import { saveResult } from '../machine.ts';
import { type Random, seededRandom } from '../verdict/random.ts';
import { EDITS } from './edits.ts';
import { photoSets } from './photoSets.ts';

const VERIFIED = 20;

const [folder, queriedArgument = '20', distractorArgument = '0'] = process.argv.slice(2);
if (!folder) throw new Error('usage: bench/retrieval/localSearch.ts PHOTOS [QUERIED] [DISTRACTORS]');
const queriedCount = Number(queriedArgument);
const distractorCount = Number(distractorArgument);
const sets = photoSets(folder);

function storedFeatures(picture: RgbPicture): CompactFeatures {
  const canvas = canvasOf(picture, CANVAS_SIDE_MAX).luma;
  return decodeFeatures(encodeFeatures(compactFeatures(fingerprintFeatures(canvas), canvas)));
}

/** As the query stands, and mirrored. */
function queryForms(picture: RgbPicture): CompactFeatures[] {
  const { upright, mirrored } = queryFeatures(picture);
  return [upright, mirrored];
}

/** Those that are queried first. */
const database = [...sets.database, ...sets.learned, ...sets.calibration];
const stored = new Map<string, CompactFeatures>();
const index = new InvertedFile();
const storeStart = process.cpuUsage().user;
for (const [i, file] of database.entries()) {
  const features = storedFeatures(await readPicture(file));
  stored.set(String(i), features);
  index.add(String(i), 'photos', indexRecord(features));
}
const storeMs = (process.cpuUsage().user - storeStart) / 1000 / database.length;

/** Words and signatures that made pictures are put together from. */
const random = seededRandom(7);
const pool: IndexRecord[] = [];
if (distractorCount > 0)
  for (const file of sets.backgrounds) pool.push(indexRecord(storedFeatures(await readPicture(file))));
const addStart = process.cpuUsage().user;
for (let i = 0; i < distractorCount; i++) index.add(`made ${i}`, 'made', madeRecord(pool, random));
const addMs = (process.cpuUsage().user - addStart) / 1000 / Math.max(1, distractorCount);

/** Features of many pictures side by side; of every signature each bit is turned with a chance of a quarter. */
function madeRecord(from: readonly IndexRecord[], source: Random): IndexRecord {
  const made = assignment(STORED_FEATURES_MAX);
  const some = (): number => (source.uniform() * 2 ** 32) >>> 0;
  for (let i = 0; i < STORED_FEATURES_MAX; i++) {
    const picture = from[source.below(from.length)] as IndexRecord;
    const feature = source.below(picture.words.length);
    made.words[i] = picture.words[feature] ?? 0;
    made.low[i] = ((picture.low[feature] ?? 0) ^ (some() & some())) >>> 0;
    made.high[i] = ((picture.high[feature] ?? 0) ^ (some() & some())) >>> 0;
  }
  return made;
}

interface Found {
  readonly id: string | null;
  readonly inliers: number;
  /** Place of the right picture among the votes, from 0; -1 if it got none of the first `VERIFIED`. */
  readonly rank: number;
}

const times = { describe: 0, vote: 0, verify: 0, queries: 0 };

function lap(since: number, of: 'describe' | 'vote' | 'verify'): number {
  const now = process.cpuUsage().user;
  times[of] += (now - since) / 1000;
  return now;
}

function lookFor(picture: RgbPicture, right: string | null): Found {
  let at = process.cpuUsage().user;
  const forms = queryForms(picture);
  at = lap(at, 'describe');
  const votes = forms
    .flatMap((form) => index.search(form, VERIFIED).map((vote) => ({ ...vote, form })))
    .sort((a, b) => b.score - a.score)
    .slice(0, VERIFIED);
  at = lap(at, 'vote');
  let best: { id: string | null; inliers: number } = { id: null, inliers: 0 };
  for (const { id, form } of votes) {
    const features = stored.get(id);
    if (!features) continue;
    const { inliers } = agreeOnSimilarity(form, features, matchFeatures(form, features));
    if (inliers > best.inliers) best = { id, inliers };
  }
  lap(at, 'verify');
  times.queries++;
  return { ...best, rank: votes.findIndex(({ id }) => id === right) };
}

const INLIERS_TABLE = [5, 6, 7, 8, 10];
const byEdit: Record<
  string,
  { first: number; among: number; verified: number; queries: number; leastInliers: number }
> = {};
for (let q = 0; q < queriedCount; q++) {
  const photo = (q * 13) % sets.database.length;
  const picture = await readPicture(sets.database[photo] as string);
  for (const [number, [edit, apply]] of Object.entries(EDITS).entries()) {
    const seed = seededRandom(1000 * photo + number);
    const background = await readPicture(sets.backgrounds[seed.below(sets.backgrounds.length)] as string);
    const found = lookFor(await apply(picture, background, seed), String(photo));
    const row = (byEdit[edit] ??= {
      first: 0,
      among: 0,
      verified: 0,
      queries: 0,
      leastInliers: Number.POSITIVE_INFINITY,
    });
    row.queries++;
    row.first += found.rank === 0 ? 1 : 0;
    row.among += found.rank >= 0 ? 1 : 0;
    const isRight = found.id === String(photo);
    row.verified += isRight ? 1 : 0;
    row.leastInliers = Math.min(row.leastInliers, isRight ? found.inliers : 0);
  }
}
const absentInliers: number[] = [];
for (let q = 0; q < sets.absent.length; q++) {
  const picture = await readPicture(sets.absent[q] as string);
  for (const [number, [, apply]] of Object.entries(EDITS).entries()) {
    if (number % 3 !== 0) continue;
    const seed = seededRandom(77_000 + 1000 * q + number);
    const background = await readPicture(sets.backgrounds[seed.below(sets.backgrounds.length)] as string);
    absentInliers.push(lookFor(await apply(picture, background, seed), null).inliers);
  }
}
const rows = Object.values(byEdit);
const share = (of: 'first' | 'among' | 'verified'): number =>
  Number(
    ((100 * rows.reduce((sum, row) => sum + row[of], 0)) / rows.reduce((sum, row) => sum + row.queries, 0)).toFixed(2),
  );
const result = {
  database: database.length,
  distractors: distractorCount,
  queriedPhotos: queriedCount,
  recallAt1Votes: share('first'),
  recallAmong20: share('among'),
  recallAt1Verified: share('verified'),
  byEdit,
  absentQueries: absentInliers.length,
  absentWithInliersOf: Object.fromEntries(INLIERS_TABLE.map((n) => [n, absentInliers.filter((i) => i >= n).length])),
  cpuMs: {
    storePicture: Math.round(storeMs),
    addToIndex: Number(addMs.toFixed(2)),
    describeQuery: Math.round(times.describe / times.queries),
    vote: Math.round(times.vote / times.queries),
    verify: Math.round(times.verify / times.queries),
  },
  residentMiB: Math.round(process.memoryUsage().rss / 2 ** 20),
};
console.table(byEdit);
console.log(saveResult('fingerprint/local-search', result), JSON.stringify({ ...result, byEdit: undefined }));
