/**
 * Light that was changed from place to place, as the tone field found it (`globalFit/toneField.ts`): of the gain
 *     g(x, y) = f / t,   f luma with the field, t luma with the tone change of the whole picture alone,
 * what a smooth fall of light explains,
 *     g ~ c + a u + b v + k (u^2 + v^2),   u, v from the centre, half diagonals,
 * by least squares over patches, and what is left: a vignette is the first, local contrast enhancement the second.
 * @module
 */
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import { lumaChroma } from '../globalFit/lumaChroma.ts';
import { factorise, solveFactorised } from '../../signal/cholesky.ts';

export interface LightChange {
  /** How much darker the corners became than the centre, as a share of the light; negative if brighter. 0 without a field. */
  readonly cornerFall: number;
  /** Root mean square of what the field changes beyond a smooth fall of light, levels; 0 without a field. */
  readonly localTone: number;
}

/** Side of the patches, px of the working picture. */
const PATCH = 16;
/** A patch darker than this has no gain that can be told, levels. */
const LIGHT_MIN = 12;
/** Fewer patches fix no fall of light. */
const PATCHES_MIN = 12;
const TERMS = 4;

export function lightChange({ globalLow, fittedLow, inside }: AlignedPictures): LightChange {
  if (globalLow === fittedLow) return { cornerFall: 0, localTone: 0 };
  const before = lumaChroma(globalLow)[0].data;
  const after = lumaChroma(fittedLow)[0].data;
  const { width, height } = fittedLow;
  const half = Math.hypot(width, height) / 2;
  const termsAt = (x: number, y: number): readonly [number, number, number, number] => {
    const [u, v] = [(x - width / 2) / half, (y - height / 2) / half];
    return [1, u, v, u * u + v * v];
  };
  const normal = new Float64Array(TERMS * TERMS);
  const right = new Float64Array(TERMS);
  let patches = 0;
  for (let y = 0; y + PATCH <= height; y += PATCH)
    for (let x = 0; x + PATCH <= width; x += PATCH) {
      const gain = gainIn(before, after, inside, width, x, y);
      if (gain === null) continue;
      patches++;
      const terms = termsAt(x + PATCH / 2, y + PATCH / 2);
      for (let k = 0; k < TERMS; k++) {
        right[k] = (right[k] as number) + gain * (terms[k] as number);
        for (let l = 0; l <= k; l++)
          normal[k * TERMS + l] = (normal[k * TERMS + l] as number) + (terms[k] as number) * (terms[l] as number);
      }
    }
  if (patches < PATCHES_MIN) return { cornerFall: 0, localTone: 0 };
  for (let k = 0; k < TERMS; k++) normal[k * TERMS + k] = (normal[k * TERMS + k] as number) + 1e-6 * patches;
  factorise(normal, TERMS);
  solveFactorised(normal, TERMS, right);
  const smoothAt = (x: number, y: number): number =>
    termsAt(x, y).reduce((sum, term, k) => sum + term * (right[k] as number), 0);
  let [squares, count] = [0, 0];
  for (let i = 0; i < inside.length; i++) {
    if (inside[i] === 0) continue;
    const smooth = smoothAt(i % width, Math.floor(i / width));
    squares += ((after[i] as number) - smooth * (before[i] as number)) ** 2;
    count++;
  }
  return { cornerFall: -(right[3] as number), localTone: count > 0 ? Math.sqrt(squares / count) : 0 };
}

/** Ratio of the light in a patch, null where too little of it is comparable or light. */
function gainIn(
  before: Float32Array,
  after: Float32Array,
  inside: Uint8Array,
  width: number,
  left: number,
  top: number,
): number | null {
  let [from, to, count] = [0, 0, 0];
  for (let y = top; y < top + PATCH; y++)
    for (let x = left, i = y * width + left; x < left + PATCH; x++, i++) {
      if (inside[i] === 0) continue;
      from += before[i] as number;
      to += after[i] as number;
      count++;
    }
  return count >= PATCH ** 2 / 2 && from / count >= LIGHT_MIN ? to / from : null;
}
