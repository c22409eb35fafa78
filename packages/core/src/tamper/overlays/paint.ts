/**
 * Paint: areas in a colour that people seldom draw with - brown, teal, beige - and bars whose colour runs from one to another, as labels, ribbons and
 * banners have them. What a scene shows has grain and shading, and who hides a thing paints in the colours of what lies there. Pixels P are paint if a
 * plane c(x, y) = c0 + x cx + y cy of each channel goes through them, exactly so in luma Y, whose edges coding carries less far than those of colour,
 *     |{i in P: |Y(q(i)) - Y(c(i))| <= EXACT}| >= EXACT_MIN |P|,
 * and its colour is none of the place: few stored pixels of the box around P are near c, and neither their mean nor their median is, nor the mean of
 * what borders on a side. A thing in a new
 * colour is a plane, too, where the stored picture is plain, and so is a sky: there paint must carry letters.
 * Planes are found by random sample consensus (Fischler and Bolles 1981), each drawn as the least squares over a small window.
 * @module
 */
import { areaOf, indicesOf, maskOf, without } from '../regions/masks.ts';
import { close, dilate, erode, open } from '../regions/morphology.ts';
import { NormalEquations } from '../../signal/normalEquations.ts';
import { ranked } from '../../signal/orderStatistics.ts';
import { type Colour, isGraphicColour, lumaOf } from './graphicColour.ts';
import { CONTRAST_MIN, enclosed, isLettered } from './lettered.ts';
import { colourAt, distance, distanceFrom, meanAt, type RegionPixels } from './regionPixels.ts';

export interface Paint {
  /** Mean colour of each. */
  readonly colours: readonly Colour[];
  /** 1 on it. */
  readonly mask: Uint8Array;
  /** 1 on areas of it and on what they enclose: letters, in any colour, and what is drawn there. */
  readonly ground: Uint8Array;
}

const PAINTS_MAX = 3;
/** Pixels that are tried as the middle of a window, and half the window's side, px. */
const DRAWS = 40;
const WINDOW_RADIUS = 4;
/** Pixels that a draw is tried on. */
const SAMPLES_MAX = 1000;
const REFINEMENTS = 3;
/** Of the differing pixels, what a paint takes at least, and their number. */
const FRACTION_MIN = 0.03;
const PIXELS_MIN = 15;
/** Places where the stored picture happens to be like the paint are no wider than twice this, px. */
const LIKE = 2;
/** Levels from its plane within which a pixel is of the paint, coding of an edge nearby. */
const NEAR = 8;
/**
 * Levels of luma within which a pixel lies on it exactly; so many do, where no letters are carried, beside which coding leaves waves. Also after JPEG
 * nearly all of paint does, and of skies and walls a third.
 */
const EXACT = 1;
const EXACT_MIN = 0.6;
/** What is wider than twice this and one is an area, edges included, px: letters of a caption are no wider. */
const STROKE_RADIUS = 6;
/** Distance from the middle of a stroke, which edges are taken from, to the end of what coding carries of its colour, px; what else differs at most. */
const EDGE = 4;
const BEYOND_MAX = 0.1;
/** A plane whose colours differ by more from end to end is not level, levels. */
const LEVEL_MAX = 8;
/** A stored pixel nearer than this is of the same colour, levels; of those around no more are. */
const SAME_COLOUR = 24;
const COMMON_MAX = 0.1;
/** What borders on paint, px. */
const BORDER = 10;
/** The median of |x| of normal noise, in standard deviations. */
const MEDIAN_DEVIATION = 0.6745;
/** Variance of the stored picture under paint, the sum over its channels, levels^2: less is hardly more than grain. */
const HIDDEN_MIN = 225;
/** What is flat to the level has an outline, and few letters are enough. */
const LETTERED = { outlineMin: 0.7, lettersMin: 0.02, lettersMax: Number.POSITIVE_INFINITY } as const;

/** Channels' coefficients of 1, x and y, from the middle of the box. */
type Plane = readonly [Float64Array, Float64Array, Float64Array];

/** Paint among the differing pixels; level ink in colours of ink is left to its layers, which ask for less. */
export function paintOn(pixels: RegionPixels): Paint {
  const { width, height, differs, differing } = pixels;
  const [mask, areas] = [new Uint8Array(differs.length), new Uint8Array(differs.length)];
  const colours: Colour[] = [];
  // Edges are mixtures; where the stored picture is like the paint nothing differs.
  let left = indicesOf(erode(close(differs, width, height, LIKE), width, height, 1));
  const least = Math.max(PIXELS_MIN, FRACTION_MIN * differing);
  for (let round = 0; round < PAINTS_MAX && left.length >= least; round++) {
    const plane = consensus(pixels, left);
    if (plane === null) break;
    const members: number[] = [];
    const others: number[] = [];
    for (const i of left) (offBy(pixels, plane, i) <= NEAR ? members : others).push(i);
    if (members.length < least) break;
    left = others;
    const colour = meanColour(pixels.query, members);
    const kind = kindOf(pixels, plane, members, colour);
    if (kind === null) continue;
    colours.push(colour);
    for (const i of members) mask[i] = 1;
    if (kind === 'area') for (const i of members) areas[i] = 1;
  }
  return { colours, mask, ground: enclosed(areas, pixels) };
}

export function noPaint({ differs }: RegionPixels): Paint {
  const none = new Uint8Array(differs.length);
  return { colours: [], mask: none, ground: none };
}

/** Null if it is no paint. */
function kindOf(
  pixels: RegionPixels,
  plane: Plane,
  members: readonly number[],
  colour: Colour,
): 'area' | 'strokes' | null {
  const isLevel = rangeOf(pixels, plane, members) <= LEVEL_MAX;
  if (isLevel && isGraphicColour(colour)) return null;
  const shape = shapeOf(pixels, plane, members, colour, isLevel);
  // Last, for it looks at all pixels of the box.
  return shape !== null && isForeign(pixels, members, colour) ? shape : null;
}

function shapeOf(
  pixels: RegionPixels,
  plane: Plane,
  members: readonly number[],
  colour: Colour,
  isLevel: boolean,
): 'area' | 'strokes' | null {
  const isHidden = varianceOf(pixels.reference, members) >= HIDDEN_MIN;
  if (isLevel && isHidden && isStroked(pixels, members)) return 'strokes';
  if (carriesLetters(pixels, members, colour)) return 'area';
  const exact = members.filter((i) => lumaOffBy(pixels, plane, i) <= EXACT).length;
  const isExact = exact >= EXACT_MIN * members.length;
  return isLevel && isHidden && isExact && isWithin(maskOf(members, pixels.differs.length), members, pixels)
    ? 'area'
    : null;
}

/** Do most lie where a mask is wider than strokes are? */
function isWithin(mask: Uint8Array, members: readonly number[], { width, height }: RegionPixels): boolean {
  const wide = open(close(mask, width, height, 1), width, height, STROKE_RADIUS);
  return 2 * members.filter((i) => wide[i] === 1).length >= members.length;
}

/** Strokes, whose every pixel coding may reach, on a picture that goes on between them: what is emptied for letters is changed there too. */
function isStroked(pixels: RegionPixels, members: readonly number[]): boolean {
  const { width, height, differs, differing } = pixels;
  if (isWithin(differs, members, pixels)) return false;
  const beyond = without(differs, dilate(maskOf(members, pixels.differs.length), width, height, EDGE));
  return areaOf(beyond) <= BEYOND_MAX * differing;
}

/** Do letters stand out from it that the stored picture does not have? */
function carriesLetters(pixels: RegionPixels, members: readonly number[], colour: Colour): boolean {
  const { query, reference } = pixels;
  const below = lumaOf(meanColour(reference, members));
  const isLetter = (i: number): boolean => {
    const contrast = lumaOf(colourAt(query, i)) - lumaOf(colour);
    const stored = lumaOf(colourAt(reference, i)) - below;
    return Math.abs(contrast) >= CONTRAST_MIN && Math.abs(contrast - stored) >= CONTRAST_MIN / 2;
  };
  return isLettered(pixels, members, isLetter, LETTERED);
}

/** Largest difference of two colours of the plane, levels. */
function rangeOf(pixels: RegionPixels, plane: Plane, members: readonly number[]): number {
  const least: number[] = [255, 255, 255];
  const most: number[] = [0, 0, 0];
  const { width, height } = pixels;
  for (const i of members) {
    const [x, y] = [(i % width) - width / 2, Math.floor(i / width) - height / 2];
    for (let c = 0; c < 3; c++) {
      const value = valueAt(plane[c] as Float64Array, x, y);
      least[c] = Math.min(least[c] as number, value);
      most[c] = Math.max(most[c] as number, value);
    }
  }
  return Math.max(...most.map((value, c) => value - (least[c] as number)));
}

/** Is the colour none that the stored picture has there, nor one that is made of what it has: a mean, of all or of what borders on a side, or a median? */
function isForeign(pixels: RegionPixels, members: readonly number[], colour: Colour): boolean {
  const { reference, covered } = pixels;
  const stored = indicesOf(covered);
  let near = 0;
  for (const i of stored) if (distanceFrom(reference, i, colour) < SAME_COLOUR) near++;
  if (near > COMMON_MAX * stored.length) return false;
  const medianOf = (c: 0 | 1 | 2): number => ranked(samplesOf(reference[c], stored), stored.length >> 1) as number;
  const median: Colour = [medianOf(0), medianOf(1), medianOf(2)];
  const parts = [stored, ...bordersOf(pixels, members)].filter(({ length }) => length > 0);
  const made = [median, ...parts.map((part) => meanColour(reference, part))];
  return made.every((other) => distance(other, colour) >= SAME_COLOUR);
}

/** Strips along the four sides of the box around some pixels, where the stored picture has them. */
function bordersOf({ width, height, covered }: RegionPixels, members: readonly number[]): readonly number[][] {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const i of members) {
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const strips: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const i of indicesOf(covered)) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const [across, down] = [Math.max(left - x, x - right), Math.max(top - y, y - bottom)];
    const by = Math.max(across, down);
    if (by <= 0 || by > BORDER) continue;
    if (by === across) strips[by === left - x ? 0 : 1].push(i);
    else strips[by === top - y ? 2 : 3].push(i);
  }
  return strips;
}

function meanColour(planes: RegionPixels['query'], members: readonly number[]): Colour {
  return [meanAt(planes[0], members), meanAt(planes[1], members), meanAt(planes[2], members)];
}

function samplesOf(plane: Float32Array, members: readonly number[]): Float32Array {
  const out = new Float32Array(members.length);
  for (let k = 0; k < out.length; k++) out[k] = plane[members[k] as number] as number;
  return out;
}

/** The sum over the channels, levels^2; robust, for what lies beside a plain thing is none of it. */
function varianceOf(planes: RegionPixels['reference'], members: readonly number[]): number {
  return planes.reduce((sum, plane) => {
    const values = samplesOf(plane, members);
    const median = ranked(values, values.length >> 1) as number;
    for (let k = 0; k < values.length; k++) values[k] = Math.abs((values[k] as number) - median);
    const deviation = (ranked(values, values.length >> 1) as number) / MEDIAN_DEVIATION;
    return sum + deviation ** 2;
  }, 0);
}

const placeOf = (i: number, width: number, height: number): readonly [number, number] => [
  (i % width) - width / 2,
  Math.floor(i / width) - height / 2,
];

/** What a plane makes of a pixel. */
function expectedAt({ width, height }: RegionPixels, plane: Plane, i: number): Colour {
  const [x, y] = placeOf(i, width, height);
  return [valueAt(plane[0], x, y), valueAt(plane[1], x, y), valueAt(plane[2], x, y)];
}

const valueAt = (channel: Float64Array, x: number, y: number): number =>
  (channel[0] as number) + x * (channel[1] as number) + y * (channel[2] as number);

/** Largest difference of a channel from the plane, levels. Asked for every pixel of every draw: no colour is made. */
function offBy({ width, height, query: [r, g, b] }: RegionPixels, plane: Plane, i: number): number {
  const [x, y] = [(i % width) - width / 2, Math.floor(i / width) - height / 2];
  return Math.max(
    Math.abs((r[i] as number) - valueAt(plane[0], x, y)),
    Math.abs((g[i] as number) - valueAt(plane[1], x, y)),
    Math.abs((b[i] as number) - valueAt(plane[2], x, y)),
  );
}

const lumaOffBy = (pixels: RegionPixels, plane: Plane, i: number): number =>
  Math.abs(lumaOf(colourAt(pixels.query, i)) - lumaOf(expectedAt(pixels, plane, i)));

/** The plane that most pixels lie near; null if no window is whole. */
function consensus(pixels: RegionPixels, left: readonly number[]): Plane | null {
  const step = Math.max(1, Math.floor(left.length / SAMPLES_MAX));
  const samples = left.filter((_, k) => k % step === 0);
  let best: Plane | null = null;
  let most = 0;
  // Whoever cannot get more than the best any more need not be counted to the end.
  const near = (plane: Plane): number => {
    let count = 0;
    for (let k = 0; k < samples.length && count + samples.length - k > most; k++)
      if (offBy(pixels, plane, samples[k] as number) <= NEAR) count++;
    return count;
  };
  for (let draw = 0; draw < DRAWS; draw++) {
    const middle = left[Math.floor(((draw + 0.5) / DRAWS) * left.length)] as number;
    for (const plane of planesAt(pixels, middle)) {
      const count = near(plane);
      if (count > most) [best, most] = [plane, count];
    }
  }
  for (let k = 0; k < REFINEMENTS && best !== null; k++) {
    const drawn: Plane = best;
    best = planeThrough(
      pixels,
      samples.filter((i) => offBy(pixels, drawn, i) <= NEAR),
    );
  }
  return best;
}

/** Level in the colour of a pixel, and as the differing ones around it go. */
function* planesAt(pixels: RegionPixels, middle: number): Generator<Plane, void> {
  const { width, height, differs, query } = pixels;
  const level = (c: 0 | 1 | 2): Float64Array => Float64Array.of(query[c][middle] as number, 0, 0);
  yield [level(0), level(1), level(2)];
  const window: number[] = [];
  const [x, y] = [middle % width, Math.floor(middle / width)];
  for (let v = Math.max(0, y - WINDOW_RADIUS); v <= Math.min(height - 1, y + WINDOW_RADIUS); v++)
    for (let u = Math.max(0, x - WINDOW_RADIUS); u <= Math.min(width - 1, x + WINDOW_RADIUS); u++)
      if (differs[v * width + u] === 1) window.push(v * width + u);
  if (window.length >= PIXELS_MIN) yield planeThrough(pixels, window);
}

/** Keeps the normal equations solvable where pixels lie in one line. */
const RIDGE = 1e-6;

function planeThrough({ width, height, query }: RegionPixels, members: readonly number[]): Plane {
  const [r, g, b] = [new NormalEquations(3), new NormalEquations(3), new NormalEquations(3)];
  const row: [number, number, number] = [1, 0, 0];
  for (const i of members) {
    [row[1], row[2]] = [(i % width) - width / 2, Math.floor(i / width) - height / 2];
    r.add(row, query[0][i] as number);
    g.add(row, query[1][i] as number);
    b.add(row, query[2][i] as number);
  }
  return [r.solve(RIDGE), g.solve(RIDGE), b.solve(RIDGE)];
}
