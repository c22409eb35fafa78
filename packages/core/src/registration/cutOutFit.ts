/**
 * Where a query lies in a reference if it was cut out of it and neither scaled nor turned: the shift (u, v) of the greatest
 *     c(u, v) = sum q(x, y) r(x + u, y + v) / sqrt(sum q^2  sum r(x + u, y + v)^2)
 * over all shifts that keep the query inside, q and r normalized contrasts (template matching; Lewis 1995, "Fast Normalized
 * Cross-Correlation"). Skies with a few lines, walls and fog have no corners that agree, but there is one place where they fit.
 * @module
 */
import type { Plane } from '../raster.ts';
import { reducePlane } from '../signal/resample/resize.ts';
import { summedArea } from '../signal/summedArea.ts';
import { compose, type Homography, inverse, resizing } from './homography.ts';
import { normalizedContrast } from './normalizedContrast.ts';

/** Long sides of the reference where shifts are tried, all of them and then those around the best, px: at most 3 10^8 products, for a quarter of a square. */
const LEVEL_SIDES = { all: 256, around: 800 } as const;
/** A query with a shorter side than this at the first has too little to be found by, px: more than a window of the normalization. */
const SIDE_MIN = 24;
/** Half a window of the normalization, px. */
const MARGIN = 8;
/** Correlation below which no place is looked at closer; whether one is the right one, its caller asks the pixels. */
const CORRELATION_MIN = 0.5;

/**
 * @param query, reference luma; nobody writes to them any more
 * @param scale pixels of the reference that a pixel of the query is
 * @returns query to reference; null if the query is larger than the reference, too small, or fits nowhere
 */
export function cutOutHypothesis(query: Plane, reference: Plane, scale: number): Homography | null {
  const coarse = levelOf(query, reference, scale, LEVEL_SIDES.all);
  if (!coarse) return null;
  const first = bestShift(coarse, everyShift(coarse));
  const fine = first && levelOf(query, reference, scale, LEVEL_SIDES.around);
  if (!first || !fine) return null;
  const finer = fine.reference.width / coarse.reference.width;
  const around = { u: first.u * finer, v: first.v * finer };
  const found = bestShift(fine, shiftsAround(fine, around, Math.ceil(2 * finer)));
  const enlarge = inverse(resizing(reference, fine.reference));
  const moved = found && compose([1, 0, found.u, 0, 1, found.v, 0, 0, 1], resizing(query, fine.query));
  return enlarge && moved && compose(enlarge, moved);
}

/** Contrasts of both at one density. */
interface Level {
  readonly query: Plane;
  readonly reference: Plane;
}

/** At most as dense as the pictures are; null if the query is larger than the reference or too small to be found. */
function levelOf(query: Plane, reference: Plane, scale: number, side: number): Level | null {
  const factor = Math.min(1, 1 / scale, side / Math.max(reference.width, reference.height));
  const reduced = (picture: Plane, by: number): Plane =>
    reducePlane(picture, Math.round(picture.width * by), Math.round(picture.height * by));
  const isInside = query.width * scale <= reference.width && query.height * scale <= reference.height;
  if (!isInside || Math.min(query.width, query.height) * scale * factor < SIDE_MIN) return null;
  return {
    query: normalizedContrast(reduced(query, scale * factor)),
    reference: normalizedContrast(reduced(reference, factor)),
  };
}

interface Shift {
  readonly u: number;
  readonly v: number;
}

function* everyShift(level: Level): Generator<Shift, void> {
  const [across, down] = roomOf(level);
  for (let v = 0; v <= down; v++) for (let u = 0; u <= across; u++) yield { u, v };
}

function* shiftsAround(level: Level, at: Shift, radius: number): Generator<Shift, void> {
  const [across, down] = roomOf(level);
  const range = (middle: number, end: number) =>
    [Math.max(0, Math.round(middle) - radius), Math.min(end, Math.round(middle) + radius)] as const;
  const [top, bottom] = range(at.v, down);
  const [left, right] = range(at.u, across);
  for (let v = top; v <= bottom; v++) for (let u = left; u <= right; u++) yield { u, v };
}

const roomOf = ({ query, reference }: Level): readonly [across: number, down: number] => [
  reference.width - query.width,
  reference.height - query.height,
];

function bestShift({ query: whole, reference }: Level, shifts: Iterable<Shift>): Shift | null {
  const query = inner(whole);
  const energyQuery = query.data.reduce((sum, q) => sum + q * q, 0);
  const energyUnder = windowEnergy(query, reference);
  let best: Shift | null = null;
  let most = CORRELATION_MIN;
  for (const shift of shifts) {
    const at = { u: shift.u + MARGIN, v: shift.v + MARGIN };
    const c = productAt(query, reference, at) / Math.sqrt(energyQuery * energyUnder(at));
    if (c > most) [best, most] = [shift, c];
  }
  return best;
}

/** Without the edge, where the query's contrast is normalized by less than the reference's is. */
function inner(query: Plane): Plane {
  const [width, height] = [query.width - 2 * MARGIN, query.height - 2 * MARGIN];
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const at = (y + MARGIN) * query.width + MARGIN;
    data.set(query.data.subarray(at, at + width), y * width);
  }
  return { width, height, data };
}

function productAt(query: Plane, reference: Plane, { u, v }: Shift): number {
  let product = 0;
  for (let y = 0, i = 0; y < query.height; y++)
    for (let j = (v + y) * reference.width + u, end = i + query.width; i < end; i++, j++)
      product += (query.data[i] as number) * (reference.data[j] as number);
  return product;
}

/** Of the reference under the query at a shift. */
function windowEnergy({ width, height }: Plane, reference: Plane): (shift: Shift) => number {
  const energy = summedArea(reference, (i) => (reference.data[i] as number) ** 2);
  return ({ u, v }) => energy(u, v, u + width, v + height);
}
