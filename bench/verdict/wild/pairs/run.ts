/**
 * Is another shot of a registered scene called a forgery? Nobody has altered anything, and it is another picture: `unknown` is right.
 *
 *     ASSAY_PHOTOS=DIR [ASSAY_VIDEOS=DIR:DIR] npx tsx --conditions=assay-source bench/verdict/wild/pairs/run.ts tune|aside [--pairs 150]
 *         [--minutes 30] [--seed 0] [--shard 0/1] [--save]
 *
 * Two in five pairs are exposures out of the hand, one in five from a tripod, one in five a scene rendered twice, one in five
 * frames of a video; without videos, exposures. Photos, scenes and videos of the two halves are different. Rows are kept in
 * `.cache/bench/verdict`; --save writes bench/results/verdict/wild/pairs-HALF.json and .md from the rows of all shards.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { saveResult } from '../../../machine.ts';
import { shareOf } from '../../../robustness/report/statistics.ts';
import { openJsonLines } from '../../jsonLines.ts';
import { judged } from '../../measure.ts';
import { PHOTOS } from '../../pictures.ts';
import { seededRandom } from '../../random.ts';
import { percent, table } from '../../tables.ts';
import { type Judgement, judgeByComparison } from '../judge.ts';
import { HALVES, type Half } from '../kinds.ts';
import { halfOf, loadSized, sizeOf, wildPhotos } from '../photos.ts';
import { pairsHash } from '../rowNames.ts';
import { type Pair, twoExposures } from './exposures.ts';
import { sceneTwice } from './sceneTwice.ts';
import { twoFrames, videoFiles } from './videoFrames.ts';

const SOURCES = ['hand-held', 'tripod', 'hand-held', 'scene rendered twice', 'video frames'] as const;

/** What the stored picture was marked with; nobody marked the other shot. */
const NOT_IN_IT = '6f1c2d3e-0a1b-4c5d-8e7f-102132435465';

interface PairRow extends Judgement {
  readonly pair: number;
  readonly source: string;
  /** Photo, video or landscape that both were taken of. */
  readonly scene: string;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '150' },
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '0' },
    shard: { type: 'string', default: '0/1' },
    save: { type: 'boolean', default: false },
  },
});
const half = positionals[0] as Half;
if (!HALVES.includes(half) || PHOTOS === '') {
  console.error('usage: ASSAY_PHOTOS=DIR pairs/run.ts tune|aside [--pairs N] [--minutes M] [--shard i/n] [--save]');
  process.exit(2);
}
const [shard, shards] = values.shard.split('/').map(Number) as [number, number];
const prefix = `wild-pairs-${half}-${values.pairs}-${values.seed}-${pairsHash()}`;
const rows = openJsonLines<PairRow>(`${prefix}-${values.shard.replace('/', 'of')}`);
console.log(rows.file);
const count = Number(values.pairs);
const photos = await wildPhotos(half, count);
const videos = videoFiles().filter((file) => halfOf(file) === half);

async function makePair(index: number): Promise<{ source: string; scene: string; pair: Pair | null }> {
  // Even numbers seed one half, odd ones the other.
  const seed = 2 * (10_000 * Number(values.seed) + index) + HALVES.indexOf(half);
  const random = seededRandom(seed);
  const wanted = SOURCES[index % SOURCES.length] as (typeof SOURCES)[number];
  const source = wanted === 'video frames' && videos.length === 0 ? 'hand-held' : wanted;
  if (source === 'scene rendered twice')
    return { source, scene: `landscape ${seed}`, pair: await sceneTwice(seed, random) };
  if (source === 'video frames') {
    const video = videos[random.below(videos.length)] as string;
    return { source, scene: path.basename(video), pair: await twoFrames(video, random) };
  }
  const file = photos[index] as string;
  const photo = await loadSized(file, sizeOf(file, random));
  return { source, scene: path.basename(file), pair: await twoExposures(photo, source === 'tripod', random) };
}

const done = new Set(rows.lines.map(({ pair }) => pair));
const start = performance.now();
for (let index = shard; index < count; index += shards) {
  if (done.has(index)) continue;
  if (performance.now() - start > 60_000 * Number(values.minutes)) break;
  const { source, scene, pair } = await makePair(index);
  if (!pair) continue;
  const judgement = await judgeByComparison({ ...pair, truth: null, changeRms: null }, NOT_IN_IT);
  rows.add({ pair: index, source, scene, ...judgement });
  if (judgement.verdict !== 'unknown') console.log(index, source, judgement.ruleId, judgement.confidence.toFixed(2));
}
console.log(`${rows.lines.length} pairs`);

function save(all: readonly PairRow[]): void {
  const list = all.map((row) => ({ ...row, ...judged(row.registration, row.facts, row.mark) }));
  const verdictsOf = (some: typeof list) => ({
    pairs: some.length,
    authentic: shareOf(some.filter(({ verdict }) => verdict === 'authentic').length, some.length),
    forged: shareOf(some.filter(({ verdict }) => verdict === 'forged').length, some.length),
    unknown: shareOf(some.filter(({ verdict }) => verdict === 'unknown').length, some.length),
  });
  const names = [...new Set(list.map(({ source }) => source))];
  const bySource = [
    { source: 'all', ...verdictsOf(list) },
    ...names.map((source) => ({ source, ...verdictsOf(list.filter((row) => row.source === source)) })),
  ];
  const file = saveResult(`verdict/wild/pairs-${half}`, { half, bySource });
  const lines = bySource.map((row) => [row.source, percent(row.authentic), percent(row.forged), percent(row.unknown)]);
  const text = [
    '# Another shot of the same scene',
    '',
    `${list.length} pairs of the half \`${half}\`. \`unknown\` is right; bars: authentic at most 1 %, forged at most 5 %. Percent, with 95 % intervals.`,
    '',
    ...table(['pairs', 'authentic', 'forged', 'unknown'], lines),
  ];
  fs.writeFileSync(file.replace(/json$/, 'md'), `${text.join('\n').trimEnd()}\n`);
  console.log(file);
}
if (values.save) {
  const files = fs.readdirSync(path.dirname(rows.file)).filter((name) => name.startsWith(prefix));
  save(files.flatMap((name) => openJsonLines<PairRow>(name.replace('.jsonl', '')).lines));
}
