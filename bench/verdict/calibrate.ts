/**
 * Fits the confidence of verdicts to result files, and writes the table that the core uses:
 *
 *     npx tsx --conditions=assay-source bench/verdict/calibrate.ts ROWS.jsonl [...] [--dry]
 *
 * Rows of run.ts, of wild/run.ts (without --marks), or of both, as long as they are of photos and kinds that may be looked at
 * (`tune`). How it is fitted: editFit.ts. How good it is on photos that it was not fitted on is measured by leaving out a
 * fifth of the photos in turn, beside what the present table says of the same rows; reliability.ts and wild/report.ts measure it on
 * rows that were held aside. Writes packages/core/src/verdict/editCalibration.ts and bench/results/verdict/calibration.json;
 * with --dry neither.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { RULES } from '@assay/core/verdict/decide';
import { type Copy, hasChangedRegion } from '@assay/core/verdict/readEvidence';
import { CONFIDENCE, copyProbability, editProbability } from '@assay/core/verdict/confidence';
import { saveResult } from '../machine.ts';
import { binsOf, type Outcome } from './calibrationBins.ts';
import { type EditFit, fitEdit, type FitRow } from './editFit.ts';
import { type JudgedRow, readRows } from './judgedRows.ts';

const OUT = path.join(import.meta.dirname, '../../packages/core/src/verdict/editCalibration.ts');
const PARTS = 5;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { dry: { type: 'boolean' } } });
const rows = readRows(positionals).filter(({ facts }) => facts !== null);
const photos = [...new Set(rows.map(({ spec }) => spec.photo))].sort();

const fitRow = ({ spec, facts }: JudgedRow): FitRow[] =>
  facts === null
    ? []
    : [
        {
          isEdit: spec.expected === 'forged',
          changeStrength: facts.changeStrength,
          hasRegion: hasChangedRegion(facts),
        },
      ];
const fitted = (list: readonly JudgedRow[]): EditFit => fitEdit(list.flatMap(fitRow));

const EDITED: readonly string[] = ['local-edit', 'local-edit-small'] satisfies (typeof RULES)[number]['id'][];
const INTACT: readonly string[] = ['copy-unmarked'] satisfies (typeof RULES)[number]['id'][];

/** As `decide` makes it of these rows, which carry no mark; what rests on no fitted number stays. */
function confidenceUnder({ registration, facts, ruleId, confidence }: JudgedRow, calibration: EditFit): number {
  if (!registration || !facts) return confidence;
  const copy = { registration, comparison: facts, isMarked: false } as Copy;
  const edited = editProbability(copy, calibration);
  if (EDITED.includes(ruleId)) return copyProbability(copy) * edited;
  if (INTACT.includes(ruleId))
    return Math.min(CONFIDENCE.unmarkedMax, calibration.unmarkedMax, copyProbability(copy) * (1 - edited));
  return confidence;
}

/** Honest copies and forgeries weigh the same in sum. A verdict of `unknown` is a doubt, and has a confidence of its own. */
function outcomesOf(list: readonly JudgedRow[], calibration: EditFit): Outcome[] {
  const outcomes = list.map((row) => {
    const { verdict, spec } = row;
    return {
      expected: spec.expected,
      confidence: confidenceUnder(row, calibration),
      isRight: verdict === spec.expected,
      verdict,
    };
  });
  const told = outcomes.filter(({ verdict }) => verdict !== 'unknown');
  const count = (wanted: string): number => told.filter(({ expected }) => expected === wanted).length;
  return told.map(({ expected, ...one }) => ({ ...one, weight: 0.5 / count(expected) }));
}

const partOf = ({ spec }: JudgedRow): number => photos.indexOf(spec.photo) % PARTS;
const crossed = Array.from({ length: PARTS }, (_, part) => part).flatMap((part) => {
  const others = rows.filter((row) => partOf(row) !== part);
  return outcomesOf(
    rows.filter((row) => partOf(row) === part),
    fitted(others),
  );
});
const fit = fitted(rows);
const result = {
  rows: rows.length,
  honest: rows.filter(({ spec }) => spec.expected === 'authentic').length,
  photos: photos.length,
  fit,
  expectedCalibrationError: {
    before: binsOf(outcomesOf(rows, CONFIDENCE.edit)).ece,
    after: binsOf(outcomesOf(rows, fit)).ece,
    afterOnPhotosLeftOut: binsOf(crossed).ece,
  },
  bins: binsOf(crossed).bins,
};
console.log(result);
if (!values.dry) {
  const rounded = (value: number): number => Number(value.toFixed(4));
  const knots = fit.knots.map((knot) => `    [${knot.map(rounded).join(', ')}],\n`);
  fs.writeFileSync(
    OUT,
    `/**
 * Written by bench/verdict/calibrate.ts, which says how; do not edit.
 * Fitted on ${result.honest} honest copies and ${result.rows - result.honest} forgeries of ${result.photos} photos.
 * @module
 */
export const EDIT_CALIBRATION = {
  knots: [
${knots.join('')}  ],
  unmarkedMax: ${rounded(fit.unmarkedMax)},
} as const;
`,
  );
  console.log(saveResult('verdict/calibration', result));
}
