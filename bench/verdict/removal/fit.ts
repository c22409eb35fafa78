/**
 * Fits P(unread | honest copy) to the rows of the first half and holds it against those of the second: removal.ts.
 *
 *     npx tsx --conditions=assay-source bench/verdict/removal/fit.ts [--seen PHOTO,...] [--save]
 *
 * With --save the model goes to packages/core/src/verdict/generated/unreadModel.ts, the measurement to
 * bench/results/verdict/removal.json and .md. The threshold is set beforehand, not fitted. Photos of the second half that were
 * looked at while the rule was made (`--seen`) go to the fit with their honest copies; attacks are part of no fit.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { channelFeatures, MARK_LEFT_Z_MIN } from '@assay/core/verdict/removedMark';
import { saveResult } from '../../machine.ts';
import { openJsonLines } from '../jsonLines.ts';
import { sourceHash } from '../sourceHash.ts';
import { type RemovalRow, SOURCES } from './rows.ts';

/** Beyond this an honest copy explains a missing mark well enough to say nothing. Chosen before anything was measured. */
const PROBABILITY_MAX = 0.05;
/** Of the weights, per row: a few rows of an edit must not make a wall. */
const RIDGE = 0.002;
const STEPS = 50;

const { values } = parseArgs({
  options: { save: { type: 'boolean', default: false }, seen: { type: 'string', default: '' } },
});
const seen = new Set(values.seen.split(',').filter(Boolean));

interface Row extends RemovalRow {
  readonly features: readonly number[];
  readonly isUnread: boolean;
}

const isUnread = ({ read, payloadZScore }: RemovalRow): boolean =>
  read.length === 0 && (payloadZScore ?? 0) < MARK_LEFT_Z_MIN;

let names: readonly string[] = [];

/** Photos that hold no mark from the beginning are told when they are marked: nothing is asked of them. */
function rowsOf(part: string): { readonly rows: Row[]; readonly photos: number; readonly unmarkable: string[] } {
  const { lines } = openJsonLines<RemovalRow>(`removal-${part}-${sourceHash(SOURCES)}`);
  const photos = [...new Set(lines.map(({ photo }) => photo))];
  const unmarkable = photos.filter((photo) =>
    lines.some((line) => line.photo === photo && line.edit === 'none' && line.read.length === 0),
  );
  const rows = lines
    .filter(({ photo }) => !unmarkable.includes(photo))
    .flatMap((line) => {
      const features = line.comparison && channelFeatures(line.comparison);
      if (!features) return [];
      names = Object.keys(features);
      return [{ ...line, features: Object.values(features), isUnread: isUnread(line) }];
    });
  return { rows, photos: photos.length, unmarkable };
}

interface Model {
  readonly bias: number;
  readonly weights: readonly number[];
}

const probability = ({ bias, weights }: Model, features: readonly number[]): number =>
  1 / (1 + Math.exp(-weights.reduce((sum, weight, k) => sum + weight * (features[k] as number), bias)));

/** Newton's method with a ridge, on standardised features. */
function fit(rows: readonly Row[]): Model {
  const size = names.length;
  const mean = names.map((_, k) => rows.reduce((sum, { features }) => sum + (features[k] as number), 0) / rows.length);
  const deviation = names.map((_, k) =>
    Math.sqrt(
      rows.reduce((sum, { features }) => sum + ((features[k] as number) - (mean[k] as number)) ** 2, 0) / rows.length +
        1e-9,
    ),
  );
  const inputs = rows.map(({ features }) => [
    1,
    ...features.map((value, k) => (value - (mean[k] as number)) / (deviation[k] as number)),
  ]);
  let weights: number[] = Array.from({ length: size + 1 }, () => 0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, k) => (k === 0 ? 0 : -RIDGE * rows.length * weight));
    const hessian = weights.map((_, k) =>
      weights.map((__, l) => (k === l ? (k === 0 ? 1e-6 : RIDGE * rows.length) : 0)),
    );
    for (const [i, input] of inputs.entries()) {
      const p = 1 / (1 + Math.exp(-input.reduce((sum, value, k) => sum + value * (weights[k] as number), 0)));
      const error = ((rows[i] as Row).isUnread ? 1 : 0) - p;
      for (let k = 0; k <= size; k++) {
        gradient[k] = (gradient[k] as number) + error * (input[k] as number);
        const line = hessian[k] as number[];
        for (let l = 0; l <= size; l++)
          line[l] = (line[l] as number) + p * (1 - p) * (input[k] as number) * (input[l] as number);
      }
    }
    const change = solved(hessian, gradient);
    weights = weights.map((weight, k) => weight + (change[k] as number));
    if (Math.max(...change.map(Math.abs)) < 1e-9) break;
  }
  const raw = weights.slice(1).map((weight, k) => weight / (deviation[k] as number));
  const bias = (weights[0] as number) - raw.reduce((sum, weight, k) => sum + weight * (mean[k] as number), 0);
  return { bias, weights: raw };
}

/** Gaussian elimination with pivots. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((line, k) => [...line, right[k] as number]);
  for (let k = 0; k < rows.length; k++) {
    const pivot = rows.reduce(
      (best, line, i) => (i >= k && Math.abs(line[k] as number) > Math.abs(rows[best]?.[k] as number) ? i : best),
      k,
    );
    [rows[k], rows[pivot]] = [rows[pivot] as number[], rows[k] as number[]];
    for (let i = 0; i < rows.length; i++) {
      if (i === k) continue;
      const factor = (rows[i]?.[k] as number) / (rows[k]?.[k] as number);
      for (let l = k; l <= rows.length; l++)
        (rows[i] as number[])[l] = (rows[i]?.[l] as number) - factor * (rows[k]?.[l] as number);
    }
  }
  return rows.map((line, k) => (line[rows.length] as number) / (line[k] as number));
}

const tune = rowsOf('tune');
const all = rowsOf('validate');
const isSeen = ({ photo, what }: Row): boolean => seen.has(photo) && what !== 'attack';
const validate = { ...all, photos: all.photos - seen.size, rows: all.rows.filter((row) => !isSeen(row)) };
const honest = (rows: readonly Row[]): Row[] => rows.filter(({ what }) => what !== 'attack');
const model = fit(honest([...tune.rows, ...all.rows.filter(isSeen)]));
const rounded: Model = {
  bias: Number(model.bias.toFixed(4)),
  weights: model.weights.map((weight) => Number(weight.toFixed(4))),
};

const found = (rows: readonly Row[], limit: number): Row[] =>
  rows.filter((row) => row.isUnread && probability(rounded, row.features) <= limit);
const share = (part: readonly unknown[], all: readonly unknown[]): number =>
  all.length === 0 ? 0 : Number((part.length / all.length).toFixed(4));
const of = (what: RemovalRow['what']): Row[] => validate.rows.filter((row) => row.what === what);

const attacks = [...new Set(of('attack').map(({ edit }) => edit))].map((edit) => {
  const rows = of('attack').filter((row) => row.edit === edit);
  const unread = rows.filter((row) => row.isUnread);
  return { attack: edit, pictures: rows.length, unread: unread.length, found: found(rows, PROBABILITY_MAX).length };
});
const bins = [0, 0.01, 0.05, 0.2, 0.5, 0.8, 1].slice(1).map((to, i, ends) => {
  const from = i === 0 ? 0 : (ends[i - 1] as number);
  const rows = honest(validate.rows).filter((row) => {
    const p = probability(rounded, row.features);
    return p > from && p <= to;
  });
  const said = rows.reduce((sum, row) => sum + probability(rounded, row.features), 0) / Math.max(1, rows.length);
  return {
    from,
    to,
    pictures: rows.length,
    said: Number(said.toFixed(3)),
    unread: share(
      rows.filter((row) => row.isUnread),
      rows,
    ),
  };
});
const limits = [0.001, 0.003, 0.01, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1];
const unreadAttacks = of('attack').filter((row) => row.isUnread);
const result = {
  probabilityMax: PROBABILITY_MAX,
  photos: {
    tune: tune.photos + seen.size,
    validate: validate.photos,
    unmarkable: [...tune.unmarkable, ...validate.unmarkable],
  },
  rows: { honest: of('honest').length, worn: of('worn').length, attack: of('attack').length },
  falseAlarms: {
    honest: share(found(of('honest'), PROBABILITY_MAX), of('honest')),
    worn: share(found(of('worn'), PROBABILITY_MAX), of('worn')),
  },
  detected: {
    ofAll: share(found(of('attack'), PROBABILITY_MAX), of('attack')),
    ofUnread: share(found(of('attack'), PROBABILITY_MAX), unreadAttacks),
  },
  attacks,
  reliability: bins,
  roc: limits.map((limit) => ({
    probabilityMax: limit,
    falseAlarmsHonest: share(found(of('honest'), limit), of('honest')),
    falseAlarmsWorn: share(found(of('worn'), limit), of('worn')),
    detectedOfUnread: share(found(of('attack'), limit), unreadAttacks),
  })),
  model: { bias: rounded.bias, weights: Object.fromEntries(names.map((name, k) => [name, rounded.weights[k]])) },
};

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
const text = [
  '# Traces of removal',
  '',
  `${result.photos.tune} photos for the fit, ${validate.photos} others measured; tracks A and B; made by bench/verdict/removal. A copy that holds nothing of its mark is called "mark removed or destroyed" where honest copies that share as much detail would so in at most ${percent(PROBABILITY_MAX)}.`,
  '',
  `False alarms: ${percent(result.falseAlarms.honest)} of ${result.rows.honest} honest copies (bar 1 %), ${percent(result.falseAlarms.worn)} of ${result.rows.worn} that were worn out. Of ${unreadAttacks.length} pictures whose mark an attack removed ${percent(result.detected.ofUnread)} are found. Photos that hold no mark from the beginning: ${result.photos.unmarkable.length}.${seen.size > 0 ? ` Attacks are on photos that were looked at when the z-score was set below which nothing is left of a mark; honest copies here are of photos that nobody looked at.` : ''}`,
  '',
  '| attack | pictures | mark gone | found |',
  '|---|---|---|---|',
  ...attacks.map(({ attack, pictures, unread, found: count }) => `| ${attack} | ${pictures} | ${unread} | ${count} |`),
  '',
  '| said to lack the mark | honest copies | said on average | did |',
  '|---|---|---|---|',
  ...bins.map((bin) => `| ${bin.from} to ${bin.to} | ${bin.pictures} | ${bin.said} | ${bin.unread} |`),
  '',
  '| limit | false alarms, honest | false alarms, worn out | found of those gone |',
  '|---|---|---|---|',
  ...result.roc.map(
    (point) =>
      `| ${point.probabilityMax} | ${percent(point.falseAlarmsHonest)} | ${percent(point.falseAlarmsWorn)} | ${percent(point.detectedOfUnread)} |`,
  ),
  '',
].join('\n');
console.log(text);
if (values.save) {
  const root = path.resolve(import.meta.dirname, '../../..');
  const weights = names.map((name, k) => `    ${name}: ${rounded.weights[k]},`).join('\n');
  fs.writeFileSync(
    path.join(root, 'packages/core/src/verdict/generated/unreadModel.ts'),
    `/** Written by bench/verdict/removal/fit.ts; see ../removedMark.ts. @module */\n\nexport const UNREAD_MODEL: {\n  readonly probabilityMax: number;\n  readonly bias: number;\n  readonly weights: Readonly<Record<string, number>>;\n} = {\n  probabilityMax: ${PROBABILITY_MAX},\n  bias: ${rounded.bias},\n  weights: {\n${weights}\n  },\n};\n`,
  );
  const file = saveResult('verdict/removal', result);
  fs.writeFileSync(path.join(root, file.replace(/json$/, 'md')), text);
}
