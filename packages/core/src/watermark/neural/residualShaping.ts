/**
 * The residual of track C held to what each place hides: a network trained by PSNR and SSIM still draws waves over skies and
 * blurred grounds, where they are seen first. With p(x) the residual's own mean square around a place and a its amplitude,
 *     residual'(x) = residual(x) min(f, t(x) / (a sqrt p(x))),
 * t of contrastMasking.ts; f makes up elsewhere for what is taken here, so that the mean square stays as far as it can.
 * @module
 */
import { type Plane, plane, type Raster, type Size } from '../../raster.ts';
import { stackedBlur } from '../../signal/blur/stackedBlur.ts';
import { cellsOf } from '../../signal/pictureCells.ts';
import { darkShare, maskedByTexture } from '../../signal/contrastMasking.ts';
import { planeAtSize } from './canvas.ts';

/** Side of the cells that texture is measured on: 4 pixels, larger ones in large pictures. */
const CELL_SIDE = 4;
const PIXELS_PER_CELL_SIDE = 3_000_000;
/** Blur of texture, pixels: that of the eye's look at a place. */
const TEXTURE_SIGMA = 3;
/** Blur of the residual's mean square, samples: over a wave, within a cell. */
const POWER_SIGMA = 5;
/** f is found by halving, on every so manieth sample; more than this is never made up for. */
const BISECTIONS = 10;
const SAMPLE_STEP = 7;
const FACTOR_MAX = 3;

/** What texture hides, levels squared, and the share of flat ground's threshold that holds in the dark, on a canvas. */
export interface HiddenEnergy {
  readonly masked: Plane;
  readonly dark: Plane;
}

export function hiddenEnergy(picture: Raster, canvas: Size): HiddenEnergy {
  const { width, height } = picture;
  const side = CELL_SIDE * Math.max(1, Math.round(Math.sqrt((width * height) / PIXELS_PER_CELL_SIDE)));
  const { mean, variance } = cellsOf(picture, side);
  const sigma = Math.max(0.5, TEXTURE_SIGMA / side);
  const local = stackedBlur(mean, sigma);
  const energy = variance.data.map((value, i) => value + ((mean.data[i] as number) - (local.data[i] as number)) ** 2);
  const texture = stackedBlur({ ...mean, data: energy }, sigma);
  const dark = mean.data.map(darkShare);
  const masked = texture.data.map((value, i) => (dark[i] as number) * maskedByTexture(value));
  return {
    masked: planeAtSize({ ...mean, data: masked }, canvas),
    dark: planeAtSize({ ...mean, data: dark }, canvas),
  };
}

/** The residual as it is to be added at an amplitude, levels; flatRms: t0 of contrastMasking.ts, levels. */
export type ShapedResidual = (amplitude: number, flatRms: number) => Plane;

/** @param residual of mean square 1 */
export function residualShaper(residual: Plane, { masked, dark }: HiddenEnergy): ShapedResidual {
  const { width, height, data } = residual;
  const squares = plane(width, height);
  for (let i = 0; i < data.length; i++) squares.data[i] = (data[i] as number) ** 2;
  const power = stackedBlur(squares, POWER_SIGMA).data;
  return (amplitude, flatRms) => {
    /** Square of the largest gain. */
    const most = new Float32Array(data.length);
    for (let i = 0; i < most.length; i++) {
      const hidden = (masked.data[i] as number) + flatRms ** 2 * (dark.data[i] as number);
      most[i] = hidden / Math.max(1e-6, amplitude ** 2 * (power[i] as number));
    }
    const square = commonSquare(power, most);
    const out = plane(width, height);
    for (let i = 0; i < most.length; i++)
      out.data[i] = (data[i] as number) * Math.sqrt(Math.min(square, most[i] as number));
    return out;
  };
}

/** f^2: what the places with room left take, so that all together have the energy that they had. */
function commonSquare(power: Float32Array, most: Float32Array): number {
  const energyAt = (square: number): number => {
    let sum = 0;
    for (let i = 0; i < power.length; i += SAMPLE_STEP)
      sum += Math.min(square, most[i] as number) * (power[i] as number);
    return sum;
  };
  const wanted = energyOf(power);
  let [low, high] = [1, FACTOR_MAX ** 2];
  if (energyAt(low) >= wanted) return low;
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = Math.sqrt(low * high);
    if (energyAt(middle) < wanted) low = middle;
    else high = middle;
  }
  return low;
}

function energyOf(power: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < power.length; i += SAMPLE_STEP) sum += power[i] as number;
  return sum;
}
