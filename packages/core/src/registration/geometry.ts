/**
 * A homography told in words: which part of the reference the query shows, how large, how turned.
 * @module
 */
import { cornersOf, type Homography, inverse, localScale, type Point, project } from './homography.ts';
import type { Size } from '../raster.ts';

/** A rectangle in pixels; `x`, `y` its top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Geometry {
  /** Length in the query per length in the reference, at the middle of the query: 0.5 is a copy at half size. */
  readonly scale: number;
  /** Clockwise turn of the reference's content in the query, degrees in (-180, 180]; of the reflected content if mirrored. */
  readonly rotationDeg: number;
  readonly mirrored: boolean;
  /** Largest over smallest ratio of the scales at the four corners of the query; 1 for a similarity. */
  readonly perspective: number;
  /** The part of the reference that the query shows: bounding box in reference pixels, clipped to the reference. */
  readonly cropBox: Box;
  /** The part of the query that shows the reference: bounding box in query pixels, clipped to the query. */
  readonly shownBox: Box;
  /** Area of `cropBox`'s part over the area of the reference, 0..1. */
  readonly visibleFraction: number;
}

/** Part of a convex polygon with a x + b y <= c (Sutherland, Hodgman 1974). */
function clipHalfPlane(polygon: readonly Point[], a: number, b: number, c: number): Point[] {
  const out: Point[] = [];
  polygon.forEach((from, index) => {
    const to = polygon[(index + 1) % polygon.length] as Point;
    const before = a * from.x + b * from.y - c;
    const after = a * to.x + b * to.y - c;
    if (before <= 0) out.push(from);
    if (before < 0 !== after < 0 && before !== after) {
      const t = before / (before - after);
      out.push({ x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) });
    }
  });
  return out;
}

/** The part of a convex polygon that lies in a picture of this size. */
function clipToPicture(polygon: readonly Point[], size: Size): Point[] {
  let out = clipHalfPlane(polygon, -1, 0, 0.5);
  out = clipHalfPlane(out, 1, 0, size.width - 0.5);
  out = clipHalfPlane(out, 0, -1, 0.5);
  return clipHalfPlane(out, 0, 1, size.height - 0.5);
}

/** Area by the shoelace formula. */
function areaOf(polygon: readonly Point[]): number {
  let twice = 0;
  polygon.forEach((p, index) => {
    const q = polygon[(index + 1) % polygon.length] as Point;
    twice += p.x * q.y - q.x * p.y;
  });
  return Math.abs(twice) / 2;
}

function boundingBox(polygon: readonly Point[]): Box {
  if (polygon.length === 0) return { x: 0, y: 0, w: 0, h: 0 };
  const xs = polygon.map((p) => p.x);
  const ys = polygon.map((p) => p.y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x: x + 0.5, y: y + 0.5, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

/** Scales between which keypoints match; beyond them they carry no common detail. */
export const SCALE_MIN = 0.12;
export const SCALE_MAX = 8;
/** A camera copy seen at a slant changes scale by less than this across the picture; chance fits often by more. */
const PERSPECTIVE_MAX = 3;

/**
 * Could a person have made the query from the reference by this homography? Rejects what chance matches produce: a horizon
 * inside the query, a fold, a scale outside 0.12..8, a scale that varies more than threefold over the query.
 * @param mirrored what the homography's determinant must say
 */
export function isPlausible(h: Homography, query: Size, mirrored: boolean): boolean {
  const sign = mirrored ? -1 : 1;
  let min = Infinity;
  let max = 0;
  for (const corner of cornersOf(query)) {
    if (h[6] * corner.x + h[7] * corner.y + h[8] <= 0) return false;
    const local = localScale(h, corner.x, corner.y);
    if (local.sign !== sign || !Number.isFinite(local.scale)) return false;
    min = Math.min(min, local.scale);
    max = Math.max(max, local.scale);
  }
  return min >= 1 / SCALE_MAX && max <= 1 / SCALE_MIN && max / min <= PERSPECTIVE_MAX;
}

/**
 * Describes a query-to-reference homography.
 * @throws {RangeError} if the homography is singular; `isPlausible` ones never are
 */
export function describeGeometry(h: Homography, query: Size, reference: Size, mirrored: boolean): Geometry {
  const back = inverse(h);
  if (!back) throw new RangeError('describeGeometry: the homography is singular');
  const middle = project(h, (query.width - 1) / 2, (query.height - 1) / 2);
  const ahead = project(back, middle.x + 0.5, middle.y);
  const behind = project(back, middle.x - 0.5, middle.y);
  const turn = mirrored
    ? Math.atan2(-(ahead.y - behind.y), -(ahead.x - behind.x))
    : Math.atan2(ahead.y - behind.y, ahead.x - behind.x);
  const scales = cornersOf(query).map((corner) => localScale(h, corner.x, corner.y).scale);
  const visible = clipToPicture(
    cornersOf(query).map((corner) => project(h, corner.x, corner.y)),
    reference,
  );
  const shown = clipToPicture(
    cornersOf(reference).map((corner) => project(back, corner.x, corner.y)),
    query,
  );
  return {
    scale: 1 / localScale(h, (query.width - 1) / 2, (query.height - 1) / 2).scale,
    rotationDeg: (turn * 180) / Math.PI,
    mirrored,
    perspective: Math.max(...scales) / Math.min(...scales),
    cropBox: boundingBox(visible),
    shownBox: boundingBox(shown),
    visibleFraction: Math.min(1, areaOf(visible) / (reference.width * reference.height)),
  };
}
