/**
 * Informed embedding: the picture is known to the embedder, so it need not spend power on bits that the picture already
 * carries by chance, and can spend it on those that the picture fights. Each round embeds, decodes what it embedded at
 * the known map, and shifts power between coded bits and between pilots:
 *     r_i = soft value of bit i in the right direction / what the mark alone would bring, over the mean of this,
 *     gain_i <- clip(gain_i + 0.4 (1 - r_i), 0.25, 2.5),
 * scaled to mean square 1. Six rounds raise the ratio of mean^2 to variance of the soft values from about 1.3 to 13-25.
 * Source: Miller, Doerr, Cox 2004 (informed coding and embedding); measured with the bench prototype.
 * @module
 */
import { type Plane, plane } from '../raster.ts';
import { scaling } from './affine.ts';
import { clampedSum, rowsOf, wholePlane } from '../signal/rowSource.ts';
import { carrierNoise, uprightSampler } from './carrierSamples.ts';
import { type Constellation, PILOTS } from './constellation.ts';
import { CODED_BITS } from './payloadFrame.ts';
import { pictureSpectrum } from './pictureSpectrum.ts';
import { softBits } from './softBits.ts';
import { type CarrierGains, multiplyByPattern, synthesiseTile } from './tilePattern.ts';
import { findTilePhase } from './tilePhase.ts';
import { whiteningLike } from './whitening.ts';

const ROUNDS = 6;
const STEP = 0.4;
const BIT_GAIN_MIN = 0.25;
const BIT_GAIN_MAX = 2.5;
const PILOT_GAIN_MIN = 0.5;
const PILOT_GAIN_MAX = 2;

/** A view of the picture in which the rounds run, and the mask on its grid. */
export interface EmbeddingView {
  readonly luma: Plane;
  readonly mask: Plane;
  /** View pixels per canonical pixel. */
  readonly scale: number;
}

export function neutralGains(): CarrierGains {
  return { bits: new Float32Array(CODED_BITS).fill(1), pilots: new Float32Array(PILOTS).fill(1) };
}

/** @param lumaRms root mean square that the change of luma shall have. */
export function informedGains(
  view: EmbeddingView,
  constellation: Constellation,
  coded: Uint8Array,
  lumaRms: number,
): CarrierGains {
  const gains = neutralGains();
  const affine = scaling(view.scale);
  const markedNow = (): Plane => addClamped(view.luma, lumaChange(view, constellation, coded, gains, lumaRms));
  const first = markedNow();
  // The mark hardly changes activity and background, so those of the first round serve all rounds.
  const whitened = whiteningLike(first);
  const noise = carrierNoise(pictureSpectrum(whitened(first)).power, constellation, affine);
  const sampleAt = uprightSampler(first, constellation, affine);
  for (let round = 0; round < ROUNDS; round++) {
    const samples = { values: sampleAt(whitened(round === 0 ? first : markedNow())), noise };
    const { llr, expected, pilots } = softBits(samples, constellation, findTilePhase(samples, constellation, 1));
    // Not equal soft values for all: that would pump power into the fine carriers, which reductions take away first.
    for (let i = 0; i < CODED_BITS; i++) {
      const own = expected[i] as number;
      llr[i] = own > 0 ? ((llr[i] as number) * (1 - 2 * (coded[i] as number))) / own : 1;
    }
    adjust(gains.bits, llr, BIT_GAIN_MIN, BIT_GAIN_MAX);
    adjust(gains.pilots, pilots, PILOT_GAIN_MIN, PILOT_GAIN_MAX);
  }
  return gains;
}

/** The change of luma in a view: pattern times mask, scaled to the root mean square `rms`. */
export function lumaChange(
  { mask, scale }: Pick<EmbeddingView, 'mask' | 'scale'>,
  constellation: Constellation,
  coded: Uint8Array,
  gains: CarrierGains,
  rms: number,
): Plane {
  const { width, height } = mask;
  const change = plane(width, height, new Float32Array(mask.data));
  const tile = synthesiseTile(constellation, coded, gains);
  multiplyByPattern(tile, constellation.tileSide, { width, height, scale }, change.data);
  const factor = rms / Math.sqrt(sumOfSquares(change.data) / change.data.length);
  for (let i = 0; i < change.data.length; i++) change.data[i] = (change.data[i] as number) * factor;
  return change;
}

/** Four sums side by side, which the processor adds up at the same time. */
export function sumOfSquares(values: Float32Array): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  const whole = values.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    s0 += (values[i] as number) ** 2;
    s1 += (values[i + 1] as number) ** 2;
    s2 += (values[i + 2] as number) ** 2;
    s3 += (values[i + 3] as number) ** 2;
  }
  for (let i = whole; i < values.length; i++) s0 += (values[i] as number) ** 2;
  return s0 + s1 + s2 + s3;
}

/** luma + change, in [0, 255]. */
export function addClamped(luma: Plane, change: Plane): Plane {
  return wholePlane(clampedSum(rowsOf(luma), rowsOf(change)));
}

/** One step of the gains towards equal responses; keeps their mean square at 1. */
function adjust(gains: Float32Array, responses: Float32Array, min: number, max: number): void {
  const mean = responses.reduce((a, b) => a + b, 0) / responses.length;
  if (!(mean > 0)) return;
  let squares = 0;
  for (let i = 0; i < gains.length; i++) {
    const moved = (gains[i] as number) + STEP * (1 - (responses[i] as number) / mean);
    const gain = Math.max(min, Math.min(max, moved));
    gains[i] = gain;
    squares += gain * gain;
  }
  const scale = 1 / Math.sqrt(squares / gains.length);
  for (let i = 0; i < gains.length; i++) gains[i] = (gains[i] as number) * scale;
}
