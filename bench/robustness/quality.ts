/**
 * How much a mark changed a picture, in code of the bench: the embedder's own measures are not asked, S-CIELAB apart, which it does not know.
 * @module
 */
import type { Raster } from '@assay/core/raster';
import { type SeenDifference, spatialCielab } from '@assay/core/signal/colour/spatialCielab';
import { type Mat, withOpenCv } from '@assay/service/adapters/vision/openCv';
import type { RgbPicture } from '../retrieval/rgbPicture.ts';
import type { AttackCv, Own } from './attacks/cvImage.ts';

export interface Quality {
  /** Over R, G, B, dB. */
  readonly psnrDb: number;
  /** Over luma, dB. */
  readonly psnrLumaDb: number;
  /** Mean over luma: Wang et al. 2004, Gaussian window of 11 x 11 and sigma 1.5, windows inside the picture only. */
  readonly ssim: number;
  /** Largest change of a sample, levels of 255. */
  readonly changeMax: number;
  /**
   * Root mean square change of luma on smooth ground, levels: where luma deviates by less than 2 within a Gaussian of 3 pixels.
   * Null where less than a fiftieth of the picture is smooth.
   */
  readonly smoothDeviation: number | null;
  /** S-CIELAB with CIEDE2000: mean over the picture, and what a hundredth of the pixels exceeds. */
  readonly deltaE: SeenDifference;
}

const IDENTICAL_DB = 99;
const WINDOW_SIDE = 11;
const WINDOW_SIGMA = 1.5;
const MARGIN = (WINDOW_SIDE - 1) / 2;
/** Smooth ground: sigma in pixels, deviation in levels, and the least share of it in a picture. */
const SMOOTH = { sigma: 3, deviationMax: 2, shareMin: 0.02 };
const [C1, C2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
/** Rows looked at together: bounds what a large picture takes of OpenCV's memory. */
const BAND_ROWS = 256;

/** @throws {RangeError} if the pictures differ in size */
export function qualityOf(cv: AttackCv, original: RgbPicture, marked: RgbPicture): Quality {
  if (original.width !== marked.width || original.height !== marked.height)
    throw new RangeError('qualityOf: the marked picture has another size than the original');
  let squares = 0;
  let changeMax = 0;
  for (let i = 0; i < original.data.length; i++) {
    const change = (original.data[i] as number) - (marked.data[i] as number);
    squares += change * change;
    changeMax = Math.max(changeMax, Math.abs(change));
  }
  let lumaSquares = 0;
  for (let i = 0; i < original.data.length; i += 3) lumaSquares += (lumaAt(original, i) - lumaAt(marked, i)) ** 2;
  return {
    psnrDb: decibels(squares / original.data.length),
    psnrLumaDb: decibels((3 * lumaSquares) / original.data.length),
    ssim: meanSsim(cv, original, marked),
    changeMax,
    smoothDeviation: smoothDeviation(cv, original, marked),
    deltaE: spatialCielab(raster(original), raster(marked)),
  };
}

function smoothDeviation(cv: AttackCv, original: RgbPicture, marked: RgbPicture): number | null {
  const pixels = original.width * original.height;
  let squares = 0;
  let count = 0;
  const overlap = 4 * SMOOTH.sigma;
  for (let top = 0; top < original.height; top += BAND_ROWS) {
    const bottom = Math.min(original.height, top + BAND_ROWS);
    const [from, to] = [Math.max(0, top - overlap), Math.min(original.height, bottom + overlap)];
    const first = from * original.width;
    // Around 128, so that single precision does not spoil the differences of squares.
    const luma = (i: number): number => lumaAt(original, 3 * (first + i)) - 128;
    withOpenCv(cv, (own) => {
      const blurred = (value: (i: number) => number): Float32Array => {
        const samples: Mat = own(new cv.Mat(to - from, original.width, cv.CV_32FC1));
        for (let i = 0; i < samples.data32F.length; i++) samples.data32F[i] = value(i);
        const out = own(new cv.Mat());
        cv.GaussianBlur(samples, out, new cv.Size(0, 0), SMOOTH.sigma);
        return Float32Array.from(out.data32F);
      };
      const mean = blurred(luma);
      const square = blurred((i) => luma(i) ** 2);
      for (let i = (top - from) * original.width; i < (bottom - from) * original.width; i++) {
        if ((square[i] as number) - (mean[i] as number) ** 2 >= SMOOTH.deviationMax ** 2) continue;
        squares += (lumaAt(marked, 3 * (first + i)) - lumaAt(original, 3 * (first + i))) ** 2;
        count++;
      }
    });
  }
  return count < SMOOTH.shareMin * pixels ? null : Math.sqrt(squares / count);
}

const raster = ({ width, height, data }: RgbPicture): Raster => ({ width, height, channels: 3, depth: 8, data });

function decibels(meanSquare: number): number {
  return meanSquare === 0 ? IDENTICAL_DB : 10 * Math.log10(255 ** 2 / meanSquare);
}

function lumaAt({ data }: RgbPicture, i: number): number {
  return 0.299 * (data[i] as number) + 0.587 * (data[i + 1] as number) + 0.114 * (data[i + 2] as number);
}

function meanSsim(cv: AttackCv, a: RgbPicture, b: RgbPicture): number {
  let sum = 0;
  for (let top = MARGIN; top < a.height - MARGIN; top += BAND_ROWS) {
    const bottom = Math.min(a.height - MARGIN, top + BAND_ROWS);
    sum += withOpenCv(cv, (own) => ssimOfBand(cv, own, a, b, top, bottom));
  }
  return sum / ((a.width - 2 * MARGIN) * (a.height - 2 * MARGIN));
}

/** Sum of SSIM over the windows with centres in rows top .. bottom - 1. */
function ssimOfBand(cv: AttackCv, own: Own, a: RgbPicture, b: RgbPicture, top: number, bottom: number): number {
  const rows = bottom - top + 2 * MARGIN;
  const first = (top - MARGIN) * a.width;
  const count = rows * a.width;
  const means = (value: (i: number) => number): Float32Array => {
    const from: Mat = own(new cv.Mat(rows, a.width, cv.CV_32FC1));
    const samples = from.data32F;
    for (let i = 0; i < count; i++) samples[i] = value(3 * (first + i));
    const to = own(new cv.Mat());
    cv.GaussianBlur(from, to, new cv.Size(WINDOW_SIDE, WINDOW_SIDE), WINDOW_SIGMA);
    return Float32Array.from(to.data32F);
  };
  // Around 128, so that single precision does not spoil the differences of squares.
  const lumaOf = (picture: RgbPicture, i: number): number => lumaAt(picture, i) - 128;
  const meanA = means((i) => lumaOf(a, i));
  const meanB = means((i) => lumaOf(b, i));
  const squareA = means((i) => lumaOf(a, i) ** 2);
  const squareB = means((i) => lumaOf(b, i) ** 2);
  const product = means((i) => lumaOf(a, i) * lumaOf(b, i));
  let sum = 0;
  for (let y = MARGIN; y < rows - MARGIN; y++)
    for (let x = MARGIN, i = y * a.width + MARGIN; x < a.width - MARGIN; x++, i++) {
      const [ma, mb] = [meanA[i] as number, meanB[i] as number];
      const varianceA = (squareA[i] as number) - ma * ma;
      const varianceB = (squareB[i] as number) - mb * mb;
      const covariance = (product[i] as number) - ma * mb;
      const [la, lb] = [ma + 128, mb + 128];
      const luminance = (2 * la * lb + C1) / (la * la + lb * lb + C1);
      sum += (luminance * (2 * covariance + C2)) / (varianceA + varianceB + C2);
    }
  return sum;
}
