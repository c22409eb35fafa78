/**
 * Embedding of a tile track: chooses the mask's exponent and the level, runs the informed rounds in a view of bounded
 * size, lays the result over the whole picture, and reads it back before it says so.
 * @module
 */
import { luma, type Plane, type Raster } from '../raster.ts';
import { centreRectangle, cutOut } from '../signal/cutOut.ts';
import { ssimOfPlanes } from '../signal/metrics.ts';
import { reducePlane, resizeBilinear } from '../signal/resize.ts';
import { estimateSsim } from '../signal/ssimEstimate.ts';
import { applyDelta, colourErrorPerLuma, psnrOfDelta } from './applyDelta.ts';
import type { Constellation } from './constellation.ts';
import { addClamped, informedGains, lumaChange, neutralGains } from './informedEmbedding.ts';
import { encodePayload } from './payloadFrame.ts';
import { activityOf, MASK_EXPONENTS, perceptualMask } from './perceptualMask.ts';
import { reduceToView, VIEW_SIDE_MAX } from './pictureAnalysis.ts';
import type { QualityTarget, TiledTrackPlan } from './tiledTrackPlan.ts';
import type { Embedding } from './track.ts';

export interface TileEmbeddingOptions {
  readonly plan: TiledTrackPlan;
  readonly constellation: Constellation;
  readonly target: QualityTarget;
  /** Whether the mark can be read from the marked picture; asked once, at the end. */
  readonly isReadable: (marked: Plane) => boolean;
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
  const original = luma(picture);
  const workplace = workplaceOf(plan, original);
  const rms = lumaRms(target.psnrDb, picture);
  const { exponent, level } = chooseMask(workplace, target.ssimMin, constellation, coded, rms);
  const view = { ...workplace, mask: perceptualMask(workplace.activity, exponent, workplace.scale) };
  const gains = workplace.isWhole ? informedGains(view, constellation, coded, level) : neutralGains();
  const scale = plan.canonicalScale(width, height);
  const full = view.luma === original ? view : { mask: wholeMask(original, exponent, scale), scale };
  const delta = lumaChange(full, constellation, coded, gains, level);
  return settle(picture, original, delta, options);
}

/** The view in which mask and gains are found. */
interface Workplace {
  readonly luma: Plane;
  readonly activity: Plane;
  readonly scale: number;
  /** Whether the view shows the whole picture, so that gains found in it hold everywhere. */
  readonly isWhole: boolean;
}

/**
 * The whole picture, reduced if it is large; but a track of native scale, whose grain a reduction would destroy, takes
 * the middle at full size, and has so many tiles to spare in a large picture that it does without informed gains.
 */
function workplaceOf(plan: TiledTrackPlan, original: Plane): Workplace {
  const canonical = plan.canonicalScale(original.width, original.height);
  const reduced = reduceToView(original);
  const keepsGrain = reduced.scale === 1 || !plan.searchesWindows;
  const view = keepsGrain ? reduced.plane : cutOut(original, centreRectangle(original, VIEW_SIDE_MAX));
  const scale = canonical * (keepsGrain ? reduced.scale : 1);
  return { luma: view, activity: activityOf(view, scale), scale, isWhole: keepsGrain };
}

/** Root mean square of the change of luma for a PSNR over R, G, B, less what rounding to 8 bits will add (1/12). */
function lumaRms(psnrDb: number, { channels, depth }: Raster): number {
  const meanSquare = 255 ** 2 / 10 ** (psnrDb / 10) - (depth === 8 ? 1 / 12 : 0);
  return Math.sqrt(meanSquare / colourErrorPerLuma(channels));
}

/** The flattest mask that keeps SSIM at the wanted level, else the least flat at the level that does. */
function chooseMask(
  { luma: view, activity, scale }: Workplace,
  ssimMin: number,
  constellation: Constellation,
  coded: Uint8Array,
  rms: number,
): { readonly exponent: number; readonly level: number } {
  let last = { exponent: 0, similarity: 1 };
  for (const exponent of MASK_EXPONENTS) {
    const mask = perceptualMask(activity, exponent, scale);
    const change = lumaChange({ mask, scale }, constellation, coded, neutralGains(), rms);
    const similarity = ssimOfPlanes(view, addClamped(view, change));
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

function wholeMask(original: Plane, exponent: number, scale: number): Plane {
  const { width, height } = original;
  const step = Math.max(1, scale, Math.sqrt((width * height) / MASK_PIXELS_MAX));
  const reduced = reducePlane(original, Math.ceil(width / step), Math.ceil(height / step));
  const reducedScale = Math.max(scale / step, 0.4);
  return resizeBilinear(perceptualMask(activityOf(reduced, reducedScale), exponent, reducedScale), width, height);
}

/** Corrections of the level after the fact: clipping and rounding take a little, informed gains move SSIM a little. */
const CORRECTIONS = 2;
/** Tolerances within which no correction is worth its time. */
const PSNR_TOLERANCE_DB = 0.03;
const SSIM_TOLERANCE = 0.0005;
/** A picture that is mostly clipped must not be driven up without end. */
const CORRECTION_MAX = 1.25;

function settle(picture: Raster, original: Plane, delta: Plane, options: TileEmbeddingOptions): Embedding {
  let quality = qualityOf(picture, original, delta);
  for (let round = 0; round < CORRECTIONS; round++) {
    const factor = correction(quality, options.target);
    if (factor === 1) break;
    for (let i = 0; i < delta.data.length; i++) delta.data[i] = (delta.data[i] as number) * factor;
    quality = qualityOf(picture, original, delta);
  }
  if (options.isReadable(luma(applyDelta(picture, delta)))) return { embedded: true, delta, ...quality };
  return {
    embedded: false,
    reason: 'too-flat',
    detail: 'The picture has too little detail to hide a mark that can be read back.',
  };
}

/** Rows of large pictures are sampled so that at most about this many pixels are looked at. */
const SAMPLED_PIXELS_MAX = 2 ** 21;

interface Quality {
  readonly psnrDb: number;
  readonly ssim: number;
}

function qualityOf(picture: Raster, original: Plane, delta: Plane): Quality {
  const rowStep = Math.ceil(original.data.length / SAMPLED_PIXELS_MAX);
  return {
    psnrDb: psnrOfDelta(picture, delta, rowStep),
    ssim: estimateSsim(original, addClamped(original, delta)),
  };
}

/** By how much the change should grow or shrink; 1 if it is good as it is. SSIM goes before PSNR. */
function correction(quality: Quality, target: QualityTarget): number {
  const byPsnr = Math.min(CORRECTION_MAX, 10 ** ((quality.psnrDb - target.psnrDb) / 20));
  const bySsim = ssimFactor(quality.ssim, target.ssimMin);
  if (quality.ssim < target.ssimMin - SSIM_TOLERANCE) return bySsim;
  return Math.abs(quality.psnrDb - target.psnrDb) <= PSNR_TOLERANCE_DB ? 1 : Math.min(byPsnr, bySsim);
}
