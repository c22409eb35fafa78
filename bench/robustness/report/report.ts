/** Writes what a run found: numbers as JSON, tables as Markdown, curves as SVG. @module */
import { writeFileSync } from 'node:fs';
import { TRACK_IDS, type TrackId } from '@assay/core/watermark/tracks';
import { type Provenance, provenance, saveResult } from '../../machine.ts';
import { curvesSvg } from './curves.ts';
import { isUnmarked, type Mode, MODES } from '../rows.ts';
import type { Run } from '../runFile.ts';
import { type Share, shareOf } from './statistics.ts';
import {
  type AttackSummary,
  type FalseAlarmSummary,
  type ModeSummary,
  percent,
  summariseFalseAlarms,
  summariseMode,
} from './summary.ts';
import { SWEEPS } from '../attacks/sweeps.ts';

export interface ReportFacts {
  readonly photos: number;
  readonly side: number | null;
  /** In words of whoever ran it: which photos these are. */
  readonly what: string;
}

type ModeSummaries = Readonly<Partial<Record<Mode, ModeSummary>>>;

/** @returns the Markdown, which says where it lies */
export function report(run: Run, facts: ReportFacts): string {
  const modes = Object.fromEntries(
    MODES.flatMap((mode) => {
      const summary = isUnmarked(mode) ? null : summariseMode(run.rows, mode);
      return summary ? [[mode, summary] as const] : [];
    }),
  ) as ModeSummaries;
  const falseAlarms = summariseFalseAlarms(run.rows);
  const saved = saveResult(`robustness/${run.name}`, { core: run.core, ...facts, modes, falseAlarms });
  const isSweep = Object.values(modes).some(({ attacks }) => Object.keys(attacks).some((name) => name.includes('@')));
  if (isSweep) writeFileSync(saved.replace(/json$/, 'svg'), curvesSvg(SWEEPS, sharesOf(modes)));
  const text = markdown(run, facts, modes, falseAlarms, isSweep);
  writeFileSync(saved.replace(/json$/, 'md'), text);
  return `${text}\n${saved}`;
}

/** Curves: each track alone in the picture; and either of both where both are in it. */
function sharesOf(modes: ModeSummaries): Record<string, (attack: string) => Share | undefined> {
  const curves: Record<string, (attack: string) => Share | undefined> = {};
  for (const id of TRACK_IDS)
    if (modes[id]) curves[`track ${id.toUpperCase()} alone`] = (attack) => modes[id]?.attacks[attack]?.either;
  const known = (attack: string): Share | undefined => {
    const summary = modes.ab?.attacks[attack];
    return summary && shareOf(summary.either.count + (summary.known?.count ?? 0), summary.either.of);
  };
  if (Object.values(modes.ab?.attacks ?? {}).some((summary) => summary.known)) curves['A + B, payload known'] = known;
  if (modes.ab) curves['either of A + B'] = (attack) => modes.ab?.attacks[attack]?.either;
  if (modes.abc) curves['any of A + B + C'] = (attack) => modes.abc?.attacks[attack]?.either;
  return curves;
}

function markdown(
  { name, core }: Run,
  { photos, side, what }: ReportFacts,
  modes: ModeSummaries,
  falseAlarms: FalseAlarmSummary | null,
  isSweep: boolean,
): string {
  const size = side === null ? 'in their own size' : `resized to a long side of ${side} pixels`;
  return [
    `# Robustness: ${name}`,
    '',
    `${photos} photos ${size}. ${what}`.trim(),
    '',
    `${machineLine(provenance())} Sources of the core: tree ${core}.`,
    '',
    ...(Object.keys(modes).length > 0 ? [...qualityTable(modes), '', ...attackTable(modes), ''] : []),
    ...(isSweep ? [`Curves: ${name}.svg`, ''] : []),
    ...(falseAlarms ? falseAlarmLines(falseAlarms) : []),
  ].join('\n');
}

function machineLine({ commit, clean, node, cpu, cores, date }: Provenance): string {
  return `Commit ${commit}${clean ? '' : ' with changes'}, Node ${node}, ${cpu}, ${cores} cores, ${date}.`;
}

function qualityTable(modes: ModeSummaries): string[] {
  const rows = Object.entries(modes).map(([mode, { quality }]) => {
    const {
      photos,
      psnrDbMean,
      psnrDbWorst,
      ssimMean,
      ssimWorst,
      smooth,
      deltaEMean,
      deltaEUpperHundredthMean,
      deltaEUpperHundredthWorst,
      refused,
      embedMsPerMegapixel,
    } = quality;
    const who =
      refused.length === 0 ? '0' : refused.map(({ photo, tracks }) => `${photo} (${tracks.join(', ')})`).join('; ');
    const numbers = [psnrDbMean.toFixed(2), psnrDbWorst.toFixed(2), ssimMean.toFixed(4), ssimWorst.toFixed(4)];
    const ground = smooth ? `${smooth.mean.toFixed(2)} / ${smooth.worst.toFixed(2)} of ${smooth.photos}` : '-';
    const seen = [deltaEMean, deltaEUpperHundredthMean, deltaEUpperHundredthWorst]
      .map((value) => value.toFixed(2))
      .join(' / ');
    return `| ${[mode, photos, ...numbers, ground, seen, Math.round(embedMsPerMegapixel), who].join(' | ')} |`;
  });
  return [
    '| marks | photos | PSNR dB mean | worst | SSIM mean | worst | smooth ground, levels, mean / worst | S-CIELAB dE: mean / upper hundredth / worst photo | embedding, CPU ms/MP | refused |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ];
}

/** Exact recovery; a refused track counts as a miss. Brackets: 95 % interval (Wilson). */
function attackTable(modes: ModeSummaries): string[] {
  const columns = Object.entries(modes).flatMap(([mode, { attacks }]) => {
    const cell = (pick: (summary: AttackSummary) => Share | undefined) => (attack: string) => {
      const summary = attacks[attack];
      const share = summary && pick(summary);
      return share ? shareText(share) : '';
    };
    if (mode.length === 1)
      return [{ head: `${mode.toUpperCase()} alone`, text: cell(({ tracks }) => tracks[mode as TrackId]) }];
    const all = [...mode.toUpperCase()].join(' + ');
    return [
      ...[...mode].map((id) => ({
        head: `${id.toUpperCase()} of ${all}`,
        text: cell(({ tracks }) => tracks[id as TrackId]),
      })),
      { head: `any of ${all}`, text: cell(({ either }) => either) },
    ];
  });
  const attacks = [...new Set(Object.values(modes).flatMap(({ attacks: known }) => Object.keys(known)))];
  const rows = attacks.map((attack) => {
    const summaries = Object.values(modes).flatMap(({ attacks: known }) => known[attack] ?? []);
    const missed = summaries.flatMap(({ missed: short }) => short ?? []).join('; ');
    const wrong = summaries.reduce((sum, summary) => sum + summary.wrong, 0);
    const readMs = Math.round(summaries.reduce((sum, summary) => sum + summary.readMs, 0) / summaries.length);
    const known = summaries.map((summary) => (summary.known ? `${summary.known.count} of ${summary.known.of}` : '-'));
    const asked = known.some((text) => text !== '-') ? known.join(', ') : '';
    return `| ${[attack, ...columns.map(({ text }) => text(attack)), asked, wrong, readMs, missed].join(' | ')} |`;
  });
  return [
    'Photos read exactly (128 bits, checksum, right payload); a track that found no room counts as a miss. Brackets: 95 %',
    'interval (Wilson). Where several tracks are in a picture and none can be read alone, they are read together and all count.',
    ...impostorLines(modes),
    '',
    `| attack | ${columns.map(({ head }) => head).join(' | ')} | misses consistent with their payload | wrong payloads | reading, CPU ms | below the bar |`,
    `|---${'|---'.repeat(columns.length)}|---|---|---|---|`,
    ...rows,
  ];
}

/** Only where payloads were tested. */
function impostorLines(modes: ModeSummaries): string[] {
  const all = Object.values(modes).flatMap(({ attacks }) => Object.values(attacks));
  const asked = all.reduce((sum, { known }) => sum + (known?.of ?? 0), 0);
  if (asked === 0) return [];
  const impostors = all.reduce((sum, summary) => sum + summary.impostors, 0);
  return [
    `Photos of which no track could be read (${asked}, by marking in the order of the columns) were aligned to their originals`,
    `and tested for their payload; ${impostors} of them agreed with one of 50 payloads of other photos.`,
  ];
}

function shareText({ share, low, high, of }: Share): string {
  return `${percent(share)} [${(100 * low).toFixed(0)}-${(100 * high).toFixed(0)}] of ${of}`;
}

function falseAlarmLines({ pictures, detected, share, checksums, impliedRate, byAttack }: FalseAlarmSummary): string[] {
  const interval = `[${impliedRate.low.toExponential(1)}, ${impliedRate.high.toExponential(1)}]`;
  return [
    '## Unmarked pictures',
    '',
    `${detected} detections in ${pictures} unmarked pictures (attacked ones included); the true share is below ` +
      `${percent(share.high)} with 95 % confidence (Wilson).`,
    '',
    checksums.mean === 0
      ? 'Checksums were not counted.'
      : `${checksums.mean.toFixed(2)} checksums were compared per picture, of all tracks that were asked together. One fits by chance in 2^32, so the implied ` +
        `rate of false payloads is ${impliedRate.mean.toExponential(1)} a picture, 95 % interval ${interval}.`,
    '',
    '| attack | pictures | checksums a picture |',
    '|---|---|---|',
    ...Object.entries(byAttack).map(([attack, row]) => `| ${attack} | ${row.pictures} | ${row.checksums.toFixed(2)} |`),
    '',
  ];
}
