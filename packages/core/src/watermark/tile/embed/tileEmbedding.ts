/**
 * Embedding of tile tracks, all in one: one analysis of the host, one strength for the whole mark, gains of all tracks
 * solved together (informedEmbedding.ts), one sweep that modulates the picture. The level follows from what was measured
 * once: SSIM's loss goes with the square of the change, and so does PSNR's error but for rounding.
 * @module
 */
import type { Plane, Raster } from '../../../raster.ts';
import { quantiseBlocks } from '../../../signal/blockQuantisation.ts';
import { ssimOfPlanes } from '../../../signal/metrics.ts';
import { colourErrorPerLuma } from '../../applyDelta.ts';
import { originOf, type TileOrigin } from '../../tileOrigin.ts';
import { estimateMarkSsim, psnrOfMark } from './applyModulation.ts';
import type { CarrierLayout } from '../carriers/carrierLayout.ts';
import {
  correctedGains,
  type EmbeddingView,
  firstGains,
  scoresIn,
  type TrackState,
  trialView,
  untouchedScore,
  type ViewState,
  type ViewTrack,
} from './informedEmbedding.ts';
import { LOSS_SCALE, markStrength, type MarkStrength } from './perceptualMask.ts';
import { encodePayload } from '../../payload/payloadFrame.ts';
import { type HostAnalysis, type HostView, analyseHost } from './hostAnalysis.ts';
import type { TilePreset } from '../tilePreset.ts';
import type { QualityTarget } from './qualityTarget.ts';
import { tileGrid } from '../carriers/tileGrid.ts';
import { type TileMark, tileLayer } from './modulation.ts';
import { synthesiseTile } from '../carriers/tileSynthesis.ts';
import { markedView } from './viewFold.ts';

/** One track's part in an embedding. */
export interface TileRequest {
  readonly preset: TilePreset;
  readonly layout: CarrierLayout;
  readonly target: QualityTarget;
}

/** What the tracks together do to a picture. */
export interface TileEmbedding {
  readonly mark: TileMark;
  /** What each track's own part does alone, and how it is expected to be read; in the order of the requests. */
  readonly tracks: readonly TileOutcome[];
}

export interface TileOutcome {
  readonly psnrDb: number;
  readonly ssim: number;
  /** Ratio of mean^2 to variance of its soft values, expected in the untouched marked picture. */
  readonly untouched: number;
}

/** A side holds a tile of track A; a shorter one was read untouched, but not after JPEG 75 or a crop (bench of classes). */
export const SIDE_MIN = 96;

/** Scores below this are raised by spending more, up to `EXCESS_MAX`: photos below it were lost to JPEG 50 or a reduction. */
const SCORE_WANTED = 0.6;
/** Text and line drawings score low, but are read after anything once they are as clear as this untouched. */
const UNTOUCHED_CLEAR = 2;
/**
 * Loudness of the mark on flat ground, rms in levels: the quiet one if the mark is read after JPEG all the same, for its
 * energy is better spent in texture; else the next. Pictures that are nothing but flat ground need the last.
 */
const FLAT_RMS = [0.6, 0.8, 1.2, 1.7] as const;
/** A louder ground brings nothing where a smaller share of the picture is at its limit. */
const AT_LIMIT_MIN = 0.05;
/** JPEG that a mark is tried with, and the score after it that reading needs: the code decodes from 0.3. */
const TRIAL_QUALITY = 50;
const HANDLED_WANTED = 0.35;
/** 3 dB; only pictures of strong texture need it, and their texture hides it. */
const EXCESS_MAX = 2;
/** SSIM may give way down to its floor of 0.98. */
const LOSS_EXCESS_MAX = 1.05;

/** @throws {RangeError} unless the payload holds 16 bytes */
export function modulateTiles(picture: Raster, payload: Uint8Array, requests: readonly TileRequest[]): TileEmbedding {
  const coded = encodePayload(payload);
  const host = analyseHost(picture);
  const perLuma = colourErrorPerLuma(picture.channels);
  const meanSquares = requests.map(({ target }) => 255 ** 2 / 10 ** (target.psnrDb / 10) / perLuma);
  const meanSquare = meanSquares.reduce((sum, value) => sum + value, 0);
  const lossMax = requests.reduce((sum, { target }) => sum + 1 - target.ssimMin, 0);
  const origins = requests.map(({ layout }) => originOf(layout.origins, payload));
  const task = { picture, host, coded, requests, origins, shares: meanSquares.map((value) => value / meanSquare) };
  const energyNeeded = Math.min(...requests.map(({ target }) => target.energyNeeded));
  let best = attempt(task, { meanSquare, lossMax, flatRms: FLAT_RMS[0] }, 1);
  let flatRms: number = FLAT_RMS[0];
  for (const louder of FLAT_RMS.slice(1)) {
    if (best.handled() >= HANDLED_WANTED * energyNeeded || best.atLimit < AT_LIMIT_MIN) break;
    flatRms = louder;
    best = attempt(task, { meanSquare, lossMax, flatRms }, 1);
  }
  const isClear = best.embedding.tracks.every(({ untouched }) => untouched >= UNTOUCHED_CLEAR);
  const wanted = SCORE_WANTED * energyNeeded;
  if (best.score >= wanted || isClear) return best.embedding;
  const excess = Math.min(EXCESS_MAX, wanted / Math.max(best.score, 1e-3));
  return attempt(task, { meanSquare, lossMax, flatRms }, excess).embedding;
}

/** Limits of all tracks together. */
interface Limits {
  /** Mean square change of luma. */
  readonly meanSquare: number;
  readonly lossMax: number;
  /** See `FLAT_RMS`. */
  readonly flatRms: number;
}

/** Mean square error of rounding to 8 bits, in levels. */
const ROUNDING = 1 / 12;
/** A change of luma smaller than this is lost in rounding. */
const RMS_MIN = 0.1;
/** SSIM is measured on every fourth row of windows. */
const SSIM_STEP = 4;

function roundingOf({ depth }: Raster): number {
  return depth === 8 ? ROUNDING : 0;
}

/** A picture with what all its tracks are asked for. */
interface Task {
  readonly picture: Raster;
  readonly host: HostAnalysis;
  readonly coded: Uint8Array;
  readonly requests: readonly TileRequest[];
  /** Where the tiles begin, one for each request. */
  readonly origins: readonly TileOrigin[];
  /** Of the mark's energy, one for each request; they sum to 1. */
  readonly shares: readonly number[];
}

interface Attempt {
  readonly embedding: TileEmbedding;
  /** Least of the tracks' scores; see `GainSolution`. */
  readonly score: number;
  /** See `MarkStrength`. */
  readonly atLimit: number;
  /** Least score of the tracks after a JPEG, simulated in the views. */
  readonly handled: () => number;
}

/** @param excess by how much more than the limits allow the mark may spend */
function attempt(task: Task, { meanSquare, lossMax, flatRms }: Limits, excess: number): Attempt {
  const { picture, host, requests, shares } = task;
  const perLuma = colourErrorPerLuma(picture.channels);
  const limits = {
    rms: Math.sqrt(Math.max(RMS_MIN ** 2, excess * meanSquare - roundingOf(picture) / perLuma)),
    lossMax: lossMax * Math.min(LOSS_EXCESS_MAX, excess),
    excess,
    flatRms,
  };
  const tried = markStrength(host.texture, { ...limits, lossScale: LOSS_SCALE });
  const first = viewsOf(task).map(({ view, source }) => ({ source, state: firstGains(view, source.fieldOf(tried)) }));
  const trials = first.map(({ state }) => trialView(state));
  const whole = first.findIndex(({ source }) => source.isPicture);
  const loss = whole < 0 ? lossOf(host, markOf(task, first, tried)) : lossIn(host, trials[whole] as Plane);
  const lossScale = loss / tried.expectedLoss;
  const strength = markStrength(host.texture, { ...limits, lossScale });
  const informed = first.map(({ source, state }, i) => ({
    source,
    state: correctedGains(state, source.fieldOf(strength), trials[i] as Plane),
  }));
  const mark = levelled(task, markOf(task, informed, strength), limits);
  const error = perLuma * strength.rms ** 2;
  const tracks = requests.map(({ layout }, t) => ({
    psnrDb: 10 * Math.log10(255 ** 2 / ((shares[t] as number) * error + roundingOf(picture))),
    ssim: 1 - (shares[t] as number) * lossScale * strength.expectedLoss,
    untouched: untouchedScore(stateOf(informed, layout)),
  }));
  const scores = requests.map(({ layout }) => stateOf(informed, layout).informed.score);
  const handled = (): number =>
    Math.min(...informed.flatMap(({ state }) => scoresIn(state, quantiseBlocks(trialView(state), TRIAL_QUALITY))));
  return { embedding: { mark, tracks }, score: Math.min(...scores), atLimit: strength.atLimit, handled };
}

/** Loss of SSIM, on a sample of windows. */
function lossOf(host: HostAnalysis, mark: TileMark): number {
  const source = host.whole();
  if (source.isPicture) return lossIn(host, markedView(source.luma, mark));
  return 1 - estimateMarkSsim(host.picture, mark, SSIM_STEP);
}

function lossIn(host: HostAnalysis, marked: Plane): number {
  return 1 - ssimOfPlanes(host.whole().luma, marked, SSIM_STEP);
}

interface Informed {
  readonly source: HostView;
  readonly state: ViewState;
}

/** The views that the tracks are read in; tracks of one view are informed together. */
function viewsOf({
  host,
  coded,
  requests,
  origins,
  shares,
}: Task): { readonly view: EmbeddingView; readonly source: HostView }[] {
  const { width, height } = host.original;
  const sources = requests.map(({ preset }) => (preset.searchesWindows ? host.native() : host.whole()));
  const tracksIn = (source: HostView): ViewTrack[] =>
    requests.flatMap(({ preset, layout }, t) => {
      const scale = preset.canonicalScale(width, height) * source.scale;
      return sources[t] === source
        ? [{ layout, coded, origin: origins[t] as TileOrigin, scale, share: shares[t] as number }]
        : [];
    });
  return [...new Set(sources)].map((source) => ({
    source,
    view: { luma: source.luma, cells: source.cells, tracks: tracksIn(source) },
  }));
}

function stateOf(states: readonly Informed[], layout: CarrierLayout): TrackState {
  const all = states.flatMap(({ state }) => state.tracks);
  return all.find(({ track }) => track.layout === layout) as TrackState;
}

/** The mark over the whole picture. */
function markOf(
  { host, coded, requests, origins, shares }: Task,
  states: readonly Informed[],
  strength: MarkStrength,
): TileMark {
  const { width, height } = host.original;
  const layers = requests.map(({ preset, layout }, t) => {
    const { gains } = stateOf(states, layout).informed;
    const grid = tileGrid(layout.tileSide, preset.canonicalScale(width, height), width, height);
    return tileLayer(grid, synthesiseTile(layout, coded, gains, origins[t] as TileOrigin), shares[t] as number);
  });
  return { width, height, strength, layers };
}

/** Rows of the picture that the error is measured on are about this many. */
const SAMPLED_ROWS = 64;
/** A picture that is mostly clipped must not be driven up without end. */
const LEVEL_FACTOR_MAX = 1.25;

/** The mark at the level that the limits allow, by its true error, with clipping and rounding, and its true loss of SSIM. */
function levelled(
  { picture, host }: Task,
  mark: TileMark,
  limits: { readonly rms: number; readonly lossMax: number },
): TileMark {
  const psnrDb = psnrOfMark(picture, mark, Math.max(1, Math.floor(picture.height / SAMPLED_ROWS)));
  const error = 255 ** 2 / 10 ** (psnrDb / 10) - roundingOf(picture);
  const { field } = mark.strength;
  const own = field.data.reduce((sum, value) => sum + value * value, 0) / field.data.length;
  // SSIM or the cap may want less than `rms`; only clipping is made up for.
  const wanted = Math.min(limits.rms ** 2, own) * colourErrorPerLuma(picture.channels);
  const byError = Math.sqrt(wanted / Math.max(error, 1e-9));
  const byLoss = Math.sqrt(limits.lossMax / Math.max(lossOf(host, mark), 1e-9));
  const factor = Math.min(LEVEL_FACTOR_MAX, byError, byLoss);
  const data = field.data.map((value) => value * factor);
  return { ...mark, strength: { ...mark.strength, field: { ...field, data } } };
}
