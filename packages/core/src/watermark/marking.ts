/**
 * Several tracks in one picture: embedding them together, and reading them back from one shared analysis.
 * @module
 */
import type { Plane, Raster } from '../raster.ts';
import { psnr } from '../signal/metrics.ts';
import { estimateSsim } from '../signal/ssimEstimate.ts';
import { applyDelta } from './applyDelta.ts';
import { applyMark } from './applyMark.ts';
import { extractBent } from './bentExtraction.ts';
import { readWithCompanions } from './companionReading.ts';
import { readTogether } from './jointReading.ts';
import { analysePicture, type PictureAnalysis } from './pictureAnalysis.ts';
import { embedTogether, isTileTrack, type TrackOutcome } from './tileMarking.ts';
import {
  DEFAULT_STRENGTH,
  type Embedding,
  type EmbedOptions,
  type Extraction,
  type TrackId,
  type TrackKey,
  type WatermarkTrack,
} from './track.ts';

export interface MarkingOptions {
  /** Each once. */
  readonly tracks: readonly WatermarkTrack[];
  /** The key of every track in `tracks`, see `deriveTrackKey`. */
  readonly keys: Readonly<Partial<Record<TrackId, TrackKey>>>;
  /** 0..1 on each track's own scale; default `DEFAULT_STRENGTH`. */
  readonly strengths?: Readonly<Partial<Record<TrackId, number>>>;
}

/** What became of one track. Its PSNR and SSIM are those of its own change alone. */
export type TrackReport = TrackOutcome;

export interface Marking {
  /** The picture with every track that found room; the same depth and channels. */
  readonly picture: Raster;
  /** In the order of the tracks asked for. */
  readonly tracks: readonly TrackReport[];
  /** Of the marked picture against the original, over R, G, B, dB; see `psnr`. */
  readonly psnrDb: number;
  /** Of the marked picture against the original, over luma; see `estimateSsim`. */
  readonly ssim: number;
}

/** The report's SSIM looks at every second row of windows. */
const SSIM_STEP = 2;

/**
 * Embeds one payload in all `tracks`, which divide the quality budget equally. Tile tracks are embedded as one mark, each
 * knowing the others (tileMarking.ts); any other track takes the picture so marked for its own.
 * @throws {RangeError} if a key is missing or a track refuses its payload or strength
 */
export function embedTracks(picture: Raster, payload: Uint8Array, options: MarkingOptions): Marking {
  const asked = options.tracks.map((track) => ({ track, options: embedOptions(track.id, options) }));
  const tiles = asked.flatMap(({ track, options: own }) =>
    isTileTrack(track) ? [{ id: track.id, tile: track.tile, options: own }] : [],
  );
  const together = embedTogether(picture, payload, tiles);
  const tiled = together.mark && applyMark(picture, together.mark);
  let marked = tiled?.picture ?? picture;
  const reports = new Map<TrackId, TrackReport>(together.outcomes.map((outcome) => [outcome.id, outcome]));
  let others = 0;
  for (const { track, options: own } of asked) {
    if (isTileTrack(track)) continue;
    others++;
    const embedding = track.embed(marked, payload, own);
    // The first change makes a picture of our own, later ones are added to it in place.
    if (embedding.embedded) marked = applyDelta(marked, embedding.delta, marked === picture ? undefined : marked.data);
    reports.set(track.id, reportOf(track.id, embedding));
  }
  return {
    picture: marked,
    tracks: options.tracks.map(({ id }) => reports.get(id) as TrackReport),
    psnrDb: tiled && tiled.picture === marked && others === 0 ? tiled.psnrDb : psnr(picture, marked),
    ssim: estimateSsim(picture, marked, SSIM_STEP),
  };
}

function embedOptions(id: TrackId, { tracks, keys, strengths }: MarkingOptions): EmbedOptions {
  return {
    key: keyOf(keys, id),
    strength: strengths?.[id] ?? DEFAULT_STRENGTH[id],
    budgetShare: 1 / tracks.length,
  };
}

function reportOf(id: TrackId, embedding: Embedding): TrackReport {
  if (!embedding.embedded) return { id, embedded: false, reason: embedding.reason, detail: embedding.detail };
  return { id, embedded: true, psnrDb: embedding.psnrDb, ssim: embedding.ssim };
}

export interface ExtractTracksOptions extends Pick<MarkingOptions, 'tracks' | 'keys'> {
  /** Of this very source, for who wants to look at its views again; default a new one. */
  readonly analysis?: PictureAnalysis;
}

/**
 * Each track's extraction from one luma plane, in the order of `tracks`. Tracks share what they work out of the picture;
 * where none can be read alone, they are read together (jointReading.ts), and then as in a bent picture (bentReading.ts).
 */
export function extractTracks(
  source: Raster | Plane,
  options: ExtractTracksOptions,
): { readonly id: TrackId; readonly extraction: Extraction }[] {
  const analysis = options.analysis ?? analysePicture(source);
  const keyed = options.tracks.map((track) => ({ track, key: keyOf(options.keys, track.id) }));
  const alone: Extraction[] = [];
  for (const { track, key } of keyed)
    alone.push(track.extract(source, { key, analysis, isRead: alone.some(({ detected }) => detected) }));
  const together = readWithCompanions(analysis.whole, keyed, readTogether(alone));
  const extractions = extractBent(analysis.whole, keyed, together);
  return options.tracks.map(({ id }, i) => ({ id, extraction: extractions[i] as Extraction }));
}

function keyOf(keys: MarkingOptions['keys'], id: TrackId): TrackKey {
  const key = keys[id];
  if (!key) throw new RangeError(`no key for watermark track ${id}`);
  return key;
}
