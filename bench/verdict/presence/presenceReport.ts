/** What presence.ts writes down of its rows. */
import fs from 'node:fs';
import path from 'node:path';
import type { PresenceFacts } from '@assay/core/watermark/presence/presenceMap';
import { MISSING_MARK } from '@assay/core/watermark/presence/missingMark';
import { saveResult } from '../../machine.ts';
import { type Share, shareOf } from '../../robustness/report/statistics.ts';
import type { CaseSpec } from '../cases.ts';
import type { Overlap } from '../overlap.ts';

export interface PresenceRow {
  readonly spec: CaseSpec;
  /** Tracks that were read. */
  readonly read: readonly string[];
  /** Null where there is no map: nothing was read, or its place is not certain. */
  readonly facts: PresenceFacts | null;
  /** Null without a truth or without a map. */
  readonly overlap: Omit<Overlap, 'histograms'> | null;
  /** Whether a region's box holds a part of the truth. */
  readonly hit: boolean;
}

interface Cell {
  readonly kind: string;
  readonly share: number;
  readonly aftermath: string;
  readonly queries: number;
  readonly mapped: number;
  /** Of the mapped: a region where the edit is. */
  readonly found: Share;
  /** Over all that have a map; not found counts as 0. */
  readonly meanIou: number;
  readonly meanIouFound: number;
  readonly meanAuc: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function cellOf(kind: string, share: number, aftermath: string, rows: readonly PresenceRow[]): Cell {
  const mapped = rows.filter(({ overlap }) => overlap !== null);
  const found = mapped.filter(({ hit }) => hit);
  return {
    kind,
    share,
    aftermath,
    queries: rows.length,
    mapped: mapped.length,
    found: shareOf(found.length, mapped.length),
    meanIou: mean(mapped.map(({ overlap }) => overlap?.iou ?? 0)),
    meanIouFound: mean(found.map(({ overlap }) => overlap?.iou ?? 0)),
    meanAuc: mean(mapped.map(({ overlap }) => overlap?.auc ?? 0.5)),
  };
}

function cellsOf(rows: readonly PresenceRow[], kindOf: (row: PresenceRow) => string): Cell[] {
  const groups = new Map<string, PresenceRow[]>();
  for (const row of rows) {
    const key = `${kindOf(row)}|${row.spec.share}|${row.spec.aftermath}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups]
    .map(([key, group]) => {
      const [kind, share, aftermath] = key.split('|') as [string, string, string];
      return cellOf(kind, Number(share), aftermath, group);
    })
    .sort((a, b) => a.aftermath.localeCompare(b.aftermath) || b.share - a.share || a.kind.localeCompare(b.kind));
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const number = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : '-');

function table(cells: readonly Cell[]): string[] {
  return [
    '| edit | area | then | queries | with a map | found of these (95 %) | mean IoU | of the found | mean AUC |',
    '|---|---|---|---|---|---|---|---|---|',
    ...cells.map(
      ({ kind, share, aftermath, queries, mapped, found, meanIou, meanIouFound, meanAuc }) =>
        `| ${kind} | ${100 * share} % | ${aftermath} | ${queries} | ${mapped} | ${found.count} (${percent(found.low)}-${percent(found.high)}) | ${number(meanIou)} | ${number(meanIouFound)} | ${number(meanAuc)} |`,
    ),
  ];
}

/** Writes bench/results/presence/presence-map.json and .md. */
export function savePresence(rows: readonly PresenceRow[]): void {
  const benign = rows.filter(({ spec }) => spec.expected === 'authentic');
  const forged = rows.filter(({ spec }) => spec.expected === 'forged');
  const mapped = benign.filter(({ facts }) => facts !== null);
  const wrong = mapped.filter(({ facts }) => (facts?.regions.length ?? 0) > 0);
  const falseAlarms = wrong.map(({ spec, facts }) => ({
    photo: path.basename(spec.photo),
    edit: spec.edit,
    evidence: facts?.evidence,
    missingFraction: facts?.missingFraction,
  }));
  const photos = new Set(rows.map(({ spec }) => spec.photo)).size;
  const judged = mean(mapped.map(({ facts }) => facts?.assessableFraction ?? 0));
  const all = cellsOf(forged, () => 'all');
  const kinds = cellsOf(forged, ({ spec }) => spec.edit);
  const file = saveResult('presence/presence-map', {
    limits: MISSING_MARK,
    photos,
    benign: {
      queries: benign.length,
      mapped: mapped.length,
      wrong: shareOf(wrong.length, mapped.length),
      meanAssessableFraction: judged,
      falseAlarms,
    },
    all,
    kinds,
  });
  const rate = shareOf(wrong.length, mapped.length);
  const text = [
    '# Where the mark is missing: the map that needs no original',
    '',
    `${photos} held-aside photos (bench/verdict/presence/presence.ts), tracks A and B, edits of the marked picture. Thresholds are of other photos.`,
    '',
    `Benign edits, 30 kinds: ${benign.length} queries, ${mapped.length} with a map; a region in ${rate.count}: ${percent(rate.share)} (${percent(rate.low)}-${percent(rate.high)}).`,
    `A missing mark would be seen in ${percent(judged)} of the picture, on average.`,
    '',
    ...table(all),
    '',
    ...table(kinds),
    '',
    '## False regions',
    '',
    '| photo | edit | evidence | share of the picture |',
    '|---|---|---|---|',
    ...falseAlarms.map(
      ({ photo, edit, evidence, missingFraction }) =>
        `| ${photo} | ${edit} | ${(evidence ?? 0).toFixed(1)} | ${percent(missingFraction ?? 0)} |`,
    ),
    '',
  ];
  fs.writeFileSync(path.resolve(import.meta.dirname, '../../results/presence/presence-map.md'), text.join('\n'));
  console.log(file);
}
