/**
 * What became of the hues of the whole picture. With c = (Cb, Cr) less its mean as a complex number, q the picture and r its reference, hues that were
 * turned by one angle t have q ~ g exp(i t) r, so
 *     t = arg <r* q>,   coherence = |<r* q>| / sqrt(<|r|^2> <|q|^2>)
 * by least squares. Of a picture toned in one colour, or from one to another, chroma is a function of luma: what is left of it in bins of luma,
 *     beyond luma = sqrt(mean over pixels of |c - mean of c over the bin|^2).
 * @module
 */
import type { Plane } from '../../raster.ts';

export interface HueChange {
  /** t, degrees in (-180, 180]; 0 where either picture has no colours. */
  readonly hueTurnDeg: number;
  /** 0..1. */
  readonly hueCoherence: number;
  /** Chroma that luma does not tell, after the change and before it, levels. */
  readonly chromaBeyondLuma: number;
  readonly chromaBeyondLumaBefore: number;
}

/** Every so manyth pixel: hues of a whole picture need no more. */
const STEP = 5;
const BINS = 32;
const LEVELS = 256;
/** Mean square of chroma below which there are no hues, levels^2. */
const ENERGY_MIN = 1;

type LumaChroma = readonly [Plane, Plane, Plane];

/** @param inside 1 where the two are compared */
export function hueChange(after: LumaChroma, before: LumaChroma, inside: Uint8Array): HueChange {
  const places: number[] = [];
  for (let i = 0; i < inside.length; i += STEP) if (inside[i] === 1) places.push(i);
  const [q, r] = [centred(after, places), centred(before, places)];
  let [along, across] = [0, 0];
  for (let k = 0; k < places.length; k++) {
    along += (r.cb[k] as number) * (q.cb[k] as number) + (r.cr[k] as number) * (q.cr[k] as number);
    across += (r.cb[k] as number) * (q.cr[k] as number) - (r.cr[k] as number) * (q.cb[k] as number);
  }
  const hasHues = Math.min(q.energy, r.energy) >= ENERGY_MIN * places.length && places.length > 0;
  return {
    hueTurnDeg: hasHues ? (180 / Math.PI) * Math.atan2(across, along) : 0,
    hueCoherence: hasHues ? Math.hypot(along, across) / Math.sqrt(q.energy * r.energy) : 0,
    chromaBeyondLuma: beyondLuma(after[0], q, places),
    chromaBeyondLumaBefore: beyondLuma(before[0], r, places),
  };
}

interface Chroma {
  readonly cb: Float32Array;
  readonly cr: Float32Array;
  /** Sum of squares. */
  readonly energy: number;
}

function centred([, cb, cr]: LumaChroma, places: readonly number[]): Chroma {
  const [u, v] = [valuesAt(cb, places), valuesAt(cr, places)];
  const [meanU, meanV] = [meanOf(u), meanOf(v)];
  let energy = 0;
  for (let k = 0; k < places.length; k++) {
    const [a, b] = [(u[k] as number) - meanU, (v[k] as number) - meanV];
    u[k] = a;
    v[k] = b;
    energy += a * a + b * b;
  }
  return { cb: u, cr: v, energy };
}

// Loops: `from` and `reduce` of typed arrays take several times as long.
function valuesAt({ data }: Plane, places: readonly number[]): Float32Array {
  const out = new Float32Array(places.length);
  for (let k = 0; k < out.length; k++) out[k] = data[places[k] as number] as number;
  return out;
}

function meanOf(values: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k] as number;
  return values.length === 0 ? 0 : sum / values.length;
}

function beyondLuma({ data: luma }: Plane, { cb, cr, energy }: Chroma, places: readonly number[]): number {
  const [sumU, sumV, counts] = [new Float64Array(BINS), new Float64Array(BINS), new Float64Array(BINS)];
  for (let k = 0; k < places.length; k++) {
    const level = luma[places[k] as number] as number;
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor((level * BINS) / LEVELS)));
    sumU[bin] = (sumU[bin] as number) + (cb[k] as number);
    sumV[bin] = (sumV[bin] as number) + (cr[k] as number);
    counts[bin] = (counts[bin] as number) + 1;
  }
  // What the means of the bins hold of the energy.
  let told = 0;
  for (let bin = 0; bin < BINS; bin++)
    told += ((sumU[bin] as number) ** 2 + (sumV[bin] as number) ** 2) / Math.max(1, counts[bin] as number);
  return Math.sqrt(Math.max(0, energy - told) / Math.max(1, places.length));
}
