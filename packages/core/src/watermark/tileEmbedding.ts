/**
 * Embedding of tile tracks, all in one: one survey of the picture, one strength for the whole mark, gains of all tracks
 * solved together (informedEmbedding.ts), one sweep that lays the mark. The level follows from what was measured once:
 * SSIM's loss goes with the square of the change, and so does PSNR's error but for rounding.
 * @module
 */
import type { Raster } from '../raster.ts';
import { clampedSum, type RowSource, rowsOf } from '../signal/rowSource.ts';
import { estimateSsim } from '../signal/ssimEstimate.ts';
import { colourErrorPerLuma, psnrOfDelta } from './applyDelta.ts';
import type { Constellation } from './constellation.ts';
import {
  correctedGains,
  type EmbeddingView,
  firstGains,
  type TrackState,
  untouchedScore,
  type ViewState,
} from './informedEmbedding.ts';
import { LOSS_SCALE, markStrength, type MarkStrength } from './markMask.ts';
import { encodePayload } from './payloadFrame.ts';
import { type PictureSurvey, type SurveyView, surveyPicture } from './pictureSurvey.ts';
import type { QualityTarget, TiledTrackPlan } from './tiledTrackPlan.ts';
import { tileGrid } from './tileGrid.ts';
import { markRows, type TileMark, tileLayer } from './tileMark.ts';
import { synthesiseTile } from './tilePattern.ts';

/** One track's part in an embedding. */
export interface TileRequest {
  readonly plan: TiledTrackPlan;
  readonly constellation: Constellation;
  readonly target: QualityTarget;
}

/** What the tracks together do to a picture. */
export interface TileEmbedding {
  readonly mark: TileMark;
  /** Change of luma. */
  readonly delta: RowSource;
  /** What each track's own part does alone, and how it is expected to be read; in the order of the requests. */
  readonly tracks: readonly TileOutcome[];
}

export interface TileOutcome {
  readonly psnrDb: number;
  readonly ssim: number;
  /** Ratio of mean^2 to variance of its soft values, expected in the untouched marked picture. */
  readonly untouched: number;
}

/** Below this a side holds less than one tile of track B. */
export const SIDE_MIN = 64;

/** Scores below this are raised by spending more, up to `EXCESS_MAX`: the code needs about 0.3. */
const SCORE_WANTED = 0.4;
/** 2.5 dB; only pictures of strong texture need it, and their texture hides it. */
const EXCESS_MAX = 10 ** 0.25;
/** SSIM may give way by less. */
const LOSS_EXCESS_MAX = 1.3;

/** @throws {RangeError} unless the payload holds 16 bytes */
export function embedTiles(picture: Raster, payload: Uint8Array, requests: readonly TileRequest[]): TileEmbedding {
  const coded = encodePayload(payload);
  const survey = surveyPicture(rowsOf(picture));
  const limits = limitsOf(picture, requests);
  const first = attempt(picture, survey, coded, requests, limits, 1);
  const worst = Math.min(...first.scores);
  if (worst >= SCORE_WANTED) return first.embedding;
  const excess = Math.min(EXCESS_MAX, SCORE_WANTED / Math.max(worst, 1e-3));
  return attempt(picture, survey, coded, requests, limits, excess).embedding;
}

/** Limits of all tracks together. */
interface Limits {
  /** Mean square change of luma of each track. */
  readonly meanSquares: readonly number[];
  readonly lossMax: number;
}

function limitsOf(picture: Raster, requests: readonly TileRequest[]): Limits {
  const perLuma = colourErrorPerLuma(picture.channels);
  return {
    meanSquares: requests.map(({ target }) => 255 ** 2 / 10 ** (target.psnrDb / 10) / perLuma),
    lossMax: requests.reduce((sum, { target }) => sum + 1 - target.ssimMin, 0),
  };
}

/** Mean square error of rounding to 8 bits, in levels. */
const ROUNDING = 1 / 12;

interface Attempt {
  readonly embedding: TileEmbedding;
  readonly scores: readonly number[];
}

function attempt(
  picture: Raster,
  survey: PictureSurvey,
  coded: Uint8Array,
  requests: readonly TileRequest[],
  { meanSquares, lossMax }: Limits,
  excess: number,
): Attempt {
  const meanSquare = excess * meanSquares.reduce((sum, value) => sum + value, 0);
  const shares = meanSquares.map((value) => (excess * value) / meanSquare);
  const perLuma = colourErrorPerLuma(picture.channels);
  const rounding = picture.depth === 8 ? ROUNDING / perLuma : 0;
  const limits = {
    rms: Math.sqrt(Math.max(0.01, meanSquare - rounding)),
    lossMax: lossMax * Math.min(LOSS_EXCESS_MAX, excess),
    excess,
  };
  const tried = markStrength(survey.liveliness, { ...limits, lossScale: LOSS_SCALE });
  const states = viewsOf(survey, requests, coded, shares).map(({ view, source }) => ({
    source,
    state: firstGains(view, source.fieldOf(tried)),
  }));
  const trial = markOf(survey.original, requests, coded, shares, states, tried);
  const measured = 1 - estimateSsim(survey.original, clampedSum(survey.original, markRows(trial)), 4);
  const strength = markStrength(survey.liveliness, { ...limits, lossScale: measured / tried.expectedLoss });
  const corrected = states.map(({ source, state }) => ({
    source,
    state: correctedGains(state, source.fieldOf(strength), source.isPicture ? trial : undefined),
  }));
  const mark = levelled(picture, survey, markOf(survey.original, requests, coded, shares, corrected, strength), limits);
  const tracks = requests.map(({ constellation }, t) => {
    const own = stateOf(corrected, constellation);
    return {
      psnrDb:
        10 *
        Math.log10(
          255 ** 2 / (perLuma * (shares[t] as number) * strength.rms ** 2 + (picture.depth === 8 ? ROUNDING : 0)),
        ),
      ssim: 1 - (shares[t] as number) * (measured / tried.expectedLoss) * strength.expectedLoss,
      untouched: untouchedScore(own),
    };
  });
  const scores = requests.map(({ constellation }) => stateOf(corrected, constellation).informed.score);
  return { embedding: { mark, delta: markRows(mark), tracks }, scores };
}

interface Informed {
  readonly source: SurveyView;
  readonly state: ViewState;
}

/** The views that the tracks are read in; tracks of one view are informed together. */
function viewsOf(
  survey: PictureSurvey,
  requests: readonly TileRequest[],
  coded: Uint8Array,
  shares: readonly number[],
): { readonly view: EmbeddingView; readonly source: SurveyView }[] {
  const { width, height } = survey.original;
  const sources = requests.map(({ plan }) => (plan.searchesWindows ? survey.native() : survey.whole()));
  return [...new Set(sources)].map((source) => ({
    source,
    view: {
      luma: source.luma,
      cells: source.cells,
      tracks: requests.flatMap(({ plan, constellation }, t) =>
        sources[t] === source
          ? [
              {
                constellation,
                coded,
                scale: plan.canonicalScale(width, height) * source.scale,
                share: shares[t] as number,
              },
            ]
          : [],
      ),
    },
  }));
}

function stateOf(states: readonly Informed[], constellation: Constellation): TrackState {
  const all = states.flatMap(({ state }) => state.tracks);
  return all.find(({ track }) => track.constellation === constellation) as TrackState;
}

/** The mark over the whole picture. */
function markOf(
  { width, height }: RowSource,
  requests: readonly TileRequest[],
  coded: Uint8Array,
  shares: readonly number[],
  states: readonly Informed[],
  strength: MarkStrength,
): TileMark {
  const layers = requests.map(({ plan, constellation }, t) => {
    const { gains } = stateOf(states, constellation).informed;
    const grid = tileGrid(constellation.tileSide, plan.canonicalScale(width, height), width, height);
    return tileLayer(grid, synthesiseTile(constellation, coded, gains), shares[t] as number);
  });
  return { width, height, strength, layers };
}

/** Rows of the picture that the error is measured on are about this many. */
const SAMPLED_ROWS = 64;
/** A picture that is mostly clipped must not be driven up without end. */
const LEVEL_FACTOR_MAX = 1.25;

/** The mark at the level that the limits allow, by its true error, with clipping and rounding, and its true loss of SSIM. */
function levelled(
  picture: Raster,
  survey: PictureSurvey,
  mark: TileMark,
  limits: { rms: number; lossMax: number },
): TileMark {
  const perLuma = colourErrorPerLuma(picture.channels);
  const delta = markRows(mark);
  const rounding = picture.depth === 8 ? ROUNDING : 0;
  const psnrDb = psnrOfDelta(picture, delta, Math.max(1, Math.floor(picture.height / SAMPLED_ROWS)));
  const error = 255 ** 2 / 10 ** (psnrDb / 10) - rounding;
  const { field } = mark.strength;
  const own = field.data.reduce((sum, value) => sum + value * value, 0) / field.data.length;
  // SSIM or the cap may want less than `rms`; only clipping is made up for.
  const byError = Math.sqrt((Math.min(limits.rms ** 2, own) * perLuma) / Math.max(error, 1e-9));
  const loss = 1 - estimateSsim(survey.original, clampedSum(survey.original, delta), 4);
  const byLoss = Math.sqrt(limits.lossMax / Math.max(loss, 1e-9));
  const factor = Math.min(LEVEL_FACTOR_MAX, byError, byLoss);
  const data = field.data.map((value) => value * factor);
  return { ...mark, strength: { ...mark.strength, field: { ...field, data } } };
}
