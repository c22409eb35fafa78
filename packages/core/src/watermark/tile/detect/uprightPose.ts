/**
 * The first pose hypotheses, before any search: is the mark there upright, turned by quarters or mirrored, at one of the
 * likely scales? A picture that was recompressed, recoloured, cut out or marked over answers here, in a hundredth of the
 * time of a search. So does its negative, which has every carrier with the other sign. Carriers stand at the even multiples of half their distance (periodicSpectrum.ts); at the odd ones
 * there is only the picture, which tells how noisy the carriers are.
 * Source: own; the half-step neighbours play the part of the guard frequencies of a multicarrier radio.
 * @module
 */
import { withKernels } from '../../../kernels/kernels.ts';
import type { Plane } from '../../../raster.ts';
import { FREQUENCY_MAX } from '../../../signal/fourier/nonuniformFourier.ts';
import { type Affine, similarity } from '../../affine.ts';
import { type CarrierSamples, NOISE_QUANTILE, NOISE_REGULARISATION } from '../spectrum/carrierSamples.ts';
import type { CarrierLayout } from '../carriers/carrierLayout.ts';
import {
  type PeriodicSpectrum,
  type PeriodicTransform,
  periodicSpectrum,
  periodicTransform,
} from '../spectrum/periodicSpectrum.ts';
import { findTileOffset, type OffsetEstimate } from './tileOffset.ts';
import { offsetFinder } from './tileOffsetKernel.ts';

/** A supposed pose with what was received under it: enough to tell the z-score of its pilots. */
export interface PoseHypothesis {
  readonly affine: Affine;
  readonly samples: CarrierSamples;
  readonly offset: OffsetEstimate;
}

/** The turns and mirrorings that change no pixel; half turns are told by the phases of the tile's offset. */
const ORIENTATIONS = [
  { re: 1, im: 0, isMirrored: false },
  { re: 1, im: 0, isMirrored: true },
  { re: 0, im: 1, isMirrored: false },
  { re: 0, im: 1, isMirrored: true },
] as const;

/** @param scale view pixels per canonical pixel */
export function uprightPoses(scale: number): Affine[] {
  return ORIENTATIONS.map(({ re, im, isMirrored }) => similarity(re / scale, im / scale, isMirrored));
}

/** All upright poses, scale by scale, each with the half turn that fits better; last, those of the negative at the first scale. */
export function* uprightHypotheses(
  whitened: Plane,
  layout: CarrierLayout,
  likelyScales: readonly number[],
): Generator<PoseHypothesis> {
  const transform = transformOf(layout);
  const highest = (transform.count - 1) / transform.period;
  const positives: PoseHypothesis[] = [];
  for (const scale of new Set(likelyScales)) {
    // Finer carriers than pixels can show are left to the search, which knows how to do without them.
    if (highest / scale > FREQUENCY_MAX) continue;
    const spectrum = periodicSpectrum(whitened, scale, transform);
    const power = guardPower(spectrum, transform);
    for (const affine of uprightPoses(scale)) {
      const hypothesis = locate(affine, samplesUnder(affine, scale, layout, transform, spectrum, power), layout);
      if (scale === likelyScales[0]) positives.push(hypothesis);
      yield hypothesis;
    }
  }
  for (const { affine, samples } of positives) yield locate(affine, negative(samples), layout);
}

function locate(affine: Affine, samples: CarrierSamples, layout: CarrierLayout): PoseHypothesis {
  const [upright, turned] = findOffsets(samples, layout);
  return { affine, samples, offset: turned.zScore > upright.zScore ? turned : upright };
}

/** What the negative of a picture would show: 1 - v for every value v of the picture. */
function negative({ values, noise }: CarrierSamples): CarrierSamples {
  return { values: values.map((value) => -value), noise };
}

function findOffsets(samples: CarrierSamples, layout: CarrierLayout): readonly [OffsetEstimate, OffsetEstimate] {
  return withKernels(
    (kernels, memory) => {
      const find = offsetFinder(layout, kernels, memory);
      return [find(samples, 1), find(samples, -1)];
    },
    () => [findTileOffset(samples, layout, 1), findTileOffset(samples, layout, -1)],
  );
}

/** Made once for a layout. */
const transforms = new WeakMap<CarrierLayout, PeriodicTransform>();

function transformOf(layout: CarrierLayout): PeriodicTransform {
  const known = transforms.get(layout);
  if (known) return known;
  const { u, v, tileSide } = layout;
  const highest = u.reduce((most, value, i) => Math.max(most, value, Math.abs(v[i] as number)), 0);
  // Two tiles to a period, so that carriers are its even coefficients.
  const made = periodicTransform(2 * tileSide, 2 * highest + 1);
  transforms.set(layout, made);
  return made;
}

/** Guard frequencies around a carrier that are averaged, along either axis: three to each side, half a step and more off. */
const GUARDS = 6;
/** Guards above this many means are cut before the mean is taken again: a line in the picture hits one or two. */
const OUTLIER_RATIO = 4;

/** Mean power of the guards around each even coefficient, on the whole plane: (2 v, 2 u) at (v + half) 2 half + u + half. */
interface GuardPower {
  readonly half: number;
  readonly mean: Float32Array;
}

function guardPower(spectrum: PeriodicSpectrum, { count }: PeriodicTransform): GuardPower {
  const half = count / 2;
  const side = 2 * half;
  const guards = new Float32Array(side * side);
  // Guard (j, i) stands half a step below carrier (j, i) along both axes; the left half plane mirrors the right one.
  for (let j = -half; j < half; j++)
    for (let i = -half; i < half; i++) {
      const [u, v] = [2 * i - 1, 2 * j - 1];
      const mirror = u < 0 ? -1 : 1;
      if (u * mirror >= count || Math.abs(v) >= count) continue;
      const at = 2 * ((mirror * v + count) * count + mirror * u);
      guards[(j + half) * side + i + half] = (spectrum[at] as number) ** 2 + (spectrum[at + 1] as number) ** 2;
    }
  const plain = meanAround(guards, side);
  for (let i = 0; i < guards.length; i++)
    guards[i] = Math.min(guards[i] as number, OUTLIER_RATIO * (plain[i] as number));
  return { half, mean: meanAround(guards, side) };
}

/** Mean over the guards from GUARDS / 2 - 1 before to GUARDS / 2 after a position, along both axes, that exist. */
function meanAround(guards: Float32Array, side: number): Float32Array {
  const out = new Float32Array(guards.length);
  for (let j = 0; j < side; j++)
    for (let i = 0; i < side; i++) {
      let sum = 0;
      let count = 0;
      for (let y = Math.max(0, j - GUARDS / 2 + 1); y <= Math.min(side - 1, j + GUARDS / 2); y++)
        for (let x = Math.max(0, i - GUARDS / 2 + 1); x <= Math.min(side - 1, i + GUARDS / 2); x++) {
          const power = guards[y * side + x] as number;
          sum += power;
          if (power > 0) count++;
        }
      out[j * side + i] = count > 0 ? sum / count : 0;
    }
  return out;
}

/** `CarrierSamples` of a pose that sends coefficients of the tile to coefficients of the tile. */
function samplesUnder(
  { a, b, c, d }: Affine,
  scale: number,
  { u, v, carriers }: CarrierLayout,
  { count }: PeriodicTransform,
  spectrum: PeriodicSpectrum,
  { half, mean }: GuardPower,
): CarrierSamples {
  const values = new Float32Array(2 * carriers);
  const noise = new Float32Array(carriers);
  for (let k = 0; k < carriers; k++) {
    const x = Math.round(scale * (a * (u[k] as number) + b * (v[k] as number)));
    const y = Math.round(scale * (c * (u[k] as number) + d * (v[k] as number)));
    const mirror = x < 0 ? -1 : 1;
    const at = 2 * ((2 * mirror * y + count) * count + 2 * mirror * x);
    values[2 * k] = spectrum[at] as number;
    values[2 * k + 1] = mirror * (spectrum[at + 1] as number);
    noise[k] = mean[(y + half) * 2 * half + x + half] as number;
  }
  const floor = NOISE_REGULARISATION * (noise.toSorted()[Math.floor(NOISE_QUANTILE * carriers)] as number);
  return { values, noise: noise.map((power) => power + floor + 1e-20) };
}
