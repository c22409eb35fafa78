/**
 * How much of the mark came through at each radius of frequency, learnt from the pilots, as a radio learns its channel:
 * reductions, blur and compression take the fine carriers first, and a carrier that was taken away carries only noise.
 * Least squares with a Gaussian window over radius and a pull towards the mean gain:
 *     g(r) = (sum_k K(r - r_k) a_k s_k / n_k + lambda g0) / (sum_k K(r - r_k) s_k^2 / n_k + lambda),
 * a_k what pilot k brought, s_k what it was sent with, n_k its noise. Gains below zero are noise and count as zero.
 * @module
 */
import { type Constellation, PILOTS } from './constellation.ts';

/** Width of the window, cycles per canonical pixel: about a sixth of a track's band. */
const WINDOW_SIGMA = 0.025;
/** Weight of the mean gain, as a share of all pilots' weight. */
const PULL = 0.02;
/** The gain is worked out at these steps of radius, a fifth of the window, and interpolated. */
const TABLE_STEP = 0.005;

/**
 * @param aligned real part of each pilot after its known phase is taken off
 * @param noise of each pilot
 * @returns the gain of every carrier; scaled at will, 0 or more
 */
export function channelGains(
  { u, v, tileSide, carriers, amplitude }: Constellation,
  aligned: Float32Array,
  noise: Float32Array,
): Float32Array {
  const radiusOf = (i: number): number => Math.hypot(u[i] as number, v[i] as number) / tileSide;
  const weights = Float32Array.from({ length: PILOTS }, (_, k) => (amplitude[k] as number) / (noise[k] as number));
  const pilotRadii = weights.map((_, k) => radiusOf(k));
  let brought = 0;
  let sent = 1e-20;
  for (let k = 0; k < PILOTS; k++) {
    brought += (weights[k] as number) * (aligned[k] as number);
    sent += (weights[k] as number) * (amplitude[k] as number);
  }
  const gainAt = (radius: number): number => {
    let upper = PULL * brought;
    let lower = PULL * sent;
    for (let k = 0; k < PILOTS; k++) {
      const distance = (radius - (pilotRadii[k] as number)) / WINDOW_SIGMA;
      const weight = Math.exp(-0.5 * distance * distance) * (weights[k] as number);
      upper += weight * (aligned[k] as number);
      lower += weight * (amplitude[k] as number);
    }
    return Math.max(0, upper / lower);
  };
  const table = Float32Array.from({ length: Math.ceil(Math.SQRT1_2 / TABLE_STEP) + 2 }, (_, i) =>
    gainAt(i * TABLE_STEP),
  );
  return Float32Array.from({ length: carriers }, (_, i) => {
    const at = radiusOf(i) / TABLE_STEP;
    const low = Math.floor(at);
    return (table[low] as number) + (at - low) * ((table[low + 1] as number) - (table[low] as number));
  });
}
