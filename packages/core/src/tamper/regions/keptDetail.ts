/**
 * How much of the stored picture's detail is left in the changed regions. Whoever replaces, removes or blurs content takes its detail away, in every
 * band; light, a palette, grain or a codec leave it, or take it everywhere alike. In bands of one octave (`octaveBands.ts`), with sums over the regions I and over the
 * rest O, q the query and r the fitted reference,
 *     c_I = <q r>_I / sqrt((<q q>_I + e) (<r r>_I + e)),   c_O the same over O,   g = <q r>_O / (<r r>_O + e),
 *     x   = min(c_O, sqrt(s / (s + n))),   s = g^2 <r r>_I,   n = <(q - g r)^2>_O,
 * x is the coherence that detail of the regions' own strength would have if it were there and as noisy as the rest. Then
 *     kept = mean of max(0, c_I) / x over the bands with x >= 1/2,
 * at most 1, and nothing is said where fewer than three bands are left: flat regions, or a picture that lost its detail all over.
 * @module
 */
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import { BAND_SIGMAS, lowPasses, type Products } from '../cues/octaveBands.ts';
import { lumaOf } from '../globalFit/lumaChroma.ts';
import { areaOf, both } from './masks.ts';
import { dilate, erode } from './morphology.ts';

/** Expected coherence from which a band says something, and the bands that must. */
const EXPECTED_MIN = 0.5;
const BANDS_MIN = 3;
/** Energy of rounding, levels^2. */
const ROUNDING = 0.1;
/** The rim of a region is part edge: it is left out, px; but of small regions, of which less than this many px are left, it is not. */
const RIM = 3;
const AREA_MIN = 256;
/** Nearer than this to a region nothing counts as the rest, px: twice the widest low-pass. */
const BESIDE = 13;
/** With less of the rest than this, fraction of the overlap, nothing is known of it. */
const REST_MIN = 0.1;

/**
 * @param changed 1 in the changed regions, on the working picture
 * @param overlay 1 where something was laid over the picture; null if nothing was
 * @returns 0..1; null where nothing changed or nothing can be told
 */
export function keptDetail(
  { query, fitted, inside }: Pick<AlignedPictures, 'query' | 'fitted' | 'inside'>,
  changed: Uint8Array,
  overlay: Uint8Array | null,
): number | null {
  if (!changed.includes(1)) return null;
  const { width, height } = query;
  const inner = both(erode(changed, width, height, RIM), inside);
  const region = areaOf(inner) >= AREA_MIN ? inner : both(changed, inside);
  const rest = outside(inside, dilate(changed, width, height, BESIDE), overlay);
  if (areaOf(region) === 0 || areaOf(rest) < REST_MIN * areaOf(inside)) return null;
  const [q, r] = [lowPasses(lumaOf(query)), lowPasses(lumaOf(fitted))];
  let sum = 0;
  let bands = 0;
  for (let band = 0; band < BAND_SIGMAS.length; band++) {
    const [ofRegion, ofRest] = [productsIn(q, r, band, region), productsIn(q, r, band, rest)];
    const expected = expectedCoherence(ofRegion, ofRest);
    if (expected < EXPECTED_MIN) continue;
    sum += Math.max(0, coherence(ofRegion)) / expected;
    bands++;
  }
  return bands < BANDS_MIN ? null : Math.min(1, sum / bands);
}

function productsIn(q: readonly Float32Array[], r: readonly Float32Array[], band: number, mask: Uint8Array): Products {
  const [q0, q1] = [q[band] as Float32Array, q[band + 1] as Float32Array];
  const [r0, r1] = [r[band] as Float32Array, r[band + 1] as Float32Array];
  let qq = 0;
  let rr = 0;
  let qr = 0;
  let count = 0;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    const a = (q0[i] as number) - (q1[i] as number);
    const b = (r0[i] as number) - (r1[i] as number);
    qq += a * a;
    rr += b * b;
    qr += a * b;
    count++;
  }
  return [qq / count, rr / count, qr / count];
}

const coherence = ([qq, rr, qr]: Products): number => qr / Math.sqrt((qq + ROUNDING) * (rr + ROUNDING));

/** x; 0 where the rest of the picture shares nothing. */
function expectedCoherence([, energy]: Products, ofRest: Products): number {
  const [qq, rr, qr] = ofRest;
  const gain = qr / (rr + ROUNDING);
  if (gain <= 0) return 0;
  const noise = Math.max(ROUNDING, qq - 2 * gain * qr + gain ** 2 * rr);
  const signal = gain ** 2 * energy;
  return Math.min(coherence(ofRest), Math.sqrt(signal / (signal + noise)));
}

/** 1 where the first mask is and neither of the others. */
function outside(inside: Uint8Array, beside: Uint8Array, overlay: Uint8Array | null): Uint8Array {
  const out = new Uint8Array(inside.length);
  for (let i = 0; i < out.length; i++)
    if (inside[i] === 1 && beside[i] === 0 && (overlay === null || overlay[i] === 0)) out[i] = 1;
  return out;
}
