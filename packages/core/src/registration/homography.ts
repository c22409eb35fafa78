/**
 * Plane projective maps (homographies) as plain data.
 *     [x' w', y' w', w'] = H [x, y, 1]
 * Coordinates are pixel centres: the centre of the top left pixel is (0, 0), that of its right neighbour (1, 0).
 * Source: Hartley, Zisserman, Multiple View Geometry, 2nd ed. 2004, section 2.3.
 * @module
 */
import type { Size } from '../raster.ts';

/** Nine numbers, row-major, scaled so that the last is 1. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number];

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const IDENTITY: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Scales nine numbers so that the last is 1. Null if that is not possible in finite numbers. */
export function normalized(values: ArrayLike<number>): Homography | null {
  if (values.length !== 9) return null;
  const last = values[8] as number;
  const out: number[] = [];
  for (let i = 0; i < 9; i++) out.push((values[i] as number) / last);
  return out.every(Number.isFinite) ? (out as unknown as Homography) : null;
}

/** Image of a point; the coordinates are infinite for a point on the line that H sends to infinity. */
export function project(h: Homography, x: number, y: number): Point {
  const w = h[6] * x + h[7] * y + h[8];
  return { x: (h[0] * x + h[1] * y + h[2]) / w, y: (h[3] * x + h[4] * y + h[5]) / w };
}

/** Product A B: first B, then A. Null if the product cannot be normalized. */
export function compose(a: Homography, b: Homography): Homography | null {
  const out: number[] = [];
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 3; column++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += (a[row * 3 + k] as number) * (b[k * 3 + column] as number);
      out.push(sum);
    }
  return normalized(out);
}

/** Inverse by the adjugate; null for a singular map. */
export function inverse(h: Homography): Homography | null {
  const [a, b, c, d, e, f, g, k, l] = h;
  const adjugate = [
    e * l - f * k,
    c * k - b * l,
    b * f - c * e,
    f * g - d * l,
    a * l - c * g,
    c * d - a * f,
    d * k - e * g,
    b * g - a * k,
    a * e - b * d,
  ];
  const determinant = a * (adjugate[0] as number) + b * (adjugate[3] as number) + c * (adjugate[6] as number);
  if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-12) return null;
  return normalized(adjugate);
}

/** Map from a picture to its copy resized from `from` to `to`: outer edges fall on outer edges, not centres on centres. */
export function resizing(from: Size, to: Size): Homography {
  const sx = to.width / from.width;
  const sy = to.height / from.height;
  return [sx, 0, (sx - 1) / 2, 0, sy, (sy - 1) / 2, 0, 0, 1];
}

/** Reflection of a picture of this width in its vertical middle line. */
export function mirroring(width: number): Homography {
  return [-1, 0, width - 1, 0, 1, 0, 0, 0, 1];
}

/** Corners of a picture at its outer edges, clockwise from the top left. */
export function cornersOf(size: Size): readonly [Point, Point, Point, Point] {
  const right = size.width - 0.5;
  const bottom = size.height - 0.5;
  return [
    { x: -0.5, y: -0.5 },
    { x: right, y: -0.5 },
    { x: right, y: bottom },
    { x: -0.5, y: bottom },
  ];
}

/**
 * Local change of length and of orientation at a point, from the Jacobian J of the homography:
 * `scale` = sqrt(|det J|), `sign` = sign(det J), negative where the homography reflects.
 */
export function localScale(h: Homography, x: number, y: number): { readonly scale: number; readonly sign: number } {
  const w = h[6] * x + h[7] * y + h[8];
  const p = project(h, x, y);
  const a = (h[0] - h[6] * p.x) / w;
  const b = (h[1] - h[7] * p.x) / w;
  const c = (h[3] - h[6] * p.y) / w;
  const d = (h[4] - h[7] * p.y) / w;
  const determinant = a * d - b * c;
  return { scale: Math.sqrt(Math.abs(determinant)), sign: Math.sign(determinant) };
}
