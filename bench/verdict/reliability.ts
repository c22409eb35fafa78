/**
 * Are confidences what they say? Verdicts are put in bins by confidence, and the mean confidence of each bin is laid beside
 * the share of its verdicts that were right:
 *     ECE = sum_b n_b / n |right_b - confidence_b|
 *
 *     npx tsx --conditions=source bench/verdict/reliability.ts ROWS.jsonl [...]
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
import { judged } from './measure.ts';

const BINS = 10;

interface Outcome {
  readonly confidence: number;
  readonly isRight: boolean;
  readonly weight: number;
}

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

function binsOf(list: readonly Outcome[]) {
  const total = list.reduce((sum, { weight }) => sum + weight, 0);
  const bins = Array.from({ length: BINS }, (_, bin) => {
    const inside = list.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(BINS * confidence)) === bin);
    const weight = inside.reduce((sum, one) => sum + one.weight, 0);
    const mean = (value: (one: Outcome) => number): number =>
      weight > 0 ? inside.reduce((sum, one) => sum + one.weight * value(one), 0) / weight : 0;
    return {
      from: bin / BINS,
      count: inside.length,
      share: weight / total,
      confidence: mean(({ confidence }) => confidence),
      right: mean(({ isRight }) => (isRight ? 1 : 0)),
    };
  });
  return { bins, ece: bins.reduce((sum, bin) => sum + bin.share * Math.abs(bin.right - bin.confidence), 0) };
}

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

const SIDE = 320;
const MARGIN = 48;
const at = (value: number): number => MARGIN + SIDE * value;
const up = (value: number): number => MARGIN + SIDE * (1 - value);
const marks = all.bins
  .filter(({ count }) => count > 0)
  .map(({ confidence, right, share, count }) => {
    const radius = 3 + 14 * Math.sqrt(share);
    const label = `<text x="${at(confidence) - radius - 4}" y="${up(right) + 4}" text-anchor="end">${count}</text>`;
    return `<circle cx="${at(confidence).toFixed(1)}" cy="${up(right).toFixed(1)}" r="${radius.toFixed(1)}" fill="#1f77b4" fill-opacity="0.6"/>${label}`;
  });
const ticks = [0, 0.25, 0.5, 0.75, 1].map(
  (value) =>
    `<text x="${at(value)}" y="${up(0) + 18}" text-anchor="middle">${value}</text><text x="${at(0) - 8}" y="${up(value) + 4}" text-anchor="end">${value}</text>`,
);
const size = SIDE + 2 * MARGIN;
fs.writeFileSync(
  file.replace(/json$/, 'svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="white"/>
<text x="${at(0)}" y="20" font-weight="bold">Reliability of the confidence; expected calibration error ${all.ece.toFixed(3)}</text>
<rect x="${at(0)}" y="${up(1)}" width="${SIDE}" height="${SIDE}" fill="none" stroke="#bbbbbb"/>
<line x1="${at(0)}" y1="${up(0)}" x2="${at(1)}" y2="${up(1)}" stroke="#bbbbbb" stroke-dasharray="4 4"/>
${[...ticks, ...marks].join('\n')}
<text x="${at(0.5)}" y="${up(0) + 38}" text-anchor="middle">confidence</text>
<text transform="translate(12 ${up(0.5)}) rotate(-90)" text-anchor="middle">share of right verdicts</text>
</svg>
`,
);
console.log(file, all.ece, perClass);
console.table(all.bins);
