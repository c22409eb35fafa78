/** One photo: marked, written, attacked, read. @module */
import path from 'node:path';
import { embedTracks, type EmbedTracksOptions } from '@assay/core/watermark/embedTracks';
import { extractTracks } from '@assay/core/watermark/extractTracks';
import type { TrackId } from '@assay/core/watermark/tracks';
import type { Extraction, WatermarkTrack } from '@assay/core/watermark/watermarkTrack';
import sharp from 'sharp';
import { fromSharp, type RgbPicture, readPicture, toSharp } from '../retrieval/rgbPicture.ts';
import { ATTACKS } from './attacks/attacks.ts';
import { BENCH_KEYS } from './benchKeys.ts';
import { benchTracks, hasTrackC } from './benchTracks.ts';
import { type AttackCv, loadAttackCv } from './attacks/cvImage.ts';
import { askKnownPayload } from './knownPayload.ts';
import { attackRandom, payloadOf } from './attacks/numpyRandom.ts';
import { qualityOf } from './quality.ts';
import {
  isEitherExact,
  isUnmarked,
  type MarkRow,
  type Mode,
  type ReadRow,
  type Row,
  type TrackReading,
} from './rows.ts';
import { sweptAttack } from './attacks/sweeps.ts';

/** Unmarked pictures are read by all tracks that there are. */
function tracksOf(mode: Mode): readonly WatermarkTrack[] {
  if (mode === 'unmarked') return benchTracks(hasTrackC() ? 'abc' : 'ab');
  return benchTracks(mode === 'unmarked-c' ? 'c' : mode);
}

export interface PhotoTask {
  readonly file: string;
  /** How the photo is called in the results. */
  readonly photo: string;
  /** The photo that splices show. */
  readonly other: string;
  /** Long side to which photos are resized first, pixels; null leaves them as they are. */
  readonly side: number | null;
  /** Whether to ask for the payload where it cannot be read. */
  readonly known: boolean;
  /** What is still to do. */
  readonly attacks: Readonly<Partial<Record<Mode, readonly string[]>>>;
}

/** @returns rows as they are made */
export async function* judgePhoto(task: PhotoTask): AsyncGenerator<Row> {
  const { cv } = await loadAttackCv();
  const original = await readSized(task.file, task.side);
  const other = await readSized(task.other, task.side);
  for (const [mode, attacks] of Object.entries(task.attacks) as [Mode, readonly string[]][]) {
    let picture = original;
    if (!isUnmarked(mode)) {
      const { marked, row } = await mark(cv, original, mode, task.photo);
      picture = marked;
      yield row;
    }
    for (const attack of attacks)
      yield await attackAndRead(cv, { picture, original, other }, { ...task, mode, attack });
  }
}

async function readSized(file: string, side: number | null): Promise<RgbPicture> {
  if (side === null) return readPicture(file);
  return fromSharp(sharp(file).rotate().resize({ width: side, height: side, fit: 'inside', kernel: 'lanczos3' }));
}

/** Marks the photo, writes it as PNG and reads that file: what is measured and attacked is what a file holds. */
async function mark(
  cv: AttackCv,
  original: RgbPicture,
  mode: Mode,
  photo: string,
): Promise<{ readonly marked: RgbPicture; readonly row: MarkRow }> {
  const options: EmbedTracksOptions = { tracks: tracksOf(mode), keys: BENCH_KEYS };
  const { result: marking, ms: embedMs } = timed(() => embedTracks(original, payloadOf(path.basename(photo)), options));
  const written = await toSharp(marking.picture as RgbPicture)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const marked = await fromSharp(sharp(written));
  const refused = Object.fromEntries(
    marking.tracks.flatMap((track) => (track.embedded ? [] : [[track.id, track.reason] as const])),
  );
  const { width, height } = original;
  const quality = qualityOf(cv, original, marked);
  return { marked, row: { kind: 'mark', photo, mode, width, height, refused, ...quality, embedMs } };
}

interface Pictures {
  /** What is attacked. */
  readonly picture: RgbPicture;
  readonly original: RgbPicture;
  /** What splices show. */
  readonly other: RgbPicture;
}

async function attackAndRead(
  cv: AttackCv,
  { picture, original, other }: Pictures,
  { photo, known, mode, attack }: PhotoTask & { readonly mode: Mode; readonly attack: string },
): Promise<ReadRow> {
  const apply = ATTACKS[attack] ?? sweptAttack(attack);
  if (!apply) throw new RangeError(`no attack is called "${attack}"`);
  const name = path.basename(photo);
  const start = process.cpuUsage();
  const attacked = await apply(picture, { cv, random: attackRandom(name, attack), other });
  const attackMs = cpuMsSince(start);
  const tracksAsked = tracksOf(mode);
  const { result: found, ms: readMs } = timed(() => extractTracks(attacked, { tracks: tracksAsked, keys: BENCH_KEYS }));
  const payload = isUnmarked(mode) ? null : payloadOf(name);
  const tracks = Object.fromEntries(found.map(({ id, extraction }) => [id, judge(extraction, payload)])) as Partial<
    Record<TrackId, TrackReading>
  >;
  const row: ReadRow = { kind: 'read', photo, mode, attack, tracks, readMs, attackMs };
  if (!known || payload === null || isEitherExact(row)) return row;
  return { ...row, known: await askKnownPayload(attacked, original, tracksAsked, payload) };
}

function judge(extraction: Extraction, payload: Uint8Array | null): TrackReading {
  const given = extraction.detected ? extraction.payload : null;
  const exact = given !== null && payload !== null && bitsRight(given, payload) === 1;
  return {
    exact,
    wrong: given !== null && !exact,
    bitsRight: extraction.raw && payload ? bitsRight(extraction.raw, payload) : 0.5,
    pilotZScore: extraction.pilotZScore,
    checksums: extraction.checksums,
  };
}

function bitsRight(a: Uint8Array, b: Uint8Array): number {
  let wrong = 0;
  for (let i = 0; i < a.length; i++)
    for (let difference = (a[i] as number) ^ (b[i] as number); difference; difference >>= 1) wrong += difference & 1;
  return 1 - wrong / (8 * a.length);
}

function timed<T>(work: () => T): { readonly result: T; readonly ms: number } {
  const start = process.cpuUsage();
  return { result: work(), ms: cpuMsSince(start) };
}

/** Processor time, which other processes on the machine disturb less than they disturb the clock. */
function cpuMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
