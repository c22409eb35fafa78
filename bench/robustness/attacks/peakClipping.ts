/**
 * A removal attempt on marks that live in Fourier coefficients: magnitudes above 2.5 times the median of their
 * neighbourhood are clamped to it. Frequencies within 6 of zero are left alone.
 * @module
 */
import { type RgbPicture, rgbPicture } from '../../retrieval/rgbPicture.ts';
import { withOpenCv } from '@assay/service/adapters/vision/openCv';
import type { AttackCv, Own } from './cvImage.ts';

const LIMIT = 2.5;
const MEDIAN_SIDE = 9;
const KEPT_RADIUS = 6;

export function clipPeaks(cv: AttackCv, picture: RgbPicture): RgbPicture {
  const out = rgbPicture(picture.width, picture.height);
  for (let channel = 0; channel < 3; channel++)
    withOpenCv(cv, (own) => {
      const samples = clipChannel(cv, own, picture, channel);
      for (let i = 0; i < samples.length; i++)
        out.data[3 * i + channel] = Math.max(0, Math.min(255, Math.round(samples[i] as number)));
    });
  return out;
}

function clipChannel(cv: AttackCv, own: Own, { width, height, data }: RgbPicture, channel: number): Float32Array {
  const samples = own(new cv.Mat(height, width, cv.CV_32FC1));
  const values = samples.data32F;
  for (let i = 0; i < values.length; i++) values[i] = data[3 * i + channel] as number;
  const spectrum = own(new cv.Mat());
  cv.dft(samples, spectrum, cv.DFT_COMPLEX_OUTPUT);
  const pairs = spectrum.data32F;
  const gains = peakGains(cv, own, pairs, width, height);
  for (let i = 0; i < gains.length; i++) {
    pairs[2 * i] = (pairs[2 * i] as number) * (gains[i] as number);
    pairs[2 * i + 1] = (pairs[2 * i + 1] as number) * (gains[i] as number);
  }
  const back = own(new cv.Mat());
  cv.dft(spectrum, back, cv.DFT_INVERSE + cv.DFT_SCALE + cv.DFT_REAL_OUTPUT);
  return Float32Array.from(back.data32F);
}

/** What each coefficient is multiplied by. The median is taken of the logarithm in 256 steps, zero frequency in the middle. */
function peakGains(cv: AttackCv, own: Own, pairs: Float32Array, width: number, height: number): Float32Array {
  const magnitudes = new Float32Array(width * height);
  let most = 0;
  for (let i = 0; i < magnitudes.length; i++) {
    magnitudes[i] = Math.hypot(pairs[2 * i] as number, pairs[2 * i + 1] as number);
    most = Math.max(most, Math.log1p(magnitudes[i] as number));
  }
  const shifted = (i: number): number => {
    const y = (Math.floor(i / width) + (height >> 1)) % height;
    return y * width + (((i % width) + (width >> 1)) % width);
  };
  const steps = own(new cv.Mat(height, width, cv.CV_8UC1));
  const logarithms = steps.data;
  for (let i = 0; i < magnitudes.length; i++)
    logarithms[shifted(i)] = Math.trunc((Math.log1p(magnitudes[i] as number) / most) * 255);
  const medians = own(new cv.Mat());
  cv.medianBlur(steps, medians, MEDIAN_SIDE);
  const median = medians.data;
  return magnitudes.map((magnitude, i) => {
    const x = Math.min(i % width, width - (i % width));
    const y = Math.min(Math.floor(i / width), height - Math.floor(i / width));
    if (x <= KEPT_RADIUS && y <= KEPT_RADIUS) return 1;
    const limit = LIMIT * Math.expm1(((median[shifted(i)] as number) / 255) * most);
    return Math.min(1, limit / Math.max(magnitude, 1e-6));
  });
}
