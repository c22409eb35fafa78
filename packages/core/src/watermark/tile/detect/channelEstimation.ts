/**
 * How much of the mark came through at each radius of frequency, learnt from the pilots, as a radio learns its channel:
 * reductions, blur and compression take the fine carriers first, and a carrier that was taken away carries only noise.
 * Least squares with a Gaussian window over radius and a pull towards the mean gain:
 *     g(r) = (sum_k K(r - r_k) a_k s_k / n_k + lambda g0) / (sum_k K(r - r_k) s_k^2 / n_k + lambda),
 * a_k the received and s_k the sent amplitude of pilot k, n_k its noise. Gains below zero are noise and count as zero.
 * @module
 */
import { type CarrierLayout, PILOTS } from '../carriers/carrierLayout.ts';

/** Width of the window, cycles per canonical pixel: about a sixth of a track's band. */
const WINDOW_SIGMA = 0.025;
/** Weight of the mean gain, as a share of all pilots' weight. */
const PULL = 0.02;
/** The gain is worked out at these steps of radius, a fifth of the window, and interpolated. */
const TABLE_STEP = 0.005;

/**
 * Sum of the pilots over the root of their squares below which they say nothing of the channel: they were taken away
 * (withoutPilots.ts). It is 9.4 for clean pilots, 1 for noise.
 */
const PILOTS_ARRIVED = 3;

/** What of the gains depends on the carrier layout alone. */
interface GainTable {
  /** exp(-(r - r_k)^2 / (2 window^2)) for every step of r, PILOTS values each. */
  readonly windows: Float32Array;
  readonly steps: number;
  /** Radius of every carrier in steps. */
  readonly positions: Float32Array;
}

/** Made once for a layout: 12,000 exponentials cost more than the rest of a reading. */
const gainTables = new WeakMap<CarrierLayout, GainTable>();

function gainTableOf(layout: CarrierLayout): GainTable {
  const known = gainTables.get(layout);
  if (known) return known;
  const { u, v, tileSide, carriers } = layout;
  const radii = Float64Array.from(
    { length: carriers },
    (_, i) => Math.hypot(u[i] as number, v[i] as number) / tileSide,
  );
  const steps = Math.ceil(Math.SQRT1_2 / TABLE_STEP) + 2;
  const windows = Float32Array.from({ length: steps * PILOTS }, (_, at) => {
    const radius = Math.floor(at / PILOTS) * TABLE_STEP;
    return Math.exp(-0.5 * ((radius - (radii[at % PILOTS] as number)) / WINDOW_SIGMA) ** 2);
  });
  const table = { windows, steps, positions: Float32Array.from(radii, (radius) => radius / TABLE_STEP) };
  gainTables.set(layout, table);
  return table;
}

/**
 * @param aligned real part of each pilot after its known phase is taken off
 * @param noise of each pilot
 * @returns the gain of every carrier; scaled at will, 0 or more; all alike if no pilot arrived
 */
export function channelGains(layout: CarrierLayout, aligned: Float32Array, noise: Float32Array): Float32Array {
  const { windows, steps, positions } = gainTableOf(layout);
  const received = new Float32Array(PILOTS);
  const sent = new Float32Array(PILOTS);
  for (let k = 0; k < PILOTS; k++) {
    const amplitude = layout.amplitude[k] as number;
    const weight = amplitude / (noise[k] as number);
    received[k] = weight * (aligned[k] as number);
    sent[k] = weight * amplitude;
  }
  if (!arrived(aligned, noise)) return new Float32Array(positions.length).fill(1);
  const upperPull = PULL * sum(received);
  const lowerPull = PULL * (sum(sent) + 1e-20);
  const gains = new Float32Array(steps);
  for (let i = 0; i < steps; i++) {
    let upper = upperPull;
    let lower = lowerPull;
    for (let k = 0; k < PILOTS; k++) {
      const window = windows[i * PILOTS + k] as number;
      upper += window * (received[k] as number);
      lower += window * (sent[k] as number);
    }
    gains[i] = Math.max(0, upper / lower);
  }
  return valuesAt(gains, positions);
}

/** Linear between the steps of a table. */
function valuesAt(table: Float32Array, positions: Float32Array): Float32Array {
  const out = new Float32Array(positions.length);
  for (let i = 0; i < out.length; i++) {
    const at = positions[i] as number;
    const low = Math.floor(at);
    out[i] = (table[low] as number) + (at - low) * ((table[low + 1] as number) - (table[low] as number));
  }
  return out;
}

const arrived = (aligned: Float32Array, noise: Float32Array): boolean => pilotZScore(aligned, noise) >= PILOTS_ARRIVED;

/** Sum of the pilots over the root of their squares, each over the root of its noise: about normal where there are none. */
export function pilotZScore(aligned: Float32Array, noise: Float32Array): number {
  let total = 0;
  let squares = 0;
  for (let k = 0; k < PILOTS; k++) {
    const value = (aligned[k] as number) / Math.sqrt(noise[k] as number);
    total += value;
    squares += value * value;
  }
  return squares > 0 ? total / Math.sqrt(squares) : 0;
}

function sum(values: Float32Array): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i] as number;
  return total;
}
