/**
 * Perceptual mask: how strong the mark may be at each point of the picture. Detection adds up the mark times the weight  w
 * = 1 / (sd + 1.5)  that whitening gives a point (about; whitening.ts), PSNR adds up its square, SSIM its square over 2
 * sigma^2 + C2. The strength that serves detection most under both is, by Lagrange's rule,
 *     A(x) ~ w(x) / (lambda + C2 s(x)),   s = 1 / (2 sigma^2 + C2),   at most what the place hides (contrastMasking.ts),
 * lambda large where PSNR is what limits the picture, small where SSIM is. What a place hides is less than the means of
 * PSNR and SSIM would allow in the flat parts of textured pictures; how loud the mark may be on flat ground is chosen for
 * every picture by whether it can be read (tileEmbedding.ts).
 * All fields live on cells of the picture (pictureCells.ts).
 * Source: Wang et al. 2004 for s; own derivation; measured in docs/decisions/0008-joint-embedding.md.
 * @module
 */
import { type Plane, plane } from '../../../raster.ts';
import type { PictureCells } from '../../../signal/pictureCells.ts';
import { stackedBlur } from '../../../signal/blur/stackedBlur.ts';
import { darkShare, maskedByTexture } from '../../../signal/contrastMasking.ts';

/** Blurs in cells: of the mean that detail is measured from, of activity, of the surroundings of an edge, of SSIM. */
const DETAIL_SIGMA = 0.5;
const ACTIVITY_SIGMA = 0.7;
const EDGE_SIGMA = 1.5;
const SSIM_SIGMA = 0.4;
/**
 * A cell of more activity than this many times its surroundings is an edge: the eye rests on it, and it hides little beside
 * it.
 */
const EDGE_RATIO = 1.5;
/** Noise floor of whitening. */
const ACTIVITY_FLOOR = 1.5;
/** Second stabilising constant of SSIM: (0.03 * 255)^2, Wang et al. 2004. */
const SSIM_C2 = (0.03 * 255) ** 2;
/** lambda from pictures limited by PSNR to those limited by SSIM; beyond, A changes no more. */
const LAMBDA_MAX = 3;
const LAMBDA_MIN = 3e-4;

/** Measured loss of SSIM over the one that `expectedLoss` tells before a picture is measured; mean of 40 photos. */
export const LOSS_SCALE = 0.7;

/** How active each cell is, as the three fields that the strength of the mark follows from. */
export interface TextureActivity {
  /** Side of a cell in pixels. */
  readonly side: number;
  /** w above. */
  readonly weight: Plane;
  /** s above. */
  readonly loss: Plane;
  /** Square of the strength that texture hides, and the share of flat ground's that is seen in the dark: contrastMasking.ts. */
  readonly masked: Plane;
  readonly dark: Plane;
}

export function textureActivityOf({ side, mean, variance }: PictureCells): TextureActivity {
  const { width, height } = mean;
  const local = stackedBlur(mean, DETAIL_SIGMA);
  const energy = plane(width, height);
  for (let i = 0; i < energy.data.length; i++)
    energy.data[i] = (variance.data[i] as number) + ((mean.data[i] as number) - (local.data[i] as number)) ** 2;
  const activity = stackedBlur(energy, ACTIVITY_SIGMA);
  for (let i = 0; i < activity.data.length; i++) activity.data[i] = Math.sqrt(Math.max(0, activity.data[i] as number));
  const weight = stackedBlur(activity, EDGE_SIGMA);
  for (let i = 0; i < weight.data.length; i++) {
    const limit = EDGE_RATIO * Math.max(0, weight.data[i] as number);
    weight.data[i] = 1 / (Math.min(activity.data[i] as number, limit) + ACTIVITY_FLOOR);
  }
  const loss = stackedBlur(energy, SSIM_SIGMA);
  for (let i = 0; i < loss.data.length; i++) loss.data[i] = 1 / (2 * Math.max(0, loss.data[i] as number) + SSIM_C2);
  const masked = plane(width, height);
  const dark = plane(width, height);
  for (let i = 0; i < masked.data.length; i++) {
    const share = darkShare(mean.data[i] as number);
    const variance = (1 / (loss.data[i] as number) - SSIM_C2) / 2;
    masked.data[i] = share * maskedByTexture(variance);
    dark.data[i] = share;
  }
  return { side, weight, loss, masked, dark };
}

export interface StrengthLimits {
  /** Root mean square of the change of luma. */
  readonly rms: number;
  /** Loss of SSIM. */
  readonly lossMax: number;
  /** Measured loss of SSIM over the expected one; `LOSS_SCALE` while nothing was measured. */
  readonly lossScale: number;
  /** How much of the budget is spent in excess, for pictures that cannot be read otherwise: multiplies what a place hides. */
  readonly excess: number;
  /** Root mean square that is allowed on bright flat ground, levels: t0 of contrastMasking.ts. */
  readonly flatRms: number;
}

export interface MarkStrength {
  /** Side of a cell in pixels. */
  readonly side: number;
  /** A(x): root mean square of the change of luma, all tracks together, on cells. */
  readonly field: Plane;
  /** Over the picture. */
  readonly rms: number;
  /** Share of the cells in which the strength is all that the place hides. */
  readonly atLimit: number;
  /** Loss of SSIM, as the formula tells it: without `lossScale`. */
  readonly expectedLoss: number;
}

/** Lambda is chosen on this many cells at most, evenly drawn. */
const SAMPLED_CELLS_MAX = 2000;
const BISECTIONS = 6;

/** The strength that serves detection best within the limits. */
export function markStrength(texture: TextureActivity, limits: StrengthLimits): MarkStrength {
  const { side, weight, loss } = texture;
  const squareMax = largestSquares(texture, limits);
  const step = Math.max(1, Math.floor(weight.data.length / SAMPLED_CELLS_MAX));
  const sampled = everySoMany(weight.data, step);
  const sampledLoss = everySoMany(loss.data, step);
  const sampledMax = everySoMany(squareMax, step);
  const draft = new Float32Array(sampled.length);
  const lossAt = (lambda: number): number => {
    fillStrength(sampled, sampledLoss, sampledMax, lambda, limits, draft);
    return limits.lossScale * lossOf(draft, sampledLoss);
  };
  let [low, high] = [Math.log(LAMBDA_MIN), Math.log(LAMBDA_MAX)];
  let lambda = LAMBDA_MAX;
  if (lossAt(LAMBDA_MAX) > limits.lossMax) {
    for (let i = 0; i < BISECTIONS; i++) {
      const middle = (low + high) / 2;
      if (lossAt(Math.exp(middle)) > limits.lossMax) high = middle;
      else low = middle;
    }
    lambda = Math.exp(low);
  }
  const field = plane(weight.width, weight.height);
  fillStrength(weight.data, loss.data, squareMax, lambda, limits, field.data);
  const atLimit = shareAtLimit(field.data, squareMax);
  scaleToLoss(field.data, loss.data, limits);
  return { side, field, rms: rmsOf(field.data), atLimit, expectedLoss: lossOf(field.data, loss.data) };
}

/** Largest square of the strength in every cell. */
function largestSquares({ masked, dark }: TextureActivity, { flatRms, excess }: StrengthLimits): Float32Array {
  const flat = flatRms ** 2;
  return masked.data.map((square, i) => excess * (square + flat * (dark.data[i] as number)));
}

function shareAtLimit(field: Float32Array, squareMax: Float32Array): number {
  let count = 0;
  for (let i = 0; i < field.length; i++) if ((field[i] as number) ** 2 > 0.99 * (squareMax[i] as number)) count++;
  return count / field.length;
}

function everySoMany(values: Float32Array, step: number): Float32Array {
  return Float32Array.from({ length: Math.ceil(values.length / step) }, (_, i) => values[i * step] as number);
}

const FILLINGS = 6;
const FILLING_TOLERANCE = 0.005;

/** A(x) for one lambda, brought to the wanted root mean square as far as the cap allows. */
function fillStrength(
  weight: Float32Array,
  loss: Float32Array,
  caps: Float32Array,
  lambda: number,
  { rms }: StrengthLimits,
  out: Float32Array,
): void {
  let squares = 0;
  for (let i = 0; i < out.length; i++) {
    const value = (weight[i] as number) / (lambda + SSIM_C2 * (loss[i] as number));
    const square = value * value;
    out[i] = square;
    squares += square;
  }
  let factor = (rms * rms * out.length) / squares;
  // What the cap takes away is given to the other places: a few steps of a fixed point.
  for (let step = 0; step < FILLINGS; step++) {
    let sum = 0;
    for (let i = 0; i < out.length; i++) {
      const square = (out[i] as number) * factor;
      const most = caps[i] as number;
      sum += square < most ? square : most;
    }
    const missing = (rms * rms * out.length) / sum;
    if (missing < 1 + FILLING_TOLERANCE) break;
    factor *= missing ** 2;
  }
  for (let i = 0; i < out.length; i++) {
    const square = (out[i] as number) * factor;
    const most = caps[i] as number;
    out[i] = Math.sqrt(square < most ? square : most);
  }
}

/** Lowers the whole field if even the smallest lambda costs too much SSIM. */
function scaleToLoss(field: Float32Array, loss: Float32Array, { lossMax, lossScale }: StrengthLimits): void {
  const excess = (lossScale * lossOf(field, loss)) / lossMax;
  if (excess <= 1) return;
  const factor = 1 / Math.sqrt(excess);
  for (let i = 0; i < field.length; i++) field[i] = (field[i] as number) * factor;
}

/** Mean of  A^2 s / (1 + A^2 s),  which is the loss of SSIM of a change that has nothing to do with the picture. */
function lossOf(field: Float32Array, loss: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < field.length; i++) {
    const own = (field[i] as number) ** 2 * (loss[i] as number);
    sum += own / (1 + own);
  }
  return sum / field.length;
}

function rmsOf(values: Float32Array): number {
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += (values[i] as number) ** 2;
  return Math.sqrt(squares / values.length);
}
