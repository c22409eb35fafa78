/**
 * What a search does with a pose hundreds of times, for one track in one view: screen, refine, sample, locate. With kernels,
 * the view's spectrum and the track's tables lie in their memory while the search runs.
 * @module
 */
import type { KernelMemory } from '../../../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../../../kernels/kernels.ts';
import { fftTables } from '../../../signal/fourier/fftTables.ts';
import { TAP_WEIGHTS } from '../../../signal/fourier/nonuniformFourier.ts';
import type { Affine } from '../../affine.ts';
import {
  type CarrierSamples,
  KERNEL_GRID_MIN,
  NOISE_QUANTILE,
  NOISE_REGULARISATION,
  sampleCarriers,
} from '../spectrum/carrierSamples.ts';
import { refineCoherently } from './coherentRefinement.ts';
import { type CarrierLayout, PILOTS } from '../carriers/carrierLayout.ts';
import type { PictureSpectrum } from '../spectrum/pictureSpectrum.ts';
import { OFFSETS, type ScreenedPose, screenPose } from './pilotScreen.ts';
import { findTileOffset, type OffsetEstimate } from './tileOffset.ts';
import { offsetFinder } from './tileOffsetKernel.ts';

export interface PoseEvaluator {
  /** See pilotScreen.ts; in the order of the poses. */
  screen(poses: readonly Affine[]): ScreenedPose[];
  /** See coherentRefinement.ts. */
  refine(pose: ScreenedPose): Affine;
  /** See carrierSamples.ts: all carriers. */
  sample(affine: Affine): CarrierSamples;
  /** See tileOffset.ts. */
  locate(samples: CarrierSamples, halfTurn: 1 | -1): OffsetEstimate;
}

/** @param run may not keep the evaluator */
export function withPoseEvaluator<T>(
  spectrum: PictureSpectrum,
  layout: CarrierLayout,
  run: (evaluator: PoseEvaluator) => T,
): T {
  const scalar = (): T => run(scalarEvaluator(spectrum, layout));
  if (Math.min(spectrum.fourier.gridWidth, spectrum.fourier.gridHeight) < KERNEL_GRID_MIN) return scalar();
  return withKernels((kernels, memory) => run(kernelEvaluator(spectrum, layout, kernels, memory)), scalar);
}

function scalarEvaluator(spectrum: PictureSpectrum, layout: CarrierLayout): PoseEvaluator {
  return {
    screen: (poses) => poses.map((affine) => screenPose(spectrum, layout, affine)),
    refine: (pose) => refineCoherently(spectrum, layout, pose),
    sample: (affine) => sampleCarriers(spectrum, layout, affine),
    locate: (samples, halfTurn) => findTileOffset(samples, layout, halfTurn),
  };
}

const DOUBLES_OF_POSE = 4;
const FLOATS_OF_SCREENED = 4;

function kernelEvaluator(
  { fourier, power }: PictureSpectrum,
  layout: CarrierLayout,
  kernels: Kernels,
  memory: KernelMemory,
): PoseEvaluator {
  const tables = fftTables(OFFSETS);
  // What searches read while the evaluator is in use, see logPolarSpectrum.ts and aspectSearch.ts.
  memory.share(power.relative);
  // The fields of packages/core/assembly/fourierTaps.ts, then those of pilots.ts.
  const view = memory.copyIn(
    Int32Array.of(
      ...[memory.share(fourier.data), fourier.gridWidth, fourier.gridHeight, fourier.stride],
      ...[memory.share(power.background), power.stride, memory.copyIn(TAP_WEIGHTS)],
      ...[memory.copyIn(pilotTable(layout)), memory.reserve(kernels.pilotScratchBytes())],
      ...[layout.tileSide, memory.copyIn(tables.twiddles), memory.copyIn(tables.positions)],
    ),
  );
  return {
    locate: offsetFinder(layout, kernels, memory),
    screen: (poses) =>
      memory.frame(() => {
        const from = memory.copyIn(coefficientsOf(poses));
        const to = memory.reserve(4 * FLOATS_OF_SCREENED * poses.length);
        kernels.screenPoses(view, from, poses.length, to);
        const out = memory.floats(to, FLOATS_OF_SCREENED * poses.length);
        return poses.map((affine, i) => screenedPose(affine, out, FLOATS_OF_SCREENED * i));
      }),
    refine: ({ affine, offset }) =>
      memory.frame(() => {
        const pose = memory.copyIn(coefficientsOf([affine]));
        kernels.refinePose(view, pose, offset.x, offset.y, offset.halfTurn);
        const [a, b, c, d] = new Float64Array(memory.floats(pose, 2 * DOUBLES_OF_POSE).slice().buffer);
        return { a: a as number, b: b as number, c: c as number, d: d as number };
      }),
    sample: (affine) =>
      memory.frame(() => {
        const { fx, fy } = frequenciesUnder(affine, layout);
        const count = fx.length;
        const [x, y] = [memory.copyIn(fx), memory.copyIn(fy)];
        const values = memory.reserve(8 * count);
        const noise = memory.reserve(4 * count);
        const scratch = memory.reserve(4 * count);
        kernels.evaluateTaps(view, x, y, count, values, values + 4, 8);
        kernels.backgroundNoise(view, x, y, count, NOISE_REGULARISATION, NOISE_QUANTILE, noise, scratch);
        return { values: memory.floats(values, 2 * count).slice(), noise: memory.floats(noise, count).slice() };
      }),
  };
}

/** Coefficients and known phases of the pilots, a row each. */
function pilotTable({ u, v, pilotPhase }: CarrierLayout): Float32Array {
  const table = new Float32Array(4 * PILOTS);
  for (let i = 0; i < PILOTS; i++) {
    table[i] = u[i] as number;
    table[PILOTS + i] = v[i] as number;
    table[2 * PILOTS + i] = pilotPhase[2 * i] as number;
    table[3 * PILOTS + i] = pilotPhase[2 * i + 1] as number;
  }
  return table;
}

function coefficientsOf(poses: readonly Affine[]): Float64Array {
  const out = new Float64Array(DOUBLES_OF_POSE * poses.length);
  for (let i = 0, at = 0; i < poses.length; i++) {
    const { a, b, c, d } = poses[i] as Affine;
    out[at++] = a;
    out[at++] = b;
    out[at++] = c;
    out[at++] = d;
  }
  return out;
}

function screenedPose(affine: Affine, out: Float32Array, at: number): ScreenedPose {
  return {
    affine,
    offset: {
      x: out[at] as number,
      y: out[at + 1] as number,
      halfTurn: out[at + 2] === 1 ? 1 : -1,
      zScore: out[at + 3] as number,
    },
  };
}

/** Frequencies of all carriers in cycles per view pixel. */
function frequenciesUnder(
  { a, b, c, d }: Affine,
  { u, v, carriers, tileSide }: CarrierLayout,
): { readonly fx: Float32Array; readonly fy: Float32Array } {
  const fx = new Float32Array(carriers);
  const fy = new Float32Array(carriers);
  for (let i = 0; i < carriers; i++) {
    const px = (u[i] as number) / tileSide;
    const py = (v[i] as number) / tileSide;
    fx[i] = a * px + b * py;
    fy[i] = c * px + d * py;
  }
  return { fx, fy };
}
