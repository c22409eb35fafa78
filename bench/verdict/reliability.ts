/**
 * Are confidences what they say? Verdicts are put in bins by confidence, and the mean confidence of each bin is laid beside
 * the share of its verdicts that were right:
 *     ECE = sum_b n_b / n |right_b - confidence_b|
 *
 *     npx tsx --conditions=assay-source bench/verdict/reliability.ts ROWS.jsonl [...]
 *
 * Rows of held-aside photos, and the impostor pairs of bench/results/verdict/impostors.json; benign edits, forgeries and
 * impostors weigh the same in sum. Writes bench/results/verdict/reliability.json and .svg.
 * Source: Naeini, Cooper, Hauskrecht 2015 (expected calibration error).
 * @module
 */
import fs from 'node:fs';
import path from 'node:path';
import { saveResult } from '../machine.ts';
import { readRows } from './judgedRows.ts';
import { binsOf, type Outcome, reliabilityPlot } from './calibrationBins.ts';
import { judged } from './measure.ts';

const rows = readRows(process.argv.slice(2));
const impostorsFile = path.join(import.meta.dirname, '../results/verdict/impostors.json');
const impostors = JSON.parse(fs.readFileSync(impostorsFile, 'utf8')) as {
  readonly counts: { readonly pairs: number };
  readonly comparisons: readonly { readonly verdict: string; readonly confidence: number }[];
};

const classes: readonly (readonly Omit<Outcome, 'weight'>[])[] = [
  ...['authentic', 'forged'].map((expected) =>
    rows
      .filter(({ spec }) => spec.expected === expected)
      .map(({ confidence, verdict }) => ({ confidence, isRight: verdict === expected })),
  ),
  [
    ...impostors.comparisons.map(({ confidence, verdict }) => ({ confidence, isRight: verdict === 'unknown' })),
    ...Array.from({ length: impostors.counts.pairs - impostors.comparisons.length }, () => {
      const { confidence, verdict } = judged(null, null);
      return { confidence, isRight: verdict === 'unknown' };
    }),
  ],
];
const outcomes = classes.flatMap((list): Outcome[] => list.map((one) => ({ ...one, weight: 1 / 3 / list.length })));

const all = binsOf(outcomes);
const perClass = Object.fromEntries(
  ['benign edits', 'forgeries', 'impostors'].map((name, i) => {
    const list = (classes[i] ?? []).map((one) => ({ ...one, weight: 1 }));
    return [name, { count: list.length, ece: binsOf(list).ece }];
  }),
);
const file = saveResult('verdict/reliability', {
  expectedCalibrationError: all.ece,
  photos: new Set(rows.map(({ spec }) => spec.photo)).size,
  perClass,
  bins: all.bins,
});

fs.writeFileSync(file.replace(/json$/, 'svg'), reliabilityPlot(all));
console.log(file, all.ece, perClass);
console.table(all.bins);
