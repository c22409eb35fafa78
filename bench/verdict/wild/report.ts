/**
 * From the rows of run.ts to tables: honest copies by kind and by family, forgeries under each wild edit, confusion
 * matrix, calibration.
 *
 *     npx tsx --conditions=assay-source bench/verdict/wild/report.ts ROWS.jsonl [...] --name aside [--what 'which rows these are']
 *
 * Rows are judged anew from their evidence, so they outlive a change of the rules. Writes
 * bench/results/verdict/wild/NAME.json, .md and .svg (reliability); shares in percent with 95 % intervals (Wilson).
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { decide } from '@assay/core/verdict/decide';
import { saveResult } from '../../machine.ts';
import { type Share, shareOf } from '../../robustness/report/statistics.ts';
import { binsOf, reliabilityPlot } from '../calibrationBins.ts';
import { VISIBLE_RMS } from '../edits/localEdits.ts';
import { judged } from '../measure.ts';
import { number, percent, table } from '../tables.ts';
import type { WildRow } from './judge.ts';
import { wildKind } from './kinds.ts';
import { FORGED_SHARES } from './wildCases.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { name: { type: 'string', default: 'rows' }, what: { type: 'string', default: '' } },
});
/** A forgery of which less is left in the picture is not in the picture. */
const LEFT_LEAST = 0.5;
/** From this share of other things around or over the picture, `unknown` is as right as `authentic`. */
const COVERED_MOST = 1 / 3;

const read = positionals.flatMap((file) => {
  const text = fs.readFileSync(file, 'utf8');
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as WildRow);
});
const rows = read.map((row) => ({
  ...row,
  ...(row.evidence ? decide(row.evidence) : judged(row.registration, row.facts, row.mark)),
}));
const honest = rows.filter(({ spec }) => spec.expected === 'authentic');
const isThere = ({ changeRms, left }: WildRow): boolean => (changeRms ?? 0) >= VISIBLE_RMS && (left ?? 0) >= LEFT_LEAST;
const allForged = rows.filter(({ spec }) => spec.expected === 'forged');
const forged = allForged.filter(isThere);

const rate = (list: readonly WildRow[], verdict: string): Share =>
  shareOf(list.filter((row) => row.verdict === verdict).length, list.length);
const verdicts = (list: readonly WildRow[]) => ({
  cases: list.length,
  authentic: rate(list, 'authentic'),
  forged: rate(list, 'forged'),
  unknown: rate(list, 'unknown'),
});
function grouped(list: readonly WildRow[], keyOf: (row: WildRow) => string): [string, WildRow[]][] {
  const out = new Map<string, WildRow[]>();
  for (const row of list) out.set(keyOf(row), [...(out.get(keyOf(row)) ?? []), row]);
  return [...out];
}
const familyOf = ({ spec }: WildRow): string => wildKind(spec.kind).family;
const unknownIsRight = ({ spec, covered }: WildRow): boolean =>
  wildKind(spec.kind).mayBeUnknown || covered > COVERED_MOST;
const isRight = (row: WildRow): boolean =>
  row.verdict === row.spec.expected ||
  (row.spec.expected === 'authentic' && row.verdict === 'unknown' && unknownIsRight(row));

const worstFirst = (a: { forged: Share; authentic: Share }, b: { forged: Share; authentic: Share }): number =>
  b.forged.share - a.forged.share || a.authentic.share - b.authentic.share;
const byKind = grouped(honest, ({ spec }) => spec.kind)
  .map(([kind, list]) => {
    const { family, half, added } = wildKind(kind);
    return { kind, family, half, added, ...verdicts(list), right: shareOf(list.filter(isRight).length, list.length) };
  })
  .sort(worstFirst);
const byFamily = grouped(honest, familyOf)
  .map(([family, list]) => ({ family, ...verdicts(list) }))
  .sort(worstFirst);
const forgedByKind = grouped(forged, ({ spec }) => spec.kind)
  .map(([kind, list]) => ({ kind, family: wildKind(kind).family, ...verdicts(list) }))
  .sort((a, b) => a.forged.share - b.forged.share);
const forgedByEdit = grouped(forged, ({ spec }) => spec.edit).map(([edit, list]) => ({
  edit,
  shares: FORGED_SHARES.map((share) => ({
    share,
    forged: rate(
      list.filter(({ spec }) => spec.share === share),
      'forged',
    ),
  })),
}));
const sizes: readonly [string, (pixels: number) => boolean][] = [
  ['below 0.2 MP', (pixels) => pixels < 0.2e6],
  ['0.2 to 1 MP', (pixels) => pixels >= 0.2e6 && pixels < 1e6],
  ['1 to 4 MP', (pixels) => pixels >= 1e6 && pixels < 4e6],
  ['4 MP and more', (pixels) => pixels >= 4e6],
];
const bySize = sizes.map(([size, holds]) => ({
  size,
  honest: verdicts(honest.filter(({ width, height }) => holds(width * height))),
  forgeries: verdicts(forged.filter(({ width, height }) => holds(width * height))),
}));
const byFile = (['delivered', 'original'] as const).map((from) => ({
  from,
  honest: verdicts(honest.filter(({ spec }) => spec.from === from)),
  forgeries: verdicts(forged.filter(({ spec }) => spec.from === from)),
}));
const matrix = [
  { shouldBe: 'authentic', ...verdicts(honest) },
  { shouldBe: 'forged', ...verdicts(forged) },
];
// Honest copies and forgeries weigh the same in sum.
const calibration = binsOf(
  [honest, forged].flatMap((list) =>
    list.map((row) => ({ confidence: row.confidence, isRight: isRight(row), weight: 0.5 / list.length })),
  ),
);
const splices = forged.filter(({ spec }) => spec.edit === 'splice' && spec.share === 0.05);
const bars = [
  { bar: 'honest copies forged', most: 1, measured: rate(honest, 'forged') },
  { bar: 'honest copies authentic', least: 95, measured: rate(honest, 'authentic') },
  { bar: 'local edits found', least: 93, measured: rate(forged, 'forged') },
  { bar: 'splices of 5 % found', least: 95, measured: rate(splices, 'forged') },
];
const worst = {
  honest: Math.max(0, ...byKind.map(({ forged: { share } }) => share)),
  found: Math.min(1, ...forgedByKind.map(({ forged: { share } }) => share)),
};
const photos = new Set(rows.map(({ spec }) => spec.photo)).size;
const file = saveResult(`verdict/wild/${values.name}`, {
  what: values.what,
  photos,
  cases: rows.length,
  leftOut: {
    why: `changed by less than ${VISIBLE_RMS} levels, or less than ${LEFT_LEAST} of it left in the picture`,
    forgeries: allForged.length - forged.length,
  },
  matrix,
  bars,
  worstKind: worst,
  expectedCalibrationError: calibration.ece,
  calibration: calibration.bins,
  byKind,
  byFamily,
  bySize,
  byFile,
  forgedByKind,
  forgedByEdit,
});
fs.writeFileSync(file.replace(/json$/, 'svg'), reliabilityPlot(calibration));
const three = (row: ReturnType<typeof verdicts>): string[] => [
  percent(row.authentic),
  percent(row.forged),
  percent(row.unknown),
];
const text = [
  '# Verdicts in the wild',
  '',
  `${photos} photos, ${rows.length} queries. ${values.what} Shares in percent with their 95 % intervals; \`${values.name}.json\` holds the commit.`,
  '',
  `${allForged.length - forged.length} forgeries are left out: changed by less than ${VISIBLE_RMS} levels, or more than half cut away or covered by what came after. Expected calibration error: ${number(calibration.ece, 3)}.`,
  '',
  ...table(
    ['should be', 'authentic', 'forged', 'unknown'],
    matrix.map((row) => [row.shouldBe, ...three(row)]),
  ),
  ...table(
    ['bar', 'at least', 'at most', 'measured'],
    bars.map(({ bar, least, most, measured }) => [
      bar,
      least ? `${least} %` : '',
      most ? `${most} %` : '',
      percent(measured),
    ]),
  ),
  ...table(
    ['family of honest copies', 'authentic', 'forged', 'unknown'],
    byFamily.map((row) => [row.family, ...three(row)]),
  ),
  ...table(
    ['made from', 'honest: authentic', 'honest: forged', 'honest: unknown', 'forgeries found'],
    byFile.map(({ from, honest: good, forgeries }) => [`the ${from} file`, ...three(good), percent(forgeries.forged)]),
  ),
  ...table(
    ['size of the query', 'honest: authentic', 'honest: forged', 'forgeries found'],
    bySize.map(({ size, honest: good, forgeries }) => [
      size,
      percent(good.authentic),
      percent(good.forged),
      percent(forgeries.forged),
    ]),
  ),
  ...table(
    ['honest copy, kind', 'family', 'authentic', 'forged', 'unknown'],
    byKind.map((row) => [row.kind, row.family, ...three(row)]),
  ),
  ...table(
    ['forgery under', 'found', 'called authentic', 'unknown'],
    forgedByKind.map((row) => [row.kind, percent(row.forged), percent(row.authentic), percent(row.unknown)]),
  ),
  ...table(
    ['forgery', ...FORGED_SHARES.map((share) => `${100 * share} %: found`)],
    forgedByEdit.map(({ edit, shares }) => [edit, ...shares.map(({ forged: found }) => percent(found))]),
  ),
];
fs.writeFileSync(file.replace(/json$/, 'md'), `${text.join('\n').trimEnd()}\n`);
console.log(file);
