/** The samples around a keypoint that vote for directions, and their weights, in the kernels' memory. @module */
import type { KernelMemory, Pointer } from '../kernels/kernelMemory.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { Plane } from '../raster.ts';

export interface KeypointWindow {
  /** Columns and rows about the keypoint's sample, so that every one has neighbours. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** @param x, y of the sample. @param radius of the whole window */
export const keypointWindow = ({ width, height }: Plane, x: number, y: number, radius: number): KeypointWindow => ({
  left: Math.max(-radius, 1 - x),
  right: Math.min(radius, width - 2 - x),
  top: Math.max(-radius, 1 - y),
  bottom: Math.min(radius, height - 2 - y),
});

/** Gaussian weights of the distances 0 .. radius. */
export function falloffOf(radius: number, sigma: number): Float64Array {
  const out = new Float64Array(radius + 1);
  for (let n = 0; n <= radius; n++) out[n] = Math.exp((-n * n) / (2 * sigma ** 2));
  return out;
}

/** Kernels go by four columns. */
const COLUMNS_BEYOND = 3;

/** `falloffOf` for columns -radius .. radius, and 0 beyond. */
export function falloffInMemory(memory: KernelMemory, falloff: Float64Array): Pointer {
  const radius = falloff.length - 1;
  const at = memory.reserve(4 * (2 * radius + 1 + COLUMNS_BEYOND));
  const weights = memory.floats(at, 2 * radius + 1 + COLUMNS_BEYOND).fill(0);
  for (let n = 0; n <= radius; n++) {
    weights[radius + n] = falloff[n] as number;
    weights[radius - n] = falloff[n] as number;
  }
  return at;
}

/** Lays the planes there once for all keypoints of a frame. Behind them is room for what kernels read beyond. */
export function sharePlanes(kernels: Kernels, memory: KernelMemory, planes: readonly Plane[]): void {
  for (const { data } of planes) memory.share(data);
  memory.reserve(kernels.gradientScratchBytes());
}
