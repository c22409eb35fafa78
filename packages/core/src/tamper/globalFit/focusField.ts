/**
 * Sharpness that goes with the place: a plane of focus that stands aslant, corners that a lens draws softly, a toy-town look. With B_k bands of
 * the reference r,
 *     q = r + sum_k g_k(x, y) B_k,   B_k = G_(k-1) * r - G_k * r,   G_0 * r = r,
 *     g_k = a + b u + c v + d u^2 + e u v + f v^2 + h (u^2 + v^2)^2,   u, v from the middle, in [-1, 1],
 * by robust least squares (Cauchy weights that narrow). So few terms follow no blurred face.
 * @module
 */
import { type Plane, type Size } from '../../raster.ts';
import { gaussianBlur } from '../../signal/blur/gaussianBlur.ts';
import { NormalEquations } from '../../signal/normalEquations.ts';
import type { ColourPlanes } from '../alignment/registeredColour.ts';
import { copyOf } from './colourMixing.ts';
import { lumaOf } from './lumaChroma.ts';

/** Standard deviations of the G_k, px. */
const SIGMAS = [1, 2, 4, 8] as const;
const MONOMIALS = 7;
const UNKNOWNS = SIGMAS.length * MONOMIALS;
const SAMPLES_MAX = 12_000;
/** Fewer samples fix no field. */
const SAMPLES_MIN = 40 * UNKNOWNS;
/** Widths of the weights, levels, one after the other. */
const WIDTHS = [64, 32, 16, 8, 5, 4] as const;
/** Pulls the gains of a plain picture to 0, levels^2 a sample. */
const RIDGE = 0.05;
/** A band that is gone has gain -1; a sharpened one seldom doubles. */
const [GAIN_MIN, GAIN_MAX] = [-1, 1];

/**
 * The reference as sharp as the query is at each place; the very same if too little is there to fit.
 * @param query, reference of one tone, without any low-pass
 * @param mask 1 where both have a pixel
 */
export function withFocusOf(query: ColourPlanes, reference: ColourPlanes, mask: Uint8Array): ColourPlanes {
  const [luma, seen] = [lumaOf(reference), lumaOf(query)];
  const bands = bandsOf(luma);
  const places = placesIn(mask);
  if (places.length < SAMPLES_MIN) return reference;
  const gains = fitGains(bands, seen.data, luma, places);
  const out = copyOf(reference);
  const terms = new Float64Array(MONOMIALS);
  for (let y = 0, i = 0; y < luma.height; y++)
    for (let x = 0; x < luma.width; x++, i++) {
      monomialsAt(x, y, luma, terms);
      let add = 0;
      for (let k = 0; k < bands.length; k++) {
        let gain = 0;
        for (let m = 0; m < MONOMIALS; m++) gain += (gains[k * MONOMIALS + m] as number) * (terms[m] as number);
        add += Math.min(GAIN_MAX, Math.max(GAIN_MIN, gain)) * ((bands[k] as Float32Array)[i] as number);
      }
      for (const channel of out.channels) channel[i] = (channel[i] as number) + add;
    }
  return out;
}

function bandsOf(luma: Plane): readonly Float32Array[] {
  let above = luma;
  return SIGMAS.map((sigma) => {
    const below = gaussianBlur(luma, sigma, { truncate: 3 });
    const band = above.data.map((value, i) => value - (below.data[i] as number));
    above = below;
    return band;
  });
}

function placesIn(mask: Uint8Array): Int32Array {
  const stride = Math.max(1, Math.floor(mask.length / SAMPLES_MAX)) | 1;
  const room = new Int32Array(Math.ceil(mask.length / stride));
  let count = 0;
  for (let i = 0; i < mask.length; i += stride) if (mask[i] === 1) room[count++] = i;
  return room.subarray(0, count);
}

function monomialsAt(x: number, y: number, { width, height }: Size, out: Float64Array): void {
  const [u, v] = [(2 * x + 1) / width - 1, (2 * y + 1) / height - 1];
  out[0] = 1;
  out[1] = u;
  out[2] = v;
  out[3] = u * u;
  out[4] = u * v;
  out[5] = v * v;
  out[6] = (u * u + v * v) ** 2;
}

function fitGains(bands: readonly Float32Array[], query: Float32Array, luma: Plane, places: Int32Array): Float64Array {
  let gains: Float64Array = new Float64Array(UNKNOWNS);
  const terms = new Float64Array(MONOMIALS);
  const row = new Float64Array(UNKNOWNS);
  for (const width of WIDTHS) {
    const equations = new NormalEquations(UNKNOWNS);
    for (const i of places) {
      monomialsAt(i % luma.width, Math.floor(i / luma.width), luma, terms);
      let explained = 0;
      for (let k = 0, j = 0; k < bands.length; k++)
        for (let m = 0; m < MONOMIALS; m++, j++) {
          const value = ((bands[k] as Float32Array)[i] as number) * (terms[m] as number);
          row[j] = value;
          explained += value * (gains[j] as number);
        }
      const e = (query[i] as number) - (luma.data[i] as number);
      equations.add(row, e, 1 / (1 + ((e - explained) / width) ** 2));
    }
    gains = equations.solve(RIDGE * places.length);
  }
  return gains;
}
