/** Marking and reading with a chosen set of tracks under one key: what the three watermark commands share. @module */
import type { Raster } from '@assay/core/raster';
import { embedTracks, type Marking, type EmbedTracksOptions } from '@assay/core/watermark/embedTracks';
import { extractTracks } from '@assay/core/watermark/extractTracks';
import { byTrack, TRACK_IDS, type TrackId, trackSetting } from '@assay/core/watermark/tracks';
import type { Extraction } from '@assay/core/watermark/watermarkTrack';
import { PAYLOAD_BYTES } from '@assay/core/watermark/payload/payloadCipher';
import { deriveTrackKey } from '@assay/core/watermark/trackKey';
import { type InstalledTrack, installedTracks } from '@assay/service/adapters/engine/installedTracks';
import { modelsFolder } from '@assay/service/adapters/models/modelFile';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usageError.ts';
import { parseHex, readWatermarkKey } from './watermarkKey.ts';

export interface WatermarkOptions {
  /** Letters of tracks. */
  readonly tracks: string;
  /** Of every track, a number as it was typed. */
  readonly strength?: string | undefined;
  readonly keyFile?: string | undefined;
}

export interface ExtractionReport {
  readonly detected: boolean;
  /** Hex; null unless detected. */
  readonly payload: string | null;
  /** Best guess of the bits for error measurements, never to be believed; null if nothing was found at all. */
  readonly raw: string | null;
  readonly confidence: number;
  /** Time of the reading itself, without decoding the file. */
  readonly ms: number;
  readonly tracks: Readonly<Record<string, { detected: boolean; confidence: number; pilotZScore: number }>>;
}

export interface Watermarker {
  readonly marking: EmbedTracksOptions;
  embed(picture: Raster, payload: Uint8Array): Marking;
  extract(picture: Raster): ExtractionReport;
}

/** Below it nothing would be changed. */
const STRENGTH_MIN = 0.001;

/** As the service reads the setting: empty is the shipped folder, `off` none. */
const asFolder = (setting: string | undefined): string | null => (setting === 'off' ? null : (setting ?? ''));

const isKnown = (letter: string): letter is TrackId => (TRACK_IDS as readonly string[]).includes(letter);

/**
 * @throws {UsageError} on an unknown or repeated letter, or if none of the tracks is installed
 * @throws {ModelError} if a track is asked for and its models are not what their side-cars say
 */
export async function chooseTracks(
  letters: string,
  terminal: Pick<Terminal, 'note' | 'settings'>,
): Promise<readonly InstalledTrack[]> {
  const chosen = [...new Set(letters.toLowerCase())].filter(isKnown);
  if (chosen.length === 0 || chosen.length !== letters.length)
    throw new UsageError(`--tracks takes letters of "${TRACK_IDS.join('')}", each once, got "${letters}"`);
  const settings = await terminal.settings();
  const folders = byTrack((id) => modelsFolder(asFolder(settings[trackSetting(id, 'MODELS')])));
  // Models take a while to load, so only those that are asked for.
  const { tracks, missing } = installedTracks(folders, chosen);
  const reasons = Object.values(missing).map(({ detail }) => detail);
  if (tracks.length === 0) throw new UsageError(reasons.join(' '));
  for (const reason of reasons) terminal.note(`Left out: ${reason}`);
  return tracks;
}

/** @throws {UsageError} */
function parseStrength(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= STRENGTH_MIN && value <= 1))
    throw new UsageError(`--strength must be a number from ${STRENGTH_MIN} to 1, got "${text}"`);
  return value;
}

/** @throws {UsageError} on letters or a key that cannot be used */
export async function openWatermarker(options: WatermarkOptions, terminal: Terminal): Promise<Watermarker> {
  const chosen = await chooseTracks(options.tracks, terminal);
  const strength = options.strength === undefined ? null : parseStrength(options.strength);
  const serviceKey = await readWatermarkKey(options.keyFile, terminal);
  const marking: EmbedTracksOptions = {
    tracks: chosen.map(({ track }) => track),
    keys: byTrack((id) => deriveTrackKey(serviceKey, id)),
    strengths: strength === null ? {} : byTrack(() => strength),
  };
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
  readings: readonly { readonly id: string; readonly extraction: Extraction }[],
  ms: number,
): ExtractionReport {
  const found = readings.find(({ extraction }) => extraction.detected)?.extraction;
  const guess = readings
    .map(({ extraction }) => extraction)
    .filter(({ raw }) => raw !== null)
    .reduce<Extraction | null>((best, next) => (best && best.pilotZScore >= next.pilotZScore ? best : next), null);
  return {
    detected: found !== undefined,
    payload: hexOf(found?.payload ?? null),
    raw: hexOf((found ?? guess)?.raw ?? null),
    confidence: found?.confidence ?? 0,
    ms,
    tracks: Object.fromEntries(
      readings.map(({ id, extraction: { detected, confidence, pilotZScore } }) => [
        id,
        { detected, confidence, pilotZScore },
      ]),
    ),
  };
}

/** @throws {UsageError} unless `text` is 32 hexadecimal digits */
export function parsePayload(text: string): Uint8Array {
  const payload = parseHex(text, PAYLOAD_BYTES);
  if (!payload) throw new UsageError(`the payload must be ${2 * PAYLOAD_BYTES} hexadecimal digits`);
  return payload;
}
