/**
 * A veil across the whole picture, as captions on the web lie on: black or white whose opacity changes from line to line of pixels, or keeps
 * one value in a bar,
 *     q = g(t) r + (1 - g(t)) c,
 * t counting rows from the top or columns from the left. g(t) is the median of (q - c) / (r - c) over a line, so that letters on the veil, which take
 * less than half of a line, do not matter. Outside it the picture must have kept its tone, or nobody could say where it begins. It is laid over the
 * stored picture before anything else is fitted: a field of light that follows it would be off beside it, and the letters alone are left to be judged.
 * @module
 */
import type { Size } from '../../raster.ts';
import { ranked } from '../../signal/orderStatistics.ts';
import type { ColourPlanes, WarpedReference } from './registeredColour.ts';

/** From so much of the stored picture on, a line is seen as it was; below, it is veiled. */
const KEPT_MIN = 0.95;
/** So many of the lines that are not veiled are seen between that and its inverse: the picture kept its tone. */
const KEPT_LINES_MIN = 0.9;
/** Least number of veiled lines, px, and most, of all. */
const LINES_MIN = 8;
const VEILED_MAX = 0.6;
/** Of the pixels of a veiled line so many are what the veil makes of them, and so many of the lines are such. */
const EXPLAINED_MIN = 0.45;
const EXPLAINED_LINES_MIN = 0.9;
/** What a pixel may be off by, levels: coding of what is dark and beside letters. */
const TOLERANCE = 10;
/** A pixel tells g if the ink is so far from it, levels. */
const TELLING_MIN = 24;
/** A line of which fewer pixels tell it takes g from the one before. */
const TELLING_SHARE = 0.1;
/** Lines to either side that are asked too. */
const REACH = 3;
/** Below it, more is hidden than seen. */
const HIDDEN_MAX = 0.5;
/** Every n-th line, and of it every n-th pixel, is looked at first. */
const GLANCE_STRIDE = 4;
const INKS = [0, 255] as const;

/** The stored picture, a veil laid over it. */
export interface Veiled {
  /** The stored picture under the veil. */
  readonly laid: WarpedReference;
  /** 1 where more is hidden than seen. */
  readonly hidden: Uint8Array;
}

/** A veil found: of each line how much is seen. */
interface Veil {
  readonly ink: number;
  readonly isOfRows: boolean;
  readonly seen: Float64Array;
}

/** @returns null if there is no veil */
export function underVeilAcross(query: ColourPlanes, laid: WarpedReference): Veiled | null {
  for (const isOfRows of [true, false])
    for (const ink of INKS) {
      if (!mayBeVeil(linesSeen(query, laid, { isOfRows, ink, stride: GLANCE_STRIDE }))) continue;
      const seen = smoothed(linesSeen(query, laid, { isOfRows, ink, stride: 1 }));
      const veil: Veil = { ink, isOfRows, seen };
      if (isVeil(seen) && isExplained(query, laid, veil))
        return { laid: veiledPicture(laid, veil), hidden: hiddenBy(veil, query) };
    }
  return null;
}

/** Indices of the pixels of a line, from the first on. */
function lineOf({ width, height }: Size, isOfRows: boolean, t: number): { first: number; step: number; count: number } {
  return isOfRows ? { first: t * width, step: 1, count: width } : { first: t, step: width, count: height };
}

/** Which lines are looked at, for a veil of which ink: every `stride`-th, and of those every `stride`-th pixel. */
interface Look {
  readonly isOfRows: boolean;
  readonly ink: number;
  readonly stride: number;
}

/** g(t) of those lines. */
function linesSeen(query: ColourPlanes, laid: WarpedReference, { isOfRows, ink, stride }: Look): Float64Array {
  const lines = isOfRows ? query.height : query.width;
  const seen = new Float64Array(Math.ceil(lines / stride));
  const ratios = new Float32Array(3 * Math.max(query.width, query.height));
  // Ink of all channels dims green like the others.
  const channels = stride > 1 ? [1] : [0, 1, 2];
  let before = 1;
  for (let k = 0; k < seen.length; k++) {
    const { first, step, count } = lineOf(query, isOfRows, k * stride);
    let found = 0;
    for (const c of channels) {
      const [shown, stored] = [query.channels[c] as Float32Array, laid.channels[c] as Float32Array];
      for (let n = 0, i = first; n < count; n += stride, i += stride * step) {
        const r = (stored[i] as number) - ink;
        if (laid.covered[i] === 1 && (r >= TELLING_MIN || r <= -TELLING_MIN))
          ratios[found++] = ((shown[i] as number) - ink) / r;
      }
    }
    if (found >= (TELLING_SHARE * channels.length * count) / stride)
      before = Math.max(0, ranked(ratios.slice(0, found), found >> 1) as number);
    seen[k] = before;
  }
  return seen;
}

/** Are there lines that a veil may lie on, and others? Of most pictures few pixels tell that there are none. */
function mayBeVeil(glance: Float64Array): boolean {
  const veiled = glance.reduce((sum, g) => sum + (g < KEPT_MIN ? 1 : 0), 0);
  return veiled >= LINES_MIN / GLANCE_STRIDE && veiled <= VEILED_MAX * glance.length + 1;
}

/** The median of each line and its neighbours: letters on plain ground move that of their own line. Edges of a bar stay. */
function smoothed(seen: Float64Array): Float64Array {
  return seen.map((_, t) => {
    const around = Float32Array.from(seen.subarray(Math.max(0, t - REACH), t + REACH + 1));
    return ranked(around, around.length >> 1) as number;
  });
}

function isVeil(seen: Float64Array): boolean {
  let [veiled, kept] = [0, 0];
  for (const g of seen) {
    if (g < KEPT_MIN) veiled++;
    else if (g <= 1 / KEPT_MIN) kept++;
  }
  const isPart = veiled >= LINES_MIN && veiled <= VEILED_MAX * seen.length;
  return isPart && kept >= KEPT_LINES_MIN * (seen.length - veiled);
}

/** Do most pixels of nearly all veiled lines look as the veil makes them? */
function isExplained(query: ColourPlanes, laid: WarpedReference, { ink, isOfRows, seen }: Veil): boolean {
  let [lines, explained] = [0, 0];
  for (const [t, g] of seen.entries()) {
    if (g >= KEPT_MIN) continue;
    const { first, step, count } = lineOf(query, isOfRows, t);
    let [fitting, of] = [0, 0];
    for (let k = 0, i = first; k < count; k++, i += step) {
      if (laid.covered[i] === 0) continue;
      of++;
      const off = (c: number): number =>
        Math.abs((query.channels[c]?.[i] as number) - ink - g * ((laid.channels[c]?.[i] as number) - ink));
      if (off(0) <= TOLERANCE && off(1) <= TOLERANCE && off(2) <= TOLERANCE) fitting++;
    }
    lines++;
    if (fitting >= EXPLAINED_MIN * of) explained++;
  }
  return explained >= EXPLAINED_LINES_MIN * lines;
}

function veiledPicture(laid: WarpedReference, { ink, isOfRows, seen }: Veil): WarpedReference {
  const { width } = laid;
  const under = (plane: Float32Array): Float32Array =>
    plane.map((value, i) => {
      const g = seen[isOfRows ? Math.floor(i / width) : i % width] as number;
      return g >= KEPT_MIN ? value : ink + g * (value - ink);
    });
  const [r, g, b] = laid.channels;
  return { ...laid, channels: [under(r), under(g), under(b)] };
}

function hiddenBy({ isOfRows, seen }: Veil, { width, height }: Size): Uint8Array {
  const hidden = new Uint8Array(width * height);
  for (let i = 0; i < hidden.length; i++)
    if ((seen[isOfRows ? Math.floor(i / width) : i % width] as number) < HIDDEN_MAX) hidden[i] = 1;
  return hidden;
}
