/**
 * From the rows of run.ts to the tables that the bars speak of.
 *
 *     npx tsx --conditions=assay-source bench/verdict/report.ts ROWS.jsonl [ROWS.jsonl ...] [--name bars] [--what 'which photos these are']
 *
 * Verdicts are taken anew from the facts of each row, so the rows outlive a change of the rules. Writes
 * bench/results/verdict/NAME.json and NAME.md; shares with 95 % intervals (Wilson), means with theirs.
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { saveResult } from '../machine.ts';
import { meanOf, type Share, shareOf } from '../robustness/report/statistics.ts';
import { type JudgedRow, readRows } from './judgedRows.ts';
import { VISIBLE_RMS } from './edits/localEdits.ts';
import { areaUnderCurve } from './overlap.ts';
import { number, percent, table } from './tables.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { name: { type: 'string', default: 'bars' }, what: { type: 'string', default: '' } },
});
const read = readRows(positionals);
/** What changes nothing that is seen, like a colour turned in a grey photo, is no forgery. */
const isVisible = ({ changeRms }: JudgedRow): boolean =>
  changeRms === undefined || changeRms === null || changeRms >= VISIBLE_RMS;
const rows = read.filter(isVisible);
const invisible = read.filter((row) => !isVisible(row));
/** The kinds that the bars name; recolouring is measured beside them. */
const BARRED = ['splice', 'copy-move', 'inpainted', 'text replaced', 'blurred area'];
const isBenign = ({ spec }: JudgedRow): boolean => spec.expected === 'authentic';
const rate = (list: readonly JudgedRow[], verdict: string): Share =>
  shareOf(list.filter((row) => row.verdict === verdict).length, list.length);

const benign = rows.filter(isBenign);
const barred = rows.filter(({ spec }) => BARRED.includes(spec.edit));
const large = barred.filter(({ spec }) => spec.share >= 0.01);
const tiny = barred.filter(({ spec }) => spec.share < 0.01);
const splices = rows.filter(({ spec }) => spec.edit === 'splice');

/** A picture whose edit was missed has a black map: overlap 0, and greys that tell nothing. */
const iouOf = (list: readonly JudgedRow[]) => meanOf(list.map(({ overlap }) => overlap?.iou ?? 0));
const aucOf = (list: readonly JudgedRow[]) => meanOf(list.map(({ overlap }) => overlap?.auc ?? 0.5));

/** Over the pixels of all pictures at once. */
function pooledAuc(list: readonly JudgedRow[]): number {
  const sums = [0, 1].map((side) =>
    list.reduce<number[]>((sum, { overlap }) => {
      overlap?.histograms[side as 0 | 1].forEach((count, bin) => (sum[bin] = (sum[bin] ?? 0) + count));
      return sum;
    }, []),
  );
  return areaUnderCurve(sums[0] as number[], sums[1] as number[]);
}

const bars = [
  { bar: 'benign edits authentic', least: 99, measured: rate(benign, 'authentic') },
  { bar: 'local edits of 1 % and more forged', least: 97, measured: rate(large, 'forged') },
  ...['jpeg 85', 'resize 0.6, jpeg 50'].map((aftermath) => ({
    bar: `the same, then ${aftermath}`,
    least: 97,
    measured: rate(
      large.filter(({ spec }) => spec.aftermath === aftermath),
      'forged',
    ),
  })),
  { bar: 'local edits of 0.5 % forged', least: 75, measured: rate(tiny, 'forged') },
];
const ofOriginal = (list: readonly JudgedRow[]) => list.filter(({ spec }) => spec.from === 'original');
const sources = [
  {
    what: 'of the delivered file',
    list: rows.filter(({ spec }) => spec.from === 'delivered' && spec.reference === 'original'),
  },
  { what: 'of the unmarked original', list: ofOriginal(rows) },
  {
    what: 'of the delivered file, compared with the delivered file',
    list: rows.filter(({ spec }) => spec.reference === 'delivered'),
  },
].map(({ what, list }) => ({
  what,
  benignAuthentic: rate(list.filter(isBenign), 'authentic'),
  localEditsForged: rate(
    list.filter((row) => large.includes(row)),
    'forged',
  ),
}));

const grouped = (list: readonly JudgedRow[], keyOf: (row: JudgedRow) => string): Map<string, JudgedRow[]> => {
  const out = new Map<string, JudgedRow[]>();
  for (const row of list) out.set(keyOf(row), [...(out.get(keyOf(row)) ?? []), row]);
  return out;
};
const perEdit = [...grouped(benign, ({ spec }) => spec.edit)].map(([edit, list]) => ({
  edit,
  authentic: rate(list, 'authentic'),
  strengthMost: Math.max(...list.map(({ facts }) => facts?.changeStrength ?? 0)),
  inliersLeast: Math.min(...list.map(({ registration }) => registration?.inliers ?? 0)),
}));
const forgeries = rows.filter((row) => !isBenign(row));
const perForgery = [...grouped(forgeries, ({ spec }) => `${spec.edit} ${100 * spec.share} %`)]
  .map(([edit, list]) => ({
    edit,
    forged: rate(list, 'forged'),
    iou: iouOf(list),
    auc: aucOf(list),
  }))
  .sort((a, b) => a.edit.localeCompare(b.edit, 'en', { numeric: true }));
const maps = [
  {
    map: 'splices of 5 and 20 %: mean IoU',
    least: 0.85,
    measured: iouOf(splices.filter(({ spec }) => spec.share >= 0.05)),
  },
  { map: 'splices of 2 %: mean IoU', least: 0.75, measured: iouOf(splices.filter(({ spec }) => spec.share === 0.02)) },
  {
    map: 'splices of 2 to 20 %: mean pixel AUC',
    least: 0.98,
    measured: aucOf(splices.filter(({ spec }) => spec.share >= 0.02)),
  },
];
const matrix = ['authentic', 'forged'].map((expected) => {
  const list = rows.filter(({ spec }) => spec.expected === expected);
  return { expected, authentic: rate(list, 'authentic'), forged: rate(list, 'forged'), unknown: rate(list, 'unknown') };
});
const photos = new Set(rows.map(({ spec }) => spec.photo)).size;
const file = saveResult(`verdict/${values.name}`, {
  what: values.what,
  photos,
  cases: rows.length,
  leftOut: { why: `changed by less than ${VISIBLE_RMS} levels`, edits: invisible.map(({ spec }) => spec.edit) },
  matrix,
  bars,
  maps,
  pooledPixelAucOfSplices: pooledAuc(splices.filter(({ spec }) => spec.share >= 0.02)),
  blackMapsOfBenignEdits: shareOf(
    benign.filter(({ facts }) => (facts?.largestRegionFraction ?? 0) === 0).length,
    benign.length,
  ),
  sources,
  benign: perEdit,
  forgeries: perForgery,
});

const text = [
  '# Verdicts and tamper maps against their bars',
  '',
  `${photos} photos, ${rows.length} queries. ${values.what} Shares in percent with their 95 % intervals; \`${values.name}.json\` holds the commit.`,
  '',
  `${invisible.length} local edits that change their area by less than ${VISIBLE_RMS} levels (root mean square) are left out.`,
  '',
  ...table(
    ['should be', 'authentic', 'forged', 'unknown'],
    matrix.map((m) => [m.expected, percent(m.authentic), percent(m.forged), percent(m.unknown)]),
  ),
  ...table(
    ['bar', 'at least', 'measured'],
    [
      ...bars.map(({ bar, least, measured }) => [bar, `${least} %`, percent(measured)]),
      ...maps.map(({ map, least, measured }) => [
        map,
        String(least),
        `${number(measured.mean, 3)} (${number(measured.low, 3)}-${number(measured.high, 3)})`,
      ]),
    ],
  ),
  ...table(
    ['edits', 'benign: authentic', '1 % and more: forged'],
    sources.map(({ what, benignAuthentic, localEditsForged }) => [
      what,
      percent(benignAuthentic),
      percent(localEditsForged),
    ]),
  ),
  ...table(
    ['local edit', 'forged', 'mean IoU', 'mean pixel AUC'],
    perForgery.map(({ edit, forged, iou, auc }) => [edit, percent(forged), number(iou.mean), number(auc.mean, 3)]),
  ),
  ...table(
    ['benign edit', 'authentic', 'largest strength', 'least inliers'],
    perEdit.map(({ edit, authentic, strengthMost, inliersLeast }) => [
      edit,
      percent(authentic),
      number(strengthMost),
      String(inliersLeast),
    ]),
  ),
];
fs.writeFileSync(file.replace(/json$/, 'md'), `${text.join('\n').trimEnd()}\n`);
console.log(file);
