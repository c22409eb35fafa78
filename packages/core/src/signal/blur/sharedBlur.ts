/**
 * Gaussian blurs of planes that several measures look at: each is made once, and lives as long as its plane.
 * @module
 */
import type { Plane } from '../../raster.ts';
import { gaussianBlur } from './gaussianBlur.ts';

const seen = new WeakMap<Float32Array, Map<number, Plane>>();

/** Truncated at three standard deviations. @param input nobody writes to it any more, nor to the result */
export function sharedBlur(input: Plane, sigma: number): Plane {
  const ofInput = seen.get(input.data) ?? new Map<number, Plane>();
  seen.set(input.data, ofInput);
  const made = ofInput.get(sigma) ?? gaussianBlur(input, sigma, { truncate: 3 });
  ofInput.set(sigma, made);
  return made;
}
