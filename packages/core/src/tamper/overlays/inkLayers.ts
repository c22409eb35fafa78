/**
 * Layers of ink: areas of a changed region whose pixels are, with one colour c and one opacity a for all of them,
 *     q = (1 - a) r + a c
 * (Porter and Duff 1984, "Compositing Digital Images", "over"). Each layer is found by random sample consensus (Fischler and Bolles 1981)
 * among the pixels that no layer explains yet: one pixel fixes an opaque layer, two a translucent one. Only colours that people draw
 * with count, and layers through which more than a quarter is seen only in white and black; in grey and in strong colours where the stored picture has
 * contrast enough to show that one ink makes all of it. Such a colour makes strokes alone, letters or a marker's: over an area a hue laid over is a recoloured region.
 * @module
 */
import { BLACK, type Colour, isGraphicColour, isWhiteOrBlack, WHITE } from './graphicColour.ts';
import {
  consensus,
  inkOf,
  isSeenThrough,
  type Line,
  refined,
  residual,
  SPREAD_MIN,
  through,
  TRANSPARENCY_MAX,
  transparencyOf,
} from './inkLine.ts';
import { indicesOf, maskOf } from '../regions/masks.ts';
import { close, erode, open } from '../regions/morphology.ts';
import { colourAt, distance, type RegionPixels } from './regionPixels.ts';

export interface InkLayer {
  /** 1 - a: how much of the picture below is seen, 0..0.8. */
  readonly transparency: number;
  readonly ink: Colour;
  /** Pixels that lie on it, edges left out. */
  readonly members: readonly number[];
}

export interface InkLayers {
  readonly layers: readonly InkLayer[];
  /** 1 where a layer explains the pixel and, in the mean, its neighbourhood. */
  readonly explained: Uint8Array;
}

/** Up to here a colour hides what is below, as a broadcaster's bar does; a recoloured region shows more of it. */
const COLOURED_TRANSPARENCY_MAX = 0.25;
const LAYERS_MAX = 6;
/** A layer explains at least this fraction of the differing pixels, and this many. */
const FRACTION_MIN = 0.03;
const PIXELS_MIN = 15;
/** Distance of a pixel from what its layer makes of it, levels, and in units of the noise: coding of an edge nearby. */
const TOLERANCE = 8;
const TOLERANCE_PER_NOISE = 2.5;
/** The same for the mean of 5 x 5 pixels: what is painted has no shading. */
const MEAN_TOLERANCE = 3.5;
const MEAN_RADIUS = 2;
/** Fraction of the differing ones of 3 x 3 pixels that belong to its layer; of texture, a layer gets those that happen to be near its colour. */
const OWNED_MIN = 0.65;
/** Layers that are nearer to each other than this are shades of one thing, levels and transparency. */
const APART = 25;
const APART_TRANSPARENCY = 0.15;
/** Colours whose differences from grey differ by less than this are shades of one, levels. */
const SHADE_CHROMA_MAX = 20;
/** Strokes are longer than so many times their width: a marker's line, letters; what people recolour is an area. */
const STROKE_ASPECT_MIN = 4;
/** What is wider than twice this and one is no stroke, edges included, px. */
export const STROKE_RADIUS_MAX = 4;

const isGrey = (ink: Colour): boolean => Math.max(...ink) - Math.min(...ink) <= SHADE_CHROMA_MAX;

const isInk = (line: Line): boolean =>
  line.g <= TRANSPARENCY_MAX &&
  (isGraphicColour(inkOf(line)) || (line.g > COLOURED_TRANSPARENCY_MAX && isGrey(inkOf(line))));

const ORIGIN: Colour = [0, 0, 0];

/** What an ink is, wherever it lies. */
export type Ink = Pick<InkLayer, 'transparency' | 'ink'>;

/** @param known inks of what was told as laid over elsewhere: they need no telling ground */
export function inkLayers(pixels: RegionPixels, known: readonly Ink[] = []): InkLayers {
  const { width, height, differs, differing, noise } = pixels;
  const tolerance = Math.max(TOLERANCE, TOLERANCE_PER_NOISE * noise);
  const { query, reference } = pixels;
  // Asked for every pixel of every draw: no channel more than is needed, and no colour is made.
  const isNear = (c: 0 | 1 | 2, { g, o }: Line, i: number): boolean =>
    Math.abs((query[c][i] as number) - g * (reference[c][i] as number) - o[c]) <= tolerance;
  const fits = (line: Line, i: number): boolean => isNear(0, line, i) && isNear(1, line, i) && isNear(2, line, i);
  const least = Math.max(PIXELS_MIN, FRACTION_MIN * differing);
  // The edges of a layer are mixtures.
  let left = indicesOf(erode(differs, width, height, 1));
  const found: { readonly line: Line; readonly members: readonly number[] }[] = [];
  for (const { transparency: g, ink } of known) {
    const line: Line = { g, o: [(1 - g) * ink[0], (1 - g) * ink[1], (1 - g) * ink[2]] };
    const members = left.filter((i) => fits(line, i));
    if (members.length < least) continue;
    left = left.filter((i) => !fits(line, i));
    found.push({ line, members });
  }
  for (let round = 0; round < LAYERS_MAX && left.length >= least; round++) {
    const drawn = consensus(left, fits, (a, b) => linesThrough(pixels, a, b));
    if (!drawn) break;
    const line = refined(pixels, drawn, left, fits);
    const members = left.filter((i) => fits(line, i));
    if (members.length < least) break;
    left = left.filter((i) => !fits(line, i));
    const isFound = found.some((other) => areAlike(other.line, line));
    if (isInk(line) && isTold(pixels, line, members) && !isFound) found.push({ line, members });
  }
  const flat = found.filter(({ line }) => !found.some((other) => areShades(line, other.line)));
  const explained = new Uint8Array(differs.length);
  for (const { line, members } of flat) markSmooth(pixels, line, members, Math.max(MEAN_TOLERANCE, noise), explained);
  return { layers: flat.map(({ line, members }) => ({ transparency: line.g, ink: inkOf(line), members })), explained };
}

/** Can the layer be nothing else? */
function isTold(pixels: RegionPixels, line: Line, members: readonly number[]): boolean {
  // Of letters on a blank place nobody can say that they are no part of the scene.
  if (line.isOfPlain) return isWide(pixels, members);
  const ink = inkOf(line);
  if (line.g <= COLOURED_TRANSPARENCY_MAX || isWhiteOrBlack(ink)) return true;
  return isSeenThrough(pixels, line, members) && (isGrey(ink) || !isOnArea(pixels, members));
}

/** Is most of it wider than strokes are? */
function isWide({ width, height, differs }: RegionPixels, members: readonly number[]): boolean {
  const wide = open(maskOf(members, differs.length), width, height, STROKE_RADIUS_MAX);
  return 2 * members.filter((i) => wide[i] === 1).length > members.length;
}

/** Does it lie on an area, rather than on strokes that are longer than `STROKE_ASPECT_MIN` times their width? */
function isOnArea({ width, height, differs, differing }: RegionPixels, members: readonly number[]): boolean {
  const radius = Math.floor(Math.sqrt(differing / STROKE_ASPECT_MIN) / 2);
  const wide = open(close(differs, width, height, 1), width, height, radius);
  return 2 * members.filter((i) => wide[i] === 1).length > members.length;
}

const areAlike = (a: Line, b: Line): boolean => distance(a.o, b.o) < APART && Math.abs(a.g - b.g) < APART_TRANSPARENCY;

/** Two brightnesses of one strong colour: a thing of a scene, with light and shade. */
function areShades(a: Line, b: Line): boolean {
  const [one, other] = [inkOf(a), inkOf(b)];
  if (a === b || isWhiteOrBlack(one) || isWhiteOrBlack(other)) return false;
  const mean = (ink: Colour): number => (ink[0] + ink[1] + ink[2]) / 3;
  const chroma = (ink: Colour): Colour => [ink[0] - mean(ink), ink[1] - mean(ink), ink[2] - mean(ink)];
  return distance(chroma(one), chroma(other)) < SHADE_CHROMA_MAX;
}

/** The lines of ink that two pixels may lie on: an opaque one through the first, and translucent ones. */
function linesThrough(pixels: RegionPixels, a: number, b: number): readonly Line[] {
  const towards = areAsPlain(pixels, a, b) ? [BLACK, WHITE].map((ink) => throughOne(pixels, a, ink)) : [];
  const lines = [{ g: 0, o: colourAt(pixels.query, a) }, through(pixels, a, b), ...towards];
  return lines.filter((line) => line !== null && isInk(line)) as Line[];
}

/** Do the two say nothing of a transparency, since the stored picture is as good as one colour there? */
function areAsPlain({ reference }: RegionPixels, a: number, b: number): boolean {
  const [one, other] = [colourAt(reference, a), colourAt(reference, b)];
  return one.reduce((sum, value, c) => sum + (value - (other[c] as number)) ** 2, 0) < SPREAD_MIN;
}

/** On plain ground the hue tells: black and white dim or pale all channels alike. Null if another ink, or none, was laid over it. */
function throughOne({ query, reference }: RegionPixels, i: number, ink: Colour): Line | null {
  const [q, r] = [colourAt(query, i), colourAt(reference, i)];
  // Over ink of its own colour nothing changes.
  const g = transparencyOf([q, r], [ink, ink]);
  if (g === null) return null;
  const o = (c: 0 | 1 | 2): number => (1 - g) * ink[c];
  const line: Line = { g, o: [o(0), o(1), o(2)], isOfPlain: true };
  return distance(q, [g * r[0] + o(0), g * r[1] + o(1), g * r[2] + o(2)]) <= TOLERANCE ? line : null;
}

/** Marks those of the layer's pixels around which it holds in the mean too. */
function markSmooth(
  pixels: RegionPixels,
  line: Line,
  members: readonly number[],
  tolerance: number,
  out: Uint8Array,
): void {
  const { width, height, differs } = pixels;
  const owned = new Uint8Array(out.length);
  for (const i of members) owned[i] = 1;
  for (const i of members) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const sum: [number, number, number] = [0, 0, 0];
    let count = 0;
    let around = 0;
    let next = 0;
    for (let v = Math.max(0, y - MEAN_RADIUS); v <= Math.min(height - 1, y + MEAN_RADIUS); v++)
      for (let u = Math.max(0, x - MEAN_RADIUS); u <= Math.min(width - 1, x + MEAN_RADIUS); u++) {
        const isNext = Math.abs(u - x) <= 1 && Math.abs(v - y) <= 1;
        if (isNext) around += differs[v * width + u] as number;
        if (owned[v * width + u] === 0) continue;
        if (isNext) next++;
        const rest = residual(pixels, line, v * width + u);
        for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + (rest[c] as number);
        count++;
      }
    if (next >= OWNED_MIN * around && distance(sum, ORIGIN) <= tolerance * count) out[i] = 1;
  }
}
