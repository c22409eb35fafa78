/**
 * Embedding of several tracks in one picture, within one quality budget.
 * @module
 */
import { once } from '../once.ts';
import type { Raster } from '../raster.ts';
import { psnr } from '../signal/metrics.ts';
import { type RowSource, scaledRows, sumOfRows } from '../signal/rowSource.ts';
import { estimateSsim } from '../signal/ssimEstimate.ts';
import { applyDelta } from './applyDelta.ts';
import { applyMark } from './tile/embed/applyModulation.ts';
import { scaledMark } from './tile/embed/modulation.ts';
import { embedTiles, type TrackOutcome } from './tile/embed/jointTileEmbedding.ts';
import { keyOf, type TrackKeys } from './trackKey.ts';
import type { Embedding, EmbedOptions } from './embedding.ts';
import type { WatermarkTrack } from './watermarkTrack.ts';

export interface EmbedTracksOptions {
  /** Each once. */
  readonly tracks: readonly WatermarkTrack[];
  /** The key of every track in `tracks`, see `deriveTrackKey`. */
  readonly keys: TrackKeys;
  /** 0..1 on each track's own scale; default that of the track. */
  readonly strengths?: Readonly<Record<string, number>>;
}

/** What became of one track. Its PSNR and SSIM are those of its own change alone. */
export type TrackReport = TrackOutcome;

export interface Marking {
  /** The picture with every track that found room; the same depth and channels. */
  readonly picture: Raster;
  /** In the order of the tracks asked for. */
  readonly tracks: readonly TrackReport[];
  /** Of the marked picture against the original, over R, G, B, dB; see `psnr`. Measured when it is first asked for, as is `ssim`. */
  readonly psnrDb: number;
  /** Of the marked picture against the original, over luma; see `estimateSsim`. */
  readonly ssim: number;
}

/** The report's SSIM looks at every second row of windows. */
const SSIM_STEP = 2;
/**
 * Loss of SSIM that no picture exceeds under several tracks. Each track keeps a bound of its own, but where they change the
 * same quiet ground, or one was made louder to be read at all, the sum does not: of 80 photos at two sizes the
 * worst lost 0.0182, 0.0173 and 0.0165.
 */
const LOSS_MAX = 0.0167;

/**
 * Embeds one payload in all `tracks`, which divide the quality budget equally and, at their default strengths, together keep one floor of SSIM. Tile tracks are embedded as one mark, each
 * knowing the others (jointTileEmbedding.ts); any other track takes the picture so marked as its host.
 * @throws {RangeError} if a key is missing or a track refuses its payload or strength
 */
export function embedTracks(picture: Raster, payload: Uint8Array, options: EmbedTracksOptions): Marking {
  const asked = options.tracks.map((track) => ({ track, options: embedOptions(track, options) }));
  const tiles = asked.flatMap(({ track: { id, tile }, options: own }) => (tile ? [{ id, tile, options: own }] : []));
  const joint = embedTiles(picture, payload, tiles);
  const tiled = joint.mark && applyMark(picture, joint.mark);
  let marked = tiled?.picture ?? picture;
  const reports = new Map<string, TrackReport>(joint.outcomes.map((outcome) => [outcome.id, outcome]));
  let others: RowSource | null = null;
  for (const { track, options: own } of asked) {
    if (track.tile) continue;
    const embedding = track.embed(marked, payload, own);
    reports.set(track.id, reportOf(track.id, embedding));
    if (!embedding.embedded) continue;
    const { delta }: { readonly delta: RowSource } = embedding;
    others = others ? sumOfRows(others, delta) : delta;
    // Each later track sees the earlier ones; what is given out is rounded once for all of them. The first change makes a picture of our own.
    const out = marked === picture ? undefined : marked.data;
    marked = joint.mark ? applyMark(picture, joint.mark, others, out).picture : applyDelta(picture, others, out);
  }
  const similarity = (): number => estimateSsim(picture, marked, SSIM_STEP);
  const reached = joint.mark && others ? similarity() : null;
  const factor = reached !== null && mayBeQuieter(options) ? factorWithin(1 - reached) : 1;
  if (joint.mark && others && factor < 1)
    marked = applyMark(picture, scaledMark(joint.mark, factor), scaledRows(others, factor), marked.data).picture;
  const psnrDb = once(() => (tiled && !others ? tiled.psnrDb : psnr(picture, marked)));
  const ssim = once(() => (reached !== null && factor === 1 ? reached : similarity()));
  return {
    picture: marked,
    tracks: options.tracks.map(({ id }) => scaledReport(reports.get(id) as TrackReport, factor)),
    get psnrDb() {
      return psnrDb();
    },
    get ssim() {
      return ssim();
    },
  };
}

/** By what all changes are multiplied: SSIM's loss goes with their square. */
function factorWithin(loss: number): number {
  return loss > LOSS_MAX ? Math.sqrt(LOSS_MAX / loss) : 1;
}

/** Not where a track is louder than by default, for then its loss was chosen; nor where the change of one is none that can be made smaller. */
const mayBeQuieter = ({ tracks, strengths }: EmbedTracksOptions): boolean =>
  tracks.every(
    ({ id, isScalable, defaultStrength }) =>
      isScalable === true && (strengths?.[id] ?? defaultStrength) <= defaultStrength,
  );

function scaledReport(report: TrackReport, factor: number): TrackReport {
  if (!report.embedded || factor === 1) return report;
  const { psnrDb, ssim } = report;
  return { ...report, psnrDb: psnrDb - 20 * Math.log10(factor), ssim: 1 - factor ** 2 * (1 - ssim) };
}

function embedOptions(
  { id, defaultStrength }: WatermarkTrack,
  { tracks, keys, strengths }: EmbedTracksOptions,
): EmbedOptions {
  return {
    key: keyOf(keys, id),
    strength: strengths?.[id] ?? defaultStrength,
    budgetShare: 1 / tracks.length,
  };
}

function reportOf(id: string, embedding: Embedding): TrackReport {
  if (!embedding.embedded) return { id, embedded: false, reason: embedding.reason, detail: embedding.detail };
  return { id, embedded: true, psnrDb: embedding.psnrDb, ssim: embedding.ssim };
}
