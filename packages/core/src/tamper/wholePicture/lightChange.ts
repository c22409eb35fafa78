/**
 * Light that was changed from place to place: of the gain
 *     g(x, y) = q / t,   q luma of the picture, t of the reference with the tone change of the whole picture alone,
 * what a smooth fall of light explains,
 *     g ~ c + a u + b v + k (u^2 + v^2),   u, v from the centre, half diagonals,
 * by least squares over patches, a vignette if it explains much; and what of the tone field (`globalFit/toneField.ts`) it
 * leaves: local contrast enhancement.
 * @module
 */
import type { Size } from '../../raster.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import { lumaOf } from '../globalFit/lumaChroma.ts';
import { NormalEquations } from '../../signal/normalEquations.ts';

export interface LightChange {
  /** How much darker the corners became than the centre, as a share of the light; negative if brighter. 0 where that explains little. */
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
/** Keeps the system regular where all patches lie on a line. */
const RIDGE = 1e-6;
/** Share of the gain's variance that a fall of light has to explain. */
const EXPLAINED_MIN = 0.3;

export function lightChange({ queryLow, globalLow, fittedLow, inside }: AlignedPictures): LightChange {
  const { width, height } = fittedLow;
  const before = lumaOf(globalLow).data;
  const patches = gainsOf(lumaOf(queryLow).data, before, inside, fittedLow);
  if (patches.length < PATCHES_MIN) return { cornerFall: 0, localTone: 0 };
  const fall = fittedFall(patches);
  const mean = patches.reduce((sum, { gain }) => sum + gain, 0) / patches.length;
  const spread = patches.reduce((sum, { gain }) => sum + (gain - mean) ** 2, 0);
  const left = patches.reduce((sum, { gain, terms }) => sum + (gain - smoothAt(terms, fall)) ** 2, 0);
  const cornerFall = spread > 0 && 1 - left / spread >= EXPLAINED_MIN ? -(fall[3] as number) : 0;
  if (globalLow === fittedLow) return { cornerFall, localTone: 0 };
  return { cornerFall, localTone: beyondFall(lumaOf(fittedLow).data, before, inside, fall, { width, height }) };
}

/** Root mean square of what a fall of light leaves, levels. */
function beyondFall(
  after: Float32Array,
  before: Float32Array,
  inside: Uint8Array,
  fall: Float64Array,
  { width, height }: Size,
): number {
  let squares = 0;
  let count = 0;
  for (let i = 0; i < inside.length; i++) {
    if (inside[i] === 0) continue;
    const smooth = smoothAt(termsAt(i % width, Math.floor(i / width), width, height), fall);
    squares += ((after[i] as number) - smooth * (before[i] as number)) ** 2;
    count++;
  }
  return count > 0 ? Math.sqrt(squares / count) : 0;
}

function smoothAt(terms: readonly number[], fall: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < terms.length; k++) sum += (terms[k] as number) * (fall[k] as number);
  return sum;
}

interface PatchGain {
  readonly gain: number;
  readonly terms: readonly number[];
}

function termsAt(x: number, y: number, width: number, height: number): readonly number[] {
  const half = Math.hypot(width, height) / 2;
  const [u, v] = [(x - width / 2) / half, (y - height / 2) / half];
  return [1, u, v, u * u + v * v];
}

function gainsOf(
  after: Float32Array,
  before: Float32Array,
  inside: Uint8Array,
  { width, height }: Size,
): readonly PatchGain[] {
  const patches: PatchGain[] = [];
  for (let y = 0; y + PATCH <= height; y += PATCH)
    for (let x = 0; x + PATCH <= width; x += PATCH) {
      const gain = gainIn(before, after, inside, width, x, y);
      if (gain !== null) patches.push({ gain, terms: termsAt(x + PATCH / 2, y + PATCH / 2, width, height) });
    }
  return patches;
}

/** c, a, b, k. */
function fittedFall(patches: readonly PatchGain[]): Float64Array {
  const equations = new NormalEquations(TERMS);
  for (const { gain, terms } of patches) equations.add(terms, gain);
  return equations.solve(RIDGE * patches.length);
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
  let from = 0;
  let to = 0;
  let count = 0;
  for (let y = top; y < top + PATCH; y++)
    for (let x = left, i = y * width + left; x < left + PATCH; x++, i++) {
      if (inside[i] === 0) continue;
      from += before[i] as number;
      to += after[i] as number;
      count++;
    }
  return count >= PATCH ** 2 / 2 && from / count >= LIGHT_MIN ? to / from : null;
}
