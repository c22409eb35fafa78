/**
 * Gaussian and difference-of-Gaussian pyramid:
 *     L(x, y, sigma) = g_sigma * I,   D(x, y, sigma) = L(x, y, k sigma) - L(x, y, sigma),   k = 2^(1/S).
 * Every octave has S + 3 Gaussians, so that extrema are searched on S levels; the next octave starts from the Gaussian
 * of twice the first sigma, every second sample taken.
 * Source: Lowe 2004, "Distinctive Image Features from Scale-Invariant Keypoints", section 3.
 * @module
 */
import type { Pointer } from '../kernels/kernelMemory.ts';
import { withKernels } from '../kernels/kernels.ts';
import { type Plane, plane } from '../raster.ts';
import { fitsKernel, gaussianBlur, gaussianHalfKernel, gaussianInMemory } from '../signal/blur/gaussianBlur.ts';
import { resizeBilinear } from '../signal/resample/resize.ts';

/** S, levels per octave; Lowe 2004, section 3.2, figure 3. */
export const LEVELS_PER_OCTAVE = 3;
/** Blur of the first level; Lowe 2004, section 3.3, figure 4. */
export const FIRST_SIGMA = 1.6;
/** Blur that a camera picture is assumed to have; Lowe 2004, section 3.3. */
const CAMERA_SIGMA = 0.5;
/** Octaves stop where a side would be shorter; smaller planes have no room inside the border of the search. */
const SIDE_MIN = 16;

export interface Octave {
  /** Pixels of the searched plane per pixel of this octave. */
  readonly step: number;
  /** L at sigma 1.6 * 2^(i/S) octave pixels, i = 0..S+2. */
  readonly gaussians: readonly Plane[];
  /** D, i = 0..S+1. */
  readonly differences: readonly Plane[];
}

export interface ScaleSpace {
  readonly octaves: readonly Octave[];
  /** An octave coordinate u lies at  u * step + shift  of the searched plane. */
  readonly shift: number;
}

/** @param doubled start from the picture enlarged twice, which about quadruples the features; Lowe 2004, section 3.3. */
export function buildScaleSpace(luma: Plane, doubled: boolean): ScaleSpace {
  const start = doubled ? resizeBilinear(luma, 2 * luma.width, 2 * luma.height) : luma;
  const startSigma = doubled ? 2 * CAMERA_SIGMA : CAMERA_SIGMA;
  const octaves: Octave[] = [];
  let first = gaussianBlur(start, Math.sqrt(FIRST_SIGMA ** 2 - startSigma ** 2));
  for (let step = doubled ? 0.5 : 1; ; step *= 2) {
    const octave = buildOctave(first, step);
    octaves.push(octave);
    first = takeEverySecond(octave.gaussians[LEVELS_PER_OCTAVE] as Plane);
    if (Math.min(first.width, first.height) < SIDE_MIN) break;
  }
  // Enlarging by pixel centres puts sample u at u / 2 - 1/4.
  return { octaves, shift: doubled ? -0.25 : 0 };
}

/** Sigma of level `i` (which may be fractional), in pixels of its octave. */
export function sigmaOfLevel(i: number): number {
  return FIRST_SIGMA * 2 ** (i / LEVELS_PER_OCTAVE);
}

/** Blurs add in squares: from sigma_i to sigma_i+1 it takes sqrt(sigma_i+1^2 - sigma_i^2). */
function buildOctave(first: Plane, step: number): Octave {
  if (!fitsKernel(first)) return octaveScalar(first, step);
  return withKernels(
    (kernels, memory) => {
      const { width, height } = first;
      const count = width * height;
      const copyOut = (at: Pointer): Plane => ({ width, height, data: memory.floats(at, count).slice() });
      const gaussians = [first];
      const differences: Plane[] = [];
      let [previous, next] = [memory.copyIn(first.data), memory.reserve(4 * count)];
      const difference = memory.reserve(4 * count);
      for (let i = 1; i < LEVELS_PER_OCTAVE + 3; i++) {
        gaussianInMemory({ kernels, memory }, first, previous, next, gaussianHalfKernel(stepSigma(i)));
        kernels.subtractPlanes(next, previous, difference, count);
        gaussians.push(copyOut(next));
        differences.push(copyOut(difference));
        [previous, next] = [next, previous];
      }
      return { step, gaussians, differences };
    },
    () => octaveScalar(first, step),
  );
}

/** From level i - 1 to level i. */
const stepSigma = (i: number): number => Math.sqrt(sigmaOfLevel(i) ** 2 - sigmaOfLevel(i - 1) ** 2);

/** Scalar fallback of the kernels. */
function octaveScalar(first: Plane, step: number): Octave {
  const gaussians = [first];
  const differences: Plane[] = [];
  for (let i = 1; i < LEVELS_PER_OCTAVE + 3; i++) {
    const previous = gaussians[i - 1] as Plane;
    const next = gaussianBlur(previous, stepSigma(i));
    gaussians.push(next);
    differences.push(subtract(next, previous));
  }
  return { step, gaussians, differences };
}

function subtract(a: Plane, b: Plane): Plane {
  const out = plane(a.width, a.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = (a.data[i] as number) - (b.data[i] as number);
  return out;
}

function takeEverySecond(input: Plane): Plane {
  const out = plane(Math.ceil(input.width / 2), Math.ceil(input.height / 2));
  for (let y = 0, p = 0; y < out.height; y++)
    for (let x = 0; x < out.width; x++) out.data[p++] = input.data[2 * y * input.width + 2 * x] as number;
  return out;
}
