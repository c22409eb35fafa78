/**
 * Fits the probability of an edit to the strength of the change:
 *
 *     npx tsx --conditions=source bench/verdict/calibrate.ts ROWS.jsonl [...]
 *
 * Rows of one folder of photos; reliability.ts measures on another. Benign edits and forgeries are given the same weight in sum; the two
 * numbers of s(a + c ln x) follow by Newton's method with a Gaussian prior of standard deviation 3 about (0, 8), which keeps them
 * finite where the classes hardly overlap. The bounds are shares as Laplace would guess them: of forgeries among the
 * pictures whose strength lies in the lower half of the benign ones, and of forgeries among all with a strength of more than 1.2.
 * Writes packages/core/src/verdict/editCalibration.ts.
 * @module
 */
import fs from 'node:fs';
import path from 'node:path';
import { readRows } from './judgedRows.ts';

const OUT = path.join(import.meta.dirname, '../../packages/core/src/verdict/editCalibration.ts');
const PRIOR = { mean: [0, 8], deviation: 3 } as const;
const STRENGTH_CERTAIN = 1.2;

const rows = readRows(process.argv.slice(2)).flatMap(({ spec, facts }) =>
  facts === null ? [] : [{ isEdit: spec.expected === 'forged', strength: Math.max(0.05, facts.changeStrength) }],
);
const edits = rows.filter(({ isEdit }) => isEdit).length;
const weightOf = (isEdit: boolean): number => rows.length / 2 / (isEdit ? edits : rows.length - edits);

let [a, c] = PRIOR.mean as readonly [number, number];
for (let iteration = 0; iteration < 100; iteration++) {
  const precision = 1 / PRIOR.deviation ** 2;
  let [ga, gc] = [precision * (PRIOR.mean[0] - a), precision * (PRIOR.mean[1] - c)];
  let [haa, hac, hcc] = [precision, 0, precision];
  for (const { isEdit, strength } of rows) {
    const x = Math.log(strength);
    const p = 1 / (1 + Math.exp(-(a + c * x)));
    const weight = weightOf(isEdit);
    const error = weight * ((isEdit ? 1 : 0) - p);
    const curvature = weight * p * (1 - p);
    ga += error;
    gc += error * x;
    haa += curvature;
    hac += curvature * x;
    hcc += curvature * x * x;
  }
  const determinant = haa * hcc - hac * hac;
  // Half steps: full ones overshoot where the classes hardly overlap.
  a += (0.5 * (hcc * ga - hac * gc)) / determinant;
  c += (0.5 * (haa * gc - hac * ga)) / determinant;
}

/** Weighted share of edits, one more of each kind pretended. */
function guessed(list: readonly { readonly isEdit: boolean }[]): number {
  const count = (wanted: boolean): number => list.filter(({ isEdit }) => isEdit === wanted).length * weightOf(wanted);
  return (count(true) + 1) / (count(true) + count(false) + 2);
}
const benign = rows
  .filter(({ isEdit }) => !isEdit)
  .map(({ strength }) => strength)
  .sort((x, y) => x - y);
const quiet = benign[benign.length >> 1] as number;
const min = guessed(rows.filter(({ strength }) => strength <= quiet));
const max = guessed(rows.filter(({ strength }) => strength > STRENGTH_CERTAIN));

const digits = (value: number): number => Number(value.toFixed(4));
const fitted = { intercept: digits(a), perLogStrength: digits(c), min: digits(min), max: digits(max) };
fs.writeFileSync(
  OUT,
  `/**
 * Written by bench/verdict/calibrate.ts, which says how; do not edit.
 * Fitted on ${rows.length - edits} benign edits and ${edits} forgeries.
 * @module
 */
export const EDIT_CALIBRATION = {
  intercept: ${fitted.intercept},
  perLogStrength: ${fitted.perLogStrength},
  min: ${fitted.min},
  max: ${fitted.max},
} as const;
`,
);
console.log(fitted, rows.length);
