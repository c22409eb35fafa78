/** What the rows of a run add up to. @module */
import { KNOWN_PAYLOAD_Z_MIN } from '@assay/core/watermark/fusion/knownPayloadDetection';
import type { TrackId } from '@assay/core/watermark/tracks';
import { type Bar, barOf } from '../attacks/attackSets.ts';
import {
  isEitherExact,
  isUnmarked,
  type KnownReading,
  type MarkRow,
  type Mode,
  type ReadRow,
  type Row,
} from '../rows.ts';
import { type Mean, meanOf, type Share, shareOf } from './statistics.ts';

export interface QualitySummary {
  readonly photos: number;
  readonly psnrDbMean: number;
  readonly psnrDbWorst: number;
  readonly psnrLumaDbMean: number;
  readonly ssimMean: number;
  readonly ssimWorst: number;
  /** Of the photos that have smooth ground, and how many those are; null if none has. */
  readonly smooth: { readonly photos: number; readonly mean: number; readonly worst: number } | null;
  /** S-CIELAB: means over the photos, and the worst photo. */
  readonly deltaEMean: number;
  readonly deltaEUpperHundredthMean: number;
  readonly deltaEUpperHundredthWorst: number;
  /** Photos in which a track found no room, and which track. */
  readonly refused: readonly { readonly photo: string; readonly tracks: readonly string[] }[];
  readonly embedMsPerMegapixel: number;
}

export interface AttackSummary {
  /** Exact recovery by each track, over all photos: a refused track counts as a miss. */
  readonly tracks: Readonly<Partial<Record<TrackId, Share>>>;
  readonly either: Share;
  readonly bitsRight: Readonly<Partial<Record<TrackId, number>>>;
  readonly wrong: number;
  /** Of the photos in which no track could be read: those consistent with their payload, see knownPayload.ts. */
  readonly known: Share | null;
  /** Photos consistent with the payload of another photo: must never happen. */
  readonly impostors: number;
  readonly readMs: number;
  readonly attackMs: number;
  /** What falls short of the bar, in words; null if nothing or if there is no bar. */
  readonly missed: string | null;
}

export interface ModeSummary {
  readonly quality: QualitySummary;
  readonly attacks: Readonly<Record<string, AttackSummary>>;
}

export interface FalseAlarmSummary {
  readonly pictures: number;
  readonly detected: number;
  /** Share of pictures with a detection, whose upper end is what was shown. */
  readonly share: Share;
  /** Checksums compared per picture; 2^-32 of them fit by chance. */
  readonly checksums: Mean;
  /** checksums x 2^-32. */
  readonly impliedRate: Mean;
  readonly byAttack: Readonly<Record<string, { readonly pictures: number; readonly checksums: number }>>;
}

/** A checksum of 32 bits fits a random code word once in 2^32. */
const CHANCE = 2 ** -32;

export function summariseMode(rows: readonly Row[], mode: Mode): ModeSummary | null {
  const marks = rows.filter((row): row is MarkRow => row.kind === 'mark' && row.mode === mode);
  const reads = rows.filter((row): row is ReadRow => row.kind === 'read' && row.mode === mode);
  if (marks.length === 0 || reads.length === 0) return null;
  const attacks = [...new Set(reads.map(({ attack }) => attack))];
  const pixels = meanOf(marks.map(({ width, height }) => width * height)).mean;
  return {
    quality: qualitySummary(marks),
    attacks: Object.fromEntries(
      attacks.map((attack) => [
        attack,
        attackSummary(
          reads.filter((row) => row.attack === attack),
          barOf(attack, pixels),
        ),
      ]),
    ),
  };
}

function qualitySummary(marks: readonly MarkRow[]): QualitySummary {
  const mean = (value: (row: MarkRow) => number): number => meanOf(marks.map(value)).mean;
  const worst = (value: (row: MarkRow) => number): number => Math.min(...marks.map(value));
  return {
    photos: marks.length,
    psnrDbMean: mean(({ psnrDb }) => psnrDb),
    psnrDbWorst: worst(({ psnrDb }) => psnrDb),
    psnrLumaDbMean: mean(({ psnrLumaDb }) => psnrLumaDb),
    ssimMean: mean(({ ssim }) => ssim),
    ssimWorst: worst(({ ssim }) => ssim),
    smooth: smoothSummary(marks.flatMap(({ smoothDeviation }) => smoothDeviation ?? [])),
    deltaEMean: mean(({ deltaE }) => deltaE.mean),
    deltaEUpperHundredthMean: mean(({ deltaE }) => deltaE.upperHundredth),
    deltaEUpperHundredthWorst: Math.max(...marks.map(({ deltaE }) => deltaE.upperHundredth)),
    refused: marks.flatMap(({ photo, refused }) =>
      Object.keys(refused).length > 0 ? [{ photo, tracks: Object.keys(refused) }] : [],
    ),
    embedMsPerMegapixel: mean(({ embedMs, width, height }) => (1e6 * embedMs) / (width * height)),
  };
}

function smoothSummary(deviations: readonly number[]): QualitySummary['smooth'] {
  if (deviations.length === 0) return null;
  return { photos: deviations.length, mean: meanOf(deviations).mean, worst: Math.max(...deviations) };
}

function attackSummary(reads: readonly ReadRow[], bar: Bar): AttackSummary {
  const ids = Object.keys((reads[0] as ReadRow).tracks) as TrackId[];
  const tracks = Object.fromEntries(
    ids.map((id) => [id, shareOf(reads.filter((row) => row.tracks[id]?.exact).length, reads.length)]),
  );
  const either = shareOf(reads.filter(isEitherExact).length, reads.length);
  return {
    tracks,
    either,
    bitsRight: Object.fromEntries(
      ids.map((id) => [id, meanOf(reads.map((row) => row.tracks[id]?.bitsRight ?? 0.5)).mean]),
    ),
    wrong: reads.filter((row) => Object.values(row.tracks).some(({ wrong }) => wrong)).length,
    ...knownSummary(reads.flatMap(({ known }) => (known === undefined ? [] : [known]))),
    readMs: meanOf(reads.map(({ readMs }) => readMs)).mean,
    attackMs: meanOf(reads.map(({ attackMs }) => attackMs)).mean,
    missed: missedBar(ids, tracks, either, bar),
  };
}

function knownSummary(asked: readonly (KnownReading | null)[]): Pick<AttackSummary, 'known' | 'impostors'> {
  const isHigh = (zScore: number | undefined): boolean => zScore !== undefined && zScore >= KNOWN_PAYLOAD_Z_MIN;
  return {
    known: asked.length === 0 ? null : shareOf(asked.filter((known) => isHigh(known?.zScore)).length, asked.length),
    impostors: asked.filter((known) => isHigh(known?.impostorsMax)).length,
  };
}

/** The bar for tracks alone counts where a track is alone in the picture, the one for either where both are. */
function missedBar(ids: readonly TrackId[], tracks: AttackSummary['tracks'], either: Share, bar: Bar): string | null {
  const [least, found, who] =
    ids.length > 1
      ? [bar.either, either.share, 'either track']
      : [bar.alone, tracks[ids[0] as TrackId]?.share ?? 0, `track ${ids[0]} alone`];
  if (least === null || found >= least) return null;
  return `${who}: ${percent(found)} of the ${percent(least)} asked`;
}

export function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}

export function summariseFalseAlarms(rows: readonly Row[]): FalseAlarmSummary | null {
  const reads = rows.filter((row): row is ReadRow => row.kind === 'read' && isUnmarked(row.mode));
  if (reads.length === 0) return null;
  const checksumsOf = ({ tracks }: ReadRow): number =>
    Object.values(tracks).reduce((sum, { checksums }) => sum + checksums, 0);
  const detected = reads.filter((row) => Object.values(row.tracks).some(({ wrong }) => wrong)).length;
  const checksums = meanOf(reads.map(checksumsOf));
  const byAttack = Object.fromEntries(
    [...new Set(reads.map(({ attack }) => attack))].map((attack) => {
      const some = reads.filter((row) => row.attack === attack);
      return [attack, { pictures: some.length, checksums: meanOf(some.map(checksumsOf)).mean }];
    }),
  );
  return {
    pictures: reads.length,
    detected,
    share: shareOf(detected, reads.length),
    checksums,
    impliedRate: {
      mean: CHANCE * checksums.mean,
      low: CHANCE * checksums.low,
      high: CHANCE * checksums.high,
    },
    byAttack,
  };
}
