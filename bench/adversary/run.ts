/**
 * The adversary's bench: he holds pictures that he had marked himself, with their originals, and wants the mark out of
 * somebody else's, or into a picture of his own. He knows the published format and code, not the key.
 *
 *     npm run bench:adversary -- PHOTOS [--targets 8] [--pairs 1,4,16,64,256] [--levels 46,42,38.5] [--tracks abc]
 *         [--collusions 2,4,8,16] [--name NAME] [--what WORDS]
 *
 * The first photos are targets, all others are his. Writes bench/results/adversary/NAME.json and .md.
 */
import { parseArgs } from 'node:util';
import path from 'node:path';
import { luma, type Plane, plane } from '@assay/core/raster';
import { psnr } from '@assay/core/signal/metrics';
import { embedTracks } from '@assay/core/watermark/embedTracks';
import { fromSharp, type RgbPicture, readPicture, toSharp } from '../retrieval/rgbPicture.ts';
import { BENCH_KEYS } from '../robustness/benchKeys.ts';
import { benchTracks } from '../robustness/benchTracks.ts';
import { payloadOf } from '../robustness/attacks/numpyRandom.ts';
import { listPhotos } from '../robustness/photoList.ts';
import { type Adversary, identify, type Reading } from './identification.ts';
import { COLLUSIONS, collude } from './collusion.ts';
import { learnPatterns, meanChange, ownPeriodicPart, patternsIn, subtracted } from './removal.ts';
import { report } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    targets: { type: 'string', default: '8' },
    pairs: { type: 'string', default: '1,4,16,64,256' },
    levels: { type: 'string', default: '46,42,38.5' },
    collusions: { type: 'string', default: '2,4,8,16' },
    tracks: { type: 'string', default: 'abc' },
    attacks: { type: 'string', default: 'mean,folded,aligned,mixed,residuals,own,collusion,forging' },
    name: { type: 'string', default: 'adversary' },
    what: { type: 'string', default: '' },
  },
});
const numbers = (text: string): number[] => text.split(',').filter(Boolean).map(Number);
const asked = new Set(values.attacks.split(','));
const tracks = benchTracks(values.tracks);
const levels = numbers(values.levels);
const pairCounts = numbers(values.pairs);
const photos = listPhotos(positionals, { skips: [0], limits: [Number.POSITIVE_INFINITY] });
const targetCount = Number(values.targets);

/** Deterministic, and nothing here is secret. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const mark = (original: RgbPicture, payload: Uint8Array): RgbPicture =>
  embedTracks(original, payload, { tracks, keys: BENCH_KEYS }).picture as RgbPicture;

/** His pictures lie as the targets do, or the pixels of two would not correspond. */
async function landscape(file: string): Promise<RgbPicture> {
  const picture = await readPicture(file);
  return picture.width >= picture.height ? picture : fromSharp(toSharp(picture).rotate(90));
}

function changeOf(original: RgbPicture, marked: RgbPicture): Plane {
  const [before, after] = [luma(original), luma(marked)];
  return plane(
    before.width,
    before.height,
    after.data.map((value, i) => value - (before.data[i] as number)),
  );
}

/** What is left of a picture when it is smoothed: the mark and the finest detail. */
async function residualOf(marked: RgbPicture): Promise<Plane> {
  return changeOf(await fromSharp(toSharp(marked).median(5)), marked);
}

interface Own {
  readonly changes: Plane[];
  readonly mixed: Plane[];
  readonly residuals: Plane[];
}

async function ownPictures(count: number): Promise<Own> {
  const own: Own = { changes: [], mixed: [], residuals: [] };
  const random = randomOf(1);
  for (const { file, photo } of photos.slice(targetCount, targetCount + count)) {
    const original = await landscape(file);
    const payload = payloadOf(`own ${photo}`);
    ownPayloads.add(String(payload));
    const marked = mark(original, payload);
    own.changes.push(changeOf(original, marked));
    if (asked.has('residuals')) own.residuals.push(await residualOf(marked));
    if (asked.has('mixed') && own.mixed.length < Math.min(64, count)) {
      const width = Math.round(original.width * (0.8 + 0.7 * random()));
      const other = await fromSharp(toSharp(original).resize({ width }));
      own.mixed.push(changeOf(other, mark(other, payload)));
    }
  }
  return own;
}

const rows: Reading[] = [];
const ownPayloads = new Set<string>();
const adversary: Adversary = { tracks, keys: BENCH_KEYS, payloads: ownPayloads };

async function tried(photo: string, attack: string, n: number, target: Target, change: Plane): Promise<void> {
  for (const level of levels) {
    const attacked = subtracted(target.marked, change, level);
    rows.push({
      ...(await identify(adversary, attacked, target.original, [target.payload])),
      ...{ photo, attack, n, level, costDb: psnr(target.marked, attacked) },
    });
  }
}

interface Target {
  readonly original: RgbPicture;
  readonly marked: RgbPicture;
  readonly payload: Uint8Array;
}

const own = await ownPictures(Math.max(...pairCounts));
console.log(`${own.changes.length} own pictures marked`);
const learnt = pairCounts.map((n) => {
  const changes = own.changes.slice(0, n);
  return {
    n,
    changes,
    folded: asked.has('folded') ? learnPatterns(changes, false) : null,
    aligned: asked.has('aligned') ? learnPatterns(changes, true) : null,
    mixed: asked.has('mixed') && n <= own.mixed.length ? learnPatterns(own.mixed.slice(0, n), true) : null,
    residuals: asked.has('residuals') && n >= 16 ? learnPatterns(own.residuals.slice(0, n), true) : null,
  };
});
console.log('patterns learnt');

for (const [index, { file, photo }] of photos.slice(0, targetCount).entries()) {
  const original = await landscape(file);
  const payload = payloadOf(path.basename(photo));
  const target: Target = { original, payload, marked: mark(original, payload) };
  const untouched = await identify(adversary, target.marked, original, [payload]);
  rows.push({ ...untouched, photo, attack: 'none', n: 0, level: 0, costDb: 99 });
  for (const { n, changes, folded, aligned, mixed, residuals } of learnt) {
    if (asked.has('mean')) await tried(photo, 'mean', n, target, meanChange(changes, original));
    if (folded) await tried(photo, 'folded', n, target, patternsIn(folded, target.marked, false));
    if (aligned) await tried(photo, 'aligned', n, target, patternsIn(aligned, target.marked, true));
    if (mixed) await tried(photo, 'mixed sizes, aligned', n, target, patternsIn(mixed, target.marked, true));
    if (residuals) await tried(photo, 'residuals, aligned', n, target, patternsIn(residuals, target.marked, true));
    if (asked.has('forging')) await forge(photo, n, original, changes, aligned);
  }
  if (asked.has('own')) await tried(photo, 'own periodic part', 0, target, ownPeriodicPart(target.marked));
  if (asked.has('collusion')) await colludeAll(photo, index, original);
  // Written after every photo, so that a run that is cut short leaves what it found.
  const text = report(values.name, rows, { photos: index + 1, tracks: values.tracks, what: values.what });
  console.log(index + 1 === targetCount ? text : `${index + 1} / ${targetCount}  ${photo}`);
}

/** A learnt pattern, or one own change, laid over an unmarked picture: what is read must be nothing, or his own payload. */
async function forge(
  photo: string,
  n: number,
  original: RgbPicture,
  changes: readonly Plane[],
  aligned: ReturnType<typeof learnPatterns> | null,
): Promise<void> {
  const add = (change: Plane): RgbPicture =>
    subtracted(original, { ...change, data: change.data.map((value) => -value) }, 40);
  const own = payloadOf(`own ${photos[targetCount]?.photo}`);
  const forged = n === 1 ? add(meanChange(changes, original)) : aligned && add(patternsIn(aligned, original, false));
  if (!forged) return;
  const reading = await identify(adversary, forged, original, [own]);
  rows.push({ ...reading, photo, attack: n === 1 ? 'copied' : 'forged', n, level: 40, costDb: psnr(original, forged) });
}

async function colludeAll(photo: string, index: number, original: RgbPicture): Promise<void> {
  const counts = numbers(values.collusions);
  const payloads = Array.from({ length: Math.max(...counts) }, (_, i) => payloadOf(`${photo} for recipient ${i}`));
  const copies = payloads.map((payload) => mark(original, payload));
  for (const n of counts)
    for (const how of COLLUSIONS) {
      const made = collude(copies.slice(0, n), how, randomOf(1000 * index + n));
      const reading = await identify(adversary, made, original, payloads.slice(0, n));
      rows.push({
        ...reading,
        photo,
        attack: `collusion, ${how}`,
        n,
        level: 0,
        costDb: psnr(copies[0] as RgbPicture, made),
      });
    }
}
