/**
 * The linear map between the canonical grid of the tile and a view, in the frequency domain: a wave of frequency p
 * cycles per canonical pixel stands in the view at frequency A p cycles per view pixel. Positions map the other way
 * round: x_canonical = A^T x_view + translation.
 * @module
 */

/** Row-major 2 x 2 matrix [[a, b], [c, d]]. */
export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

export function multiply(m: Affine, n: Affine): Affine {
  return {
    a: m.a * n.a + m.b * n.c,
    b: m.a * n.b + m.b * n.d,
    c: m.c * n.a + m.d * n.c,
    d: m.c * n.b + m.d * n.d,
  };
}

/** Every entry times `factor`; -1 turns by a half. */
export function scaled({ a, b, c, d }: Affine, factor: number): Affine {
  return { a: a * factor, b: b * factor, c: c * factor, d: d * factor };
}

/** The very same numbers. */
export const isSame = (m: Affine, n: Affine): boolean => m.a === n.a && m.b === n.b && m.c === n.c && m.d === n.d;

/** The map of a view whose canonical pixel is `scale` view pixels wide. */
export function scaling(scale: number): Affine {
  return { a: 1 / scale, b: 0, c: 0, d: 1 / scale };
}

/** z p for the complex number z = re + i im, after mirroring p's second coordinate if `mirrored`. */
export function similarity(re: number, im: number, mirrored: boolean): Affine {
  return mirrored ? { a: re, b: im, c: im, d: -re } : { a: re, b: -im, c: im, d: re };
}

/** The rotation and scale, mirrored or not, whose entries differ least from those of `m`. */
export function nearestSimilarity({ a, b, c, d }: Affine): Affine {
  const isMirrored = a * d - b * c < 0;
  const side = isMirrored ? -1 : 1;
  return similarity((a + side * d) / 2, (c - side * b) / 2, isMirrored);
}
