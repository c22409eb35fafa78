/**
 * Embedding of a tile track: chooses the mask's exponent and the level, runs the informed rounds in a view of bounded
 * size, lays the result over the whole picture, and reads it back before it says so.
 * @module
 */
import type { Plane, Raster } from '../raster.ts';
import { bilinearRows } from '../signal/bilinearRows.ts';
import { centreRectangle } from '../signal/cutOut.ts';
import { ssimOfPlanes } from '../signal/metrics.ts';
import { reduceRows } from '../signal/resize.ts';
import { clampedSum, cutOutRows, type LumaSource, type RowSource, rowsOf } from '../signal/rowSource.ts';
import { estimateSsim } from '../signal/ssimEstimate.ts';
import { colourErrorPerLuma, markedLuma, psnrOfDelta } from './applyDelta.ts';
import type { Constellation } from './constellation.ts';
import { addClamped, informedGains, lumaChange, neutralGains, sumOfSquares } from './informedEmbedding.ts';
import { encodePayload } from './payloadFrame.ts';
import { activityOf, MASK_EXPONENTS, type MaskExponent, perceptualMask } from './perceptualMask.ts';
import { reduceToView, VIEW_SIDE_MAX } from './pictureAnalysis.ts';
import type { QualityTarget, TiledTrackPlan } from './tiledTrackPlan.ts';
import { type PatternRow, patternRows, synthesiseTile } from './tilePattern.ts';
import type { Embedding } from './track.ts';

export interface TileEmbeddingOptions {
  readonly plan: TiledTrackPlan;
  readonly constellation: Constellation;
  readonly target: QualityTarget;
  /** Whether the mark can be read from the marked picture; asked once, at the end. */
  readonly isReadable: (marked: LumaSource) => boolean;
}

/** Below this a side holds less than one tile of track B. */
const SIDE_MIN = 64;

/** @throws {RangeError} unless the payload holds 16 bytes */
export function embedTile(picture: Raster, payload: Uint8Array, options: TileEmbeddingOptions): Embedding {
  const { plan, constellation, target } = options;
  const coded = encodePayload(payload);
  const { width, height } = picture;
  if (Math.min(width, height) < SIDE_MIN)
    return {
      embedded: false,
      reason: 'too-small',
      detail: `A side of ${Math.min(width, height)} pixels is too short for a mark; ${SIDE_MIN} are needed.`,
    };
  const original = rowsOf(picture);
  const workplace = workplaceOf(plan, original);
  const rms = lumaRms(target.psnrDb, picture);
  const { exponent, level } = chooseMask(workplace, target.ssimMin, constellation, coded, rms);
  const view = { ...workplace, mask: perceptualMask(workplace.activity, exponent, workplace.scale) };
  const gains = workplace.isWhole ? informedGains(view, constellation, coded, level) : neutralGains();
  const scale = plan.canonicalScale(width, height);
  const mask = workplace.isOriginal ? rowsOf(view.mask) : wholeMask(original, exponent, scale);
  const tile = synthesiseTile(constellation, coded, gains);
  const pattern = maskedPattern(mask, patternRows(tile, constellation.tileSide, width, scale));
  return settle(picture, pattern, level / rmsOf(pattern), options);
}

/** The view in which mask and gains are found. */
interface Workplace {
  readonly luma: Plane;
  readonly activity: Plane;
  readonly scale: number;
  /** Whether the view shows the whole picture, so that gains found in it hold everywhere. */
  readonly isWhole: boolean;
  /** Whether it also shows it at its own scale, so that its mask is the picture's. */
  readonly isOriginal: boolean;
}

/**
 * The whole picture, reduced if it is large; but a track of native scale, whose grain a reduction would destroy, takes
 * the middle at full size, and has so many tiles to spare in a large picture that it does without informed gains.
 */
function workplaceOf(plan: TiledTrackPlan, original: RowSource): Workplace {
  const canonical = plan.canonicalScale(original.width, original.height);
  const isSmall = Math.max(original.width, original.height) <= VIEW_SIDE_MAX;
  const isWhole = isSmall || !plan.searchesWindows;
  const view = isWhole
    ? reduceToView(original)
    : { plane: cutOutRows(original, centreRectangle(original, VIEW_SIDE_MAX)), scale: 1 };
  const scale = canonical * view.scale;
  return { luma: view.plane, activity: activityOf(view.plane, scale), scale, isWhole, isOriginal: isSmall };
}

/** Root mean square of the change of luma for a PSNR over R, G, B, less what rounding to 8 bits will add (1/12). */
function lumaRms(psnrDb: number, { channels, depth }: Raster): number {
  const meanSquare = 255 ** 2 / 10 ** (psnrDb / 10) - (depth === 8 ? 1 / 12 : 0);
  return Math.sqrt(meanSquare / colourErrorPerLuma(channels));
}

/** The choice of a mask looks at every 16th window, the level at every fourth; `embedTracks` measures all. */
const CHOICE_STEP = 4;
const LEVEL_STEP = 2;

/** The flattest mask that keeps SSIM at the wanted level, else the least flat at the level that does. */
function chooseMask(
  { luma: view, activity, scale }: Workplace,
  ssimMin: number,
  constellation: Constellation,
  coded: Uint8Array,
  rms: number,
): { readonly exponent: MaskExponent; readonly level: number } {
  let last: { exponent: MaskExponent; similarity: number } = { exponent: MASK_EXPONENTS[0], similarity: 1 };
  for (const exponent of MASK_EXPONENTS) {
    const mask = perceptualMask(activity, exponent, scale);
    const change = lumaChange({ mask, scale }, constellation, coded, neutralGains(), rms);
    const similarity = ssimOfPlanes(view, addClamped(view, change), CHOICE_STEP);
    if (similarity >= ssimMin) return { exponent, level: rms };
    last = { exponent, similarity };
  }
  return { exponent: last.exponent, level: rms * ssimFactor(last.similarity, ssimMin) };
}

/** The loss of SSIM goes with the square of the change. */
function ssimFactor(similarity: number, ssimMin: number): number {
  return Math.sqrt((1 - ssimMin) / (1 - similarity));
}

/** Masks are made on at most this many pixels; above, the picture is reduced first. Bounds time and memory. */
const MASK_PIXELS_MAX = 2 ** 21;

function wholeMask(original: RowSource, exponent: MaskExponent, scale: number): RowSource {
  const { width, height } = original;
  const step = Math.max(1, scale, Math.sqrt((width * height) / MASK_PIXELS_MAX));
  const reduced = reduceRows(original, Math.ceil(width / step), Math.ceil(height / step));
  const reducedScale = Math.max(scale / step, 0.4);
  return bilinearRows(perceptualMask(activityOf(reduced, reducedScale), exponent, reducedScale), width, height);
}

/** Pattern times mask, worked out row by row. */
function maskedPattern(mask: RowSource, multiply: PatternRow): RowSource {
  const { width, height } = mask;
  return {
    width,
    height,
    read(y, left, count, out, at) {
      mask.read(y, left, count, out, at);
      multiply(y, left, count, out, at);
    },
  };
}

function scaled(source: RowSource, factor: number): RowSource {
  const { width, height } = source;
  return {
    width,
    height,
    read(y, left, count, out, at) {
      source.read(y, left, count, out, at);
      for (let i = at; i < at + count; i++) out[i] = (out[i] as number) * factor;
    },
  };
}

/** Rows of large pictures are sampled so that at most about this many pixels are looked at. */
const SAMPLED_PIXELS_MAX = 2 ** 21;

function sampledRowStep({ width, height }: RowSource): number {
  return Math.ceil((width * height) / SAMPLED_PIXELS_MAX);
}

/** Root mean square, of sampled rows. */
function rmsOf(source: RowSource): number {
  const { width, height } = source;
  const row = new Float32Array(width);
  const rowStep = sampledRowStep(source);
  let squares = 0;
  for (let y = 0; y < height; y += rowStep) {
    source.read(y, 0, width, row, 0);
    squares += sumOfSquares(row);
  }
  return Math.sqrt(squares / (width * Math.ceil(height / rowStep)));
}

/** Corrections of the level after the fact: clipping and rounding take a little, informed gains move SSIM a little. */
const CORRECTIONS = 2;
/** Tolerances within which no correction is worth its time. */
const PSNR_TOLERANCE_DB = 0.03;
const SSIM_TOLERANCE = 0.0005;
/** A picture that is mostly clipped must not be driven up without end. */
const CORRECTION_MAX = 1.25;

/** @param first the level to begin with: what the pattern is multiplied by */
function settle(picture: Raster, pattern: RowSource, first: number, options: TileEmbeddingOptions): Embedding {
  let level = first;
  let quality = qualityOf(picture, scaled(pattern, level));
  for (let round = 0; round < CORRECTIONS; round++) {
    const factor = correction(quality, options.target);
    if (factor === 1) break;
    level *= factor;
    quality = qualityOf(picture, scaled(pattern, level));
  }
  const delta = scaled(pattern, level);
  if (options.isReadable(markedLuma(picture, delta))) return { embedded: true, delta, ...quality };
  return {
    embedded: false,
    reason: 'too-flat',
    detail: 'The picture has too little detail to hide a mark that can be read back.',
  };
}

interface Quality {
  readonly psnrDb: number;
  readonly ssim: number;
}

function qualityOf(picture: Raster, delta: RowSource): Quality {
  const original = rowsOf(picture);
  return {
    psnrDb: psnrOfDelta(picture, delta, sampledRowStep(delta)),
    ssim: estimateSsim(original, clampedSum(original, delta), LEVEL_STEP),
  };
}

/** By how much the change should grow or shrink; 1 if it is good as it is. SSIM goes before PSNR. */
function correction(quality: Quality, target: QualityTarget): number {
  const byPsnr = Math.min(CORRECTION_MAX, 10 ** ((quality.psnrDb - target.psnrDb) / 20));
  const bySsim = ssimFactor(quality.ssim, target.ssimMin);
  if (quality.ssim < target.ssimMin - SSIM_TOLERANCE) return bySsim;
  return Math.abs(quality.psnrDb - target.psnrDb) <= PSNR_TOLERANCE_DB ? 1 : Math.min(byPsnr, bySsim);
}
