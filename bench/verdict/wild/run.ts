/**
 * Judges honest copies and forgeries after wild edits, and writes down every row.
 *
 *     ASSAY_PHOTOS=DIR [ASSAY_WALLPAPERS=DIR:DIR] npx tsx --conditions=assay-source bench/verdict/wild/run.ts PART --kinds tune|aside
 *         [--photos 120] [--honest 4] [--forged 4] [--minutes 60] [--seed 0] [--marks] [--only KIND] [--from original|delivered] [--shard 0/1]
 *
 * PART: the half of the photos, tune or aside. With --marks the delivered file carries tracks A, B and C, and the whole story of a
 * verification judges, marks read blindly included; else it carries A and B, and registration and comparison alone. Rows are kept in `.cache/bench/verdict`, under a name that depends on
 * the sources: the same command goes on where it stopped. `--shard i/n`: this process takes every n-th case, with rows of
 * its own. Report: report.ts.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openJsonLines } from '../jsonLines.ts';
import { PHOTOS } from '../pictures.ts';
import { judgeByComparison, judgeByStory, type WildRow } from './judge.ts';
import { HALVES, type Half } from './kinds.ts';
import { storyHash, wildHash } from './rowNames.ts';
import { makeWildCase, wildCases } from './wildCases.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    kinds: { type: 'string', default: 'tune' },
    photos: { type: 'string', default: '120' },
    honest: { type: 'string', default: '4' },
    forged: { type: 'string', default: '4' },
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '0' },
    marks: { type: 'boolean', default: false },
    only: { type: 'string' },
    from: { type: 'string' },
    shard: { type: 'string', default: '0/1' },
  },
});
const part = positionals[0] as Half;
const half = values.kinds as Half;
if (!HALVES.includes(part) || !HALVES.includes(half) || PHOTOS === '') {
  console.error(
    'usage: ASSAY_PHOTOS=DIR run.ts tune|aside --kinds tune|aside [--photos N] [--minutes M] [--shard i/n]',
  );
  process.exit(2);
}
const [shard, shards] = values.shard.split('/').map(Number) as [number, number];
const design = [part, half, values.photos, values.honest, values.forged, values.seed, values.shard.replace('/', 'of')];
const rows = openJsonLines<WildRow>(
  `wild-${values.marks ? 'marks-' : ''}${design.join('-')}-${values.marks ? storyHash() : wildHash()}`,
);
console.log(rows.file);
const done = new Set(rows.lines.map(({ spec }) => spec.id));
const turn = (id: string): number => Number(id.split('-').at(-1));
const specs = (
  await wildCases({
    part,
    kinds: half,
    photos: Number(values.photos),
    honestEach: Number(values.honest),
    forgedEach: Number(values.forged),
    seed: Number(values.seed),
  })
)
  .filter(({ kind }) => values.only === undefined || kind === values.only)
  .filter(({ from }) => values.from === undefined || from === values.from)
  // Every photo's first cases before any photo's second: a run that was cut off has seen all photos.
  .sort((a, b) => (turn(a.id) % Number(values.honest)) - (turn(b.id) % Number(values.honest)))
  .filter((_, i) => i % shards === shard);
const start = performance.now();
let count = 0;
for (const spec of specs) {
  if (done.has(spec.id)) continue;
  if (performance.now() - start > 60_000 * Number(values.minutes)) break;
  const made = await makeWildCase(spec, values.marks ? 'A+B+C' : 'A+B');
  const judgement = values.marks ? await judgeByStory(made, made.assetId) : await judgeByComparison(made, made.assetId);
  const { covered, left, query } = made;
  rows.add({ spec, ...judgement, covered, left, width: query.width, height: query.height, marks: values.marks });
  if (spec.expected === 'authentic' && judgement.verdict === 'forged')
    console.log(path.basename(spec.photo), spec.kind, judgement.ruleId, judgement.confidence.toFixed(2));
  if (++count % 100 === 0) console.log(`${count} ${((performance.now() - start) / 1000).toFixed(0)} s`);
}
console.log(`${rows.lines.length} of ${specs.length} cases`);
