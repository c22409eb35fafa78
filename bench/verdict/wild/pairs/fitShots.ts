/**
 * Fits what tells another shot from a copy to result files, and writes the table that the core uses:
 *
 *     npx tsx --conditions=assay-source bench/verdict/wild/pairs/fitShots.ts ROWS.jsonl [...] [--dry]
 *
 * Rows of pairs/run.ts (other shots), of wild/run.ts without --marks and of run.ts (copies, forgeries among them), all of photos and kinds
 * that may be looked at (`tune`). Boosted trees (boostedTrees.ts) over the features of packages/core/src/verdict/anotherShot.ts. Other
 * shots weigh one half in sum, two fifths of that the frames of videos, which nobody made for this; pictures after
 * plain edits a fifth, honest copies and forgeries after wild ones three twentieths each. What is told of the fit comes from photos left out, a fifth at
 * a time. Writes packages/core/src/verdict/generated/anotherShotTrees.ts and bench/results/verdict/wild/another-shot-fit.json; with --dry neither.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type RegressionTree, sumOfTrees } from '@assay/core/signal/boostedTrees';
import type { ComparisonFacts } from '@assay/core/tamper/comparison';
import { ANOTHER_SHOT_FEATURES, anotherShotFeatures } from '@assay/core/verdict/anotherShot';
import { saveResult } from '../../../machine.ts';
import { boostedTrees, type Direction } from './boostedTrees.ts';

const OUT = path.join(import.meta.dirname, '../../../../packages/core/src/verdict/generated/anotherShotTrees.ts');
const PARTS = 5;
/** Weight of each class in sum. */
const CLASSES = { made: 0.3, filmed: 0.2, plain: 0.2, honest: 0.15, forged: 0.15 } as const;
type Class = keyof typeof CLASSES;

type Shot = NonNullable<ComparisonFacts['shot']>;
interface Row {
  readonly from: Class;
  readonly scene: string;
  /** What of the pair it is, for the report. */
  readonly source: string;
  readonly shot: Shot;
}

interface AnyRow {
  readonly facts: ComparisonFacts | null;
  readonly source?: string;
  readonly scene?: string;
  readonly spec?: { readonly photo: string; readonly expected: string; readonly kind?: string };
}

function rowOf({ facts, source, scene, spec }: AnyRow): Row[] {
  if (!facts?.shot) return [];
  if (source !== undefined) {
    const from = source === 'video frames' ? 'filmed' : 'made';
    return [{ from, scene: scene as string, source, shot: facts.shot }];
  }
  if (!spec) return [];
  const wild: Class = spec.expected === 'authentic' ? 'honest' : 'forged';
  const from = spec.kind === undefined ? 'plain' : wild;
  return [{ from, scene: path.basename(spec.photo), source: from, shot: facts.shot }];
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { dry: { type: 'boolean' } } });
const rows = positionals.flatMap((file) =>
  fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .flatMap((line) => rowOf(JSON.parse(line) as AnyRow)),
);

/** What is shared speaks for a copy; what is there and not shared, what moved, and what no bend explains, for another shot. */
const KNOWN_DIRECTIONS: Readonly<Record<string, Direction>> = {
  coherence: -1,
  medianCoherence: -1,
  energyLoss: -1,
  energyChange: -1,
  unsharedEnergy: 1,
  replaced: 1,
  parallax: 1,
  movedForward: 1,
  movedBackward: 1,
  moved: 1,
};
const DIRECTIONS = [...ANOTHER_SHOT_FEATURES.keys()].map(
  (name): Direction => KNOWN_DIRECTIONS[name.split('.').at(-1) as string] ?? 0,
);
const isShot = ({ from }: Row): boolean => from === 'made' || from === 'filmed';
const featuresOf = new Map(rows.map((row) => [row, anotherShotFeatures(row.shot)]));

function fitted(list: readonly Row[]): RegressionTree[] {
  const count = (from: Class): number => list.filter((row) => row.from === from).length;
  const weightOf = Object.fromEntries(
    Object.entries(CLASSES).map(([from, share]) => [from, (share * list.length) / Math.max(1, count(from as Class))]),
  );
  return boostedTrees(
    list.map((row) => ({
      features: featuresOf.get(row) as Float64Array,
      isPositive: isShot(row),
      weight: weightOf[row.from] as number,
    })),
    DIRECTIONS,
  );
}

const scenes = [...new Set(rows.map(({ scene }) => scene))].sort();
const partOf = ({ scene }: Row): number => scenes.indexOf(scene) % PARTS;
const leftOut = Array.from({ length: PARTS }, (_, part) => {
  const fit = fitted(rows.filter((row) => partOf(row) !== part));
  return rows
    .filter((row) => partOf(row) === part)
    .map((row) => ({ ...row, logOdds: sumOfTrees(fit, featuresOf.get(row) as Float64Array) }));
}).flat();
const sources = [...new Set(rows.map(({ source }) => source))].sort();
const THRESHOLDS = [-3, -2, -1.5, -1, -0.5, 0, 0.5, 1, 2] as const;
const fractionAbove = (list: readonly { logOdds: number }[], least: number): number =>
  Number((list.filter(({ logOdds }) => logOdds > least).length / list.length).toFixed(3));
const fit = fitted(rows);
const result = {
  rows: rows.length,
  scenes: scenes.length,
  trees: fit.length,
  /** Fraction of each kind of pair that lies above a threshold, photos left out. */
  above: Object.fromEntries(
    sources.map((source) => {
      const some = leftOut.filter((row) => row.source === source);
      return [
        source,
        { pairs: some.length, ...Object.fromEntries(THRESHOLDS.map((t) => [t, fractionAbove(some, t)])) },
      ];
    }),
  ),
};
console.log(result.rows);
console.table(result.above);
if (!values.dry) {
  const shots = rows.filter(isShot).length;
  fs.mkdirSync(path.dirname(OUT), { recursive: true });
  fs.writeFileSync(
    OUT,
    `/**
 * Written by bench/verdict/wild/pairs/fitShots.ts, which says how; do not edit.
 * Fitted on ${shots} other shots and ${rows.length - shots} copies of ${scenes.length} scenes.
 * @module
 */
import type { RegressionTree } from '../../signal/boostedTrees.ts';

export const ANOTHER_SHOT_TREES: readonly RegressionTree[] = [
${fit.map((tree) => `  ${JSON.stringify(tree)},\n`).join('')}];
`,
  );
  console.log(saveResult('verdict/wild/another-shot-fit', result));
}
