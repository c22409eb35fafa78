/** Marking and reading with a chosen set of tracks under one key: what the three watermark commands share. @module */
import type { Raster } from '@assay/core/raster';
import { embedTracks, extractTracks, type Marking, type MarkingOptions } from '@assay/core/watermark/marking';
import {
  type Extraction,
  PAYLOAD_BYTES,
  TRACK_IDS,
  type TrackId,
  type TrackKey,
  type WatermarkTrack,
} from '@assay/core/watermark/track';
import { deriveTrackKey } from '@assay/core/watermark/trackKey';
import { BUILT_IN_TRACKS, type InstalledTracks, installedTracks } from '@assay/service/adapters/engine/installedTracks';
import { modelsFolder } from '@assay/service/adapters/models/modelFile';
import { parseNumber, UsageError } from '../arguments.ts';
import type { Terminal } from '../command.ts';
import { parseHex, readWatermarkKey } from './watermarkKey.ts';

export const TRACK_OPTIONS = {
  tracks: { type: 'string', default: 'abc' },
  strength: { type: 'string' },
  'key-file': { type: 'string' },
} as const;

export const TRACK_HELP = `  --tracks abc     which tracks: a (spatial), b (frequency), c (neural); default all that are installed
  --key-file FILE  64 hexadecimal digits; default $ASSAY_WATERMARK_KEY, else a public development key`;

export const STRENGTH_HELP = '  --strength S     0..1 for every track; default 0.3 (a), 0.2 (b), 0.4 (c)';

export interface ExtractionReport {
  readonly detected: boolean;
  /** Hex; null unless detected. */
  readonly payload: string | null;
  /** Best guess of the bits for error measurements, never to be believed; null if nothing was found at all. */
  readonly raw: string | null;
  readonly confidence: number;
  /** Time of the reading itself, without decoding the file. */
  readonly ms: number;
  readonly tracks: Readonly<Partial<Record<TrackId, { detected: boolean; confidence: number; pilotSigma: number }>>>;
}

export interface Watermarker {
  readonly marking: MarkingOptions;
  embed(picture: Raster, payload: Uint8Array): Marking;
  extract(picture: Raster): ExtractionReport;
}

const WITHOUT_MODELS: InstalledTracks = { tracks: BUILT_IN_TRACKS, missing: {} };

/** As the service reads the setting: empty is the shipped folder, `off` none. */
const asFolder = (setting: string | undefined): string | null => (setting === 'off' ? null : (setting ?? ''));

const isKnown = (letter: string) => (TRACK_IDS as readonly string[]).includes(letter);

/**
 * @throws {UsageError} on an unknown or repeated letter, or if none of the tracks is installed
 * @throws {ModelError} if track C is asked for and its models are not what their side-cars say
 */
export function chooseTracks(
  letters: string,
  terminal: Pick<Terminal, 'note' | 'environment'>,
): readonly WatermarkTrack[] {
  const chosen = new Set(letters.toLowerCase());
  if (chosen.size === 0 || chosen.size !== letters.length || ![...chosen].every(isKnown))
    throw new UsageError(`--tracks takes letters of "${TRACK_IDS.join('')}", each once, got "${letters}"`);
  // Models take a while to load, so only where they are asked for.
  const installed = chosen.has('c')
    ? installedTracks(modelsFolder(asFolder(terminal.environment.ASSAY_TRACK_C_MODELS)))
    : WITHOUT_MODELS;
  const tracks = installed.tracks.filter(({ id }) => chosen.has(id));
  const missing = installed.missing.c;
  if (missing && tracks.length === 0) throw new UsageError(missing.detail);
  if (missing) terminal.note(`Left out: ${missing.detail}`);
  return tracks;
}

/** @throws {UsageError} on letters or a key that cannot be used */
export async function openWatermarker(
  options: {
    readonly tracks: string;
    readonly strength?: string | undefined;
    readonly 'key-file'?: string | undefined;
  },
  terminal: Terminal,
): Promise<Watermarker> {
  const tracks = chooseTracks(options.tracks, terminal);
  const strength = options.strength === undefined ? null : parseNumber('--strength', options.strength, 0.001, 1);
  const serviceKey = await readWatermarkKey(options['key-file'], terminal);
  const keys: Partial<Record<TrackId, TrackKey>> = {};
  const strengths: Partial<Record<TrackId, number>> = {};
  for (const { id } of tracks) {
    keys[id] = deriveTrackKey(serviceKey, id);
    if (strength !== null) strengths[id] = strength;
  }
  const marking: MarkingOptions = { tracks, keys, strengths };
  return {
    marking,
    embed: (picture, payload) => embedTracks(picture, payload, marking),
    extract(picture) {
      const startMs = performance.now();
      const readings = extractTracks(picture, marking);
      return reportOf(readings, performance.now() - startMs);
    },
  };
}

const hexOf = (bytes: Uint8Array | null) => (bytes ? Buffer.from(bytes).toString('hex') : null);

/** The first detected payload counts; without one, the raw bits of the track whose pilots stood out most. */
function reportOf(
  readings: readonly { readonly id: TrackId; readonly extraction: Extraction }[],
  ms: number,
): ExtractionReport {
  const found = readings.find(({ extraction }) => extraction.detected)?.extraction;
  const guess = readings
    .map(({ extraction }) => extraction)
    .filter(({ raw }) => raw !== null)
    .reduce<Extraction | null>((best, next) => (best && best.pilotSigma >= next.pilotSigma ? best : next), null);
  return {
    detected: found !== undefined,
    payload: hexOf(found?.payload ?? null),
    raw: hexOf((found ?? guess)?.raw ?? null),
    confidence: found?.confidence ?? 0,
    ms,
    tracks: Object.fromEntries(
      readings.map(({ id, extraction: { detected, confidence, pilotSigma } }) => [
        id,
        { detected, confidence, pilotSigma },
      ]),
    ),
  };
}

/** @throws {UsageError} unless `text` is 32 hexadecimal digits */
export function parsePayload(text: string | undefined): Uint8Array {
  const payload = text === undefined ? null : parseHex(text, PAYLOAD_BYTES);
  if (!payload) throw new UsageError(`the payload must be ${2 * PAYLOAD_BYTES} hexadecimal digits`);
  return payload;
}
