/** What a run writes line by line, so that it can be taken up where it stopped. @module */
import type { TrackId } from '@assay/core/watermark/tracks';
import type { Quality } from './quality.ts';

/** What a photo is marked with; `unmarked` photos count false alarms of all tracks, `unmarked-c` those of track C alone. */
export const MODES = ['a', 'b', 'ab', 'c', 'abc', 'unmarked', 'unmarked-c'] as const;
export type Mode = (typeof MODES)[number];

export function isUnmarked(mode: Mode): boolean {
  return mode.startsWith('unmarked');
}

export interface MarkRow extends Quality {
  readonly kind: 'mark';
  readonly photo: string;
  readonly mode: Mode;
  readonly width: number;
  readonly height: number;
  /** Tracks that said they found no room, and what they said. */
  readonly refused: Readonly<Partial<Record<TrackId, string>>>;
  /** Processor time of embedding, without reading and writing files. */
  readonly embedMs: number;
}

/** What one track made of one attacked picture. */
export interface TrackReading {
  /** All 128 bits of the payload that was embedded. */
  readonly exact: boolean;
  /** Another payload was given out: must never happen. */
  readonly wrong: boolean;
  /** Share of the payload's bits that the best guess has right; 0.5 if there was no guess. */
  readonly bitsRight: number;
  readonly pilotZScore: number;
  /** Code words whose checksum was compared. */
  readonly checksums: number;
}

/** Where no track could be read: how far the picture agrees with the payload that it should carry. */
export interface KnownReading {
  /** Of the correlation with the payload, see knownPayloadDetection.ts. */
  readonly zScore: number;
  /** The most that any payload of another picture reached. */
  readonly impostorsMax: number;
}

export interface ReadRow {
  readonly kind: 'read';
  readonly photo: string;
  readonly mode: Mode;
  readonly attack: string;
  readonly tracks: Readonly<Partial<Record<TrackId, TrackReading>>>;
  /** Processor time of the blind extraction of all tracks of the mode. */
  readonly readMs: number;
  /** Processor time of the attack. */
  readonly attackMs: number;
  /** Only with --known, after a miss of all tracks; null if the picture could not be registered. */
  readonly known?: KnownReading | null;
}

export type Row = MarkRow | ReadRow;

export function isEitherExact({ tracks }: ReadRow): boolean {
  return Object.values(tracks).some(({ exact }) => exact);
}
