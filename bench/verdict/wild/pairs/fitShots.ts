/**
 * Fits what tells another shot from a copy to result files, and writes the table that the core uses:
 *
 *     npx tsx --conditions=source bench/verdict/wild/pairs/fitShots.ts ROWS.jsonl [...] [--dry]
 *
 * Rows of pairs/run.ts (other shots), of wild/run.ts without --marks and of run.ts (copies, forgeries among them), all of photos and kinds
 * that may be looked at (`tune`). Logistic regression by Newton's method over the features of
 * packages/core/src/verdict/anotherShot.ts, each divided by its standard deviation, with a Gaussian prior of variance 1/3 on each
 * weight, against the logarithmic loss summed over rows. Other shots weigh one half in sum, copies after plain edits a fifth, honest
 * copies and forgeries after wild edits three twentieths each. What is told of the fit comes from photos left out, a fifth at a time.
 * Writes packages/core/src/verdict/anotherShotFit.ts and bench/results/verdict/another-shot-fit.json; with --dry neither.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { factorise, solveFactorised } from '@assay/core/signal/cholesky';
import type { ComparisonFacts } from '@assay/core/tamper/comparison';
import {
  ANOTHER_SHOT_FEATURE_NAMES,
  ANOTHER_SHOT_FEATURES,
  type AnotherShotFit,
  anotherShotLogOdds,
} from '@assay/core/verdict/anotherShot';
import { saveResult } from '../../../machine.ts';

const OUT = path.join(import.meta.dirname, '../../../../packages/core/src/verdict/anotherShotFit.ts');
const PARTS = 5;
const PRIOR_PRECISION = 3;
const ITERATIONS = 60;
/** Weight of each class in sum. */
const CLASSES = { shot: 0.5, plain: 0.2, honest: 0.15, forged: 0.15 } as const;
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
  if (source !== undefined) return [{ from: 'shot', scene: scene as string, source, shot: facts.shot }];
  if (!spec) return [];
  const honest: Class = spec.kind === undefined ? 'plain' : 'honest';
  const from = spec.expected === 'authentic' ? honest : 'forged';
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

const ORDER = ANOTHER_SHOT_FEATURE_NAMES.length + 1;

function fitted(list: readonly Row[]): AnotherShotFit {
  const raw = list.map(({ shot }) => ANOTHER_SHOT_FEATURE_NAMES.map((name) => ANOTHER_SHOT_FEATURES[name](shot)));
  const mean = ANOTHER_SHOT_FEATURE_NAMES.map((_, k) => raw.reduce((sum, x) => sum + (x[k] as number), 0) / raw.length);
  const deviation = mean.map((m, k) =>
    Math.sqrt(raw.reduce((sum, x) => sum + ((x[k] as number) - m) ** 2, 1e-12) / raw.length),
  );
  const terms = raw.map((x) => [...x.map((v, k) => (v - (mean[k] as number)) / (deviation[k] as number)), 1]);
  const weights = newton(list, terms);
  const scaled = mean.map((_, k) => (weights[k] as number) / (deviation[k] as number));
  const intercept = scaled.reduce((sum, w, k) => sum - w * (mean[k] as number), weights[ORDER - 1] as number);
  return {
    intercept,
    ...Object.fromEntries(ANOTHER_SHOT_FEATURE_NAMES.map((name, k) => [name, scaled[k]])),
  } as AnotherShotFit;
}

function newton(list: readonly Row[], terms: readonly number[][]): Float64Array {
  const count = (from: Class): number => list.filter((row) => row.from === from).length;
  const ofClass = Object.fromEntries(
    Object.entries(CLASSES).map(([from, share]) => [from, (share * list.length) / Math.max(1, count(from as Class))]),
  );
  const weights = new Float64Array(ORDER);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const hessian = new Float64Array(ORDER * ORDER);
    const gradient = new Float64Array(ORDER);
    for (let k = 0; k < ORDER; k++) {
      const precision = k < ORDER - 1 ? PRIOR_PRECISION : 1e-6;
      hessian[k * ORDER + k] = precision;
      gradient[k] = k < ORDER - 1 ? precision * (weights[k] as number) : 0;
    }
    for (const [i, { from }] of list.entries()) {
      const x = terms[i] as number[];
      const logit = x.reduce((sum, value, k) => sum + value * (weights[k] as number), 0);
      const p = 1 / (1 + Math.exp(-logit));
      const weight = ofClass[from] as number;
      for (let a = 0; a < ORDER; a++) {
        gradient[a] = (gradient[a] as number) + weight * (p - (from === 'shot' ? 1 : 0)) * (x[a] as number);
        for (let b = 0; b < ORDER; b++)
          hessian[a * ORDER + b] =
            (hessian[a * ORDER + b] as number) + weight * p * (1 - p) * (x[a] as number) * (x[b] as number);
      }
    }
    factorise(hessian, ORDER);
    solveFactorised(hessian, ORDER, gradient);
    for (let k = 0; k < ORDER; k++) weights[k] = (weights[k] as number) - (gradient[k] as number);
  }
  return weights;
}

const scenes = [...new Set(rows.map(({ scene }) => scene))].sort();
const partOf = ({ scene }: Row): number => scenes.indexOf(scene) % PARTS;
const leftOut = Array.from({ length: PARTS }, (_, part) => {
  const fit = fitted(rows.filter((row) => partOf(row) !== part));
  return rows
    .filter((row) => partOf(row) === part)
    .map((row) => ({ ...row, logOdds: anotherShotLogOdds(row.shot, fit) }));
}).flat();
const sources = [...new Set(rows.map(({ source }) => source))].sort();
const THRESHOLDS = [-1, -0.5, 0, 0.5, 0.75, 1, 1.5, 2] as const;
const fractionAbove = (list: readonly { logOdds: number }[], least: number): number =>
  Number((list.filter(({ logOdds }) => logOdds > least).length / list.length).toFixed(3));
const fit = fitted(rows);
const result = {
  rows: rows.length,
  scenes: scenes.length,
  fit,
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
console.log(result.rows, result.fit);
console.table(result.above);
if (!values.dry) {
  const members = Object.entries(fit).map(([name, value]) => `  ${name}: ${Number(value.toFixed(4))},\n`);
  const count = (from: Class): number => rows.filter((row) => row.from === from).length;
  fs.writeFileSync(
    OUT,
    `/**
 * Written by bench/verdict/wild/pairs/fitShots.ts, which says how; do not edit.
 * Fitted on ${count('shot')} other shots and ${rows.length - count('shot')} copies of ${scenes.length} scenes.
 * @module
 */
export const ANOTHER_SHOT_FIT = {
${members.join('')}} as const;
`,
  );
  console.log(saveResult('verdict/another-shot-fit', result));
}
