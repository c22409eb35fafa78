/**
 * Several tracks in one picture: embedding one after the other, and reading them back from one shared analysis.
 * @module
 */
import type { Plane, Raster } from '../raster.ts';
import { psnr } from '../signal/metrics.ts';
import { estimateSsim } from '../signal/ssimEstimate.ts';
import { applyDelta } from './applyDelta.ts';
import { readTogether } from './jointReading.ts';
import { analysePicture } from './pictureAnalysis.ts';
import {
  DEFAULT_STRENGTH,
  type Embedding,
  type Extraction,
  type TrackId,
  type TrackKey,
  type WatermarkTrack,
} from './track.ts';

export interface MarkingOptions {
  /** Order of embedding: each track takes the earlier ones for part of the picture and works around them. */
  readonly tracks: readonly WatermarkTrack[];
  /** The key of every track in `tracks`, see `deriveTrackKey`. */
  readonly keys: Readonly<Partial<Record<TrackId, TrackKey>>>;
  /** 0..1 on each track's own scale; default `DEFAULT_STRENGTH`. */
  readonly strengths?: Readonly<Partial<Record<TrackId, number>>>;
}

/** What became of one track. Its PSNR and SSIM are those of its own change, against the picture it was given. */
export type TrackReport = { readonly id: TrackId } & (
  | { readonly embedded: true; readonly psnrDb: number; readonly ssim: number }
  | { readonly embedded: false; readonly reason: 'too-small' | 'too-flat'; readonly detail: string }
);

export interface Marking {
  /** The picture with every track that found room; the same depth and channels. */
  readonly picture: Raster;
  /** In the order of embedding. */
  readonly tracks: readonly TrackReport[];
  /** Of the marked picture against the original, over R, G, B, dB; see `psnr`. */
  readonly psnrDb: number;
  /** Of the marked picture against the original, over luma; see `estimateSsim`. */
  readonly ssim: number;
}

/**
 * What a track may spend when the try before could not be read back: its equal share of the quality budget, the budget
 * of a track alone, then 1 and 2 dB more, which only pictures of strong texture need and which their texture hides. The
 * strength is multiplied by `gain`.
 */
const TRIES = [
  { isShared: true, gain: 1 },
  { isShared: false, gain: 1 },
  { isShared: false, gain: 10 ** (1 / 20) },
  { isShared: false, gain: 10 ** (2 / 20) },
] as const;

/**
 * Embeds one payload in all `tracks`, in their order, each with an equal share of the quality budget; a track that could
 * not be read back may spend more (`TRIES`). A later track sees the earlier marks as picture content, so its informed
 * embedding compensates for them; track A goes first because its fine grain disturbs B least.
 * @throws {RangeError} if a key is missing or a track refuses its payload or strength
 */
export function embedTracks(picture: Raster, payload: Uint8Array, options: MarkingOptions): Marking {
  const keyed = options.tracks.map((track) => ({ track, key: keyOf(options.keys, track.id) }));
  let marked = picture;
  const reports: TrackReport[] = [];
  for (const { track, key } of keyed) {
    const strength = options.strengths?.[track.id] ?? DEFAULT_STRENGTH[track.id];
    const embedding = embedOne(track, marked, payload, { key, strength, tracks: options.tracks.length });
    // The first change makes a picture of our own, later ones are added to it in place.
    if (embedding.embedded) marked = applyDelta(marked, embedding.delta, marked === picture ? undefined : marked.data);
    reports.push(reportOf(track.id, embedding));
  }
  return {
    picture: marked,
    tracks: reports,
    psnrDb: psnr(picture, marked),
    ssim: estimateSsim(picture, marked),
  };
}

function embedOne(
  track: WatermarkTrack,
  picture: Raster,
  payload: Uint8Array,
  { key, strength, tracks }: { readonly key: TrackKey; readonly strength: number; readonly tracks: number },
): Embedding {
  let embedding: Embedding | undefined;
  for (const { isShared, gain } of TRIES) {
    const budgetShare = isShared ? 1 / tracks : 1;
    embedding = track.embed(picture, payload, { key, strength: Math.min(1, strength * gain), budgetShare });
    if (embedding.embedded || embedding.reason !== 'too-flat') break;
  }
  return embedding as Embedding;
}

function reportOf(id: TrackId, embedding: Embedding): TrackReport {
  if (!embedding.embedded) return { id, embedded: false, reason: embedding.reason, detail: embedding.detail };
  return { id, embedded: true, psnrDb: embedding.psnrDb, ssim: embedding.ssim };
}

/**
 * Each track's extraction from one luma plane, in the order of `tracks`. Tracks share what they work out of the picture,
 * and where none can be read alone, they are read together (jointReading.ts).
 */
export function extractTracks(
  source: Raster | Plane,
  options: Pick<MarkingOptions, 'tracks' | 'keys'>,
): { readonly id: TrackId; readonly extraction: Extraction }[] {
  const analysis = analysePicture(source);
  const alone = options.tracks.map((track) => track.extract(source, { key: keyOf(options.keys, track.id), analysis }));
  const extractions = readTogether(alone);
  return options.tracks.map(({ id }, i) => ({ id, extraction: extractions[i] as Extraction }));
}

function keyOf(keys: MarkingOptions['keys'], id: TrackId): TrackKey {
  const key = keys[id];
  if (!key) throw new RangeError(`no key for watermark track ${id}`);
  return key;
}
