/**
 * The map of a lens, of its correction, or of an effect that bulges a picture: radial about the middle, beside what a wrong homography leaves,
 *     d(x, y) = Q(x, y) + (x, y) (k1 r + k2 r^2 + k3 r^3),
 * Q of second order, coordinates from the middle in halves of the width. With so few coefficients, shared by both coordinates, it tells of the rim what
 * windows near the middle say, where a free polynomial is a guess. Fitted as polynomials are.
 * Sources: Brown 1971, "Close-range camera calibration"; Dersch 1998, Panorama Tools, for the odd powers.
 * @module
 */
import type { Size } from '../../raster.ts';
import { NormalEquations } from '../../signal/normalEquations.ts';
import { MONOMIALS, NORMAL_RIDGE, reweighted, termsAt, valueOf } from './polynomialMap.ts';
import type { Displacement, EdgeDisplacement } from './windowDisplacements.ts';

/** A polynomial of third order in each coordinate, and the odd powers of the radius beside it. */
export interface LensMap {
  /** Coefficients of the monomials in their order, px. */
  readonly across: Float64Array;
  readonly down: Float64Array;
  /** k1 and k3, px: k2 r^2 is a part of the polynomials. */
  readonly radial: Float64Array;
}

export const NO_RADIAL = new Float64Array(2);

/** Monomials up to the second order, and of a fit all unknowns. */
const QUADRATIC = 6;
const UNKNOWNS = 2 * QUADRATIC + 3;

/** What a lens displaces a place by, px. */
export function displacementBy({ across, down, radial }: LensMap, x: number, y: number, size: Size): [number, number] {
  const terms = termsAt(x, y, size, 3);
  const [u, v] = [terms[1] as number, terms[2] as number];
  const r = Math.hypot(u, v);
  const odd = (radial[0] as number) * r + (radial[1] as number) * r ** 3;
  return [valueOf(across, terms) + u * odd, valueOf(down, terms) + v * odd];
}

/** @returns the map, and what four fifths of the displacements lie nearer to it than, px */
export function fitRadialMap(
  list: readonly Displacement[],
  size: Size,
  edges: readonly EdgeDisplacement[] = [],
): LensMap & { readonly residualPx: number } {
  const fit = (weights: Float64Array, edgeWeights: Float64Array): LensMap => {
    const equations = new NormalEquations(UNKNOWNS);
    for (const [i, { x, y, dx, dy }] of list.entries()) {
      equations.add(rowOf(x, y, 1, 0, size), dx, weights[i]);
      equations.add(rowOf(x, y, 0, 1, size), dy, weights[i]);
    }
    for (const [i, { x, y, nx, ny, along }] of edges.entries())
      equations.add(rowOf(x, y, nx, ny, size), along, edgeWeights[i]);
    return lensOf(equations.solve(NORMAL_RIDGE));
  };
  const { map, residualPx } = reweighted(list, edges, fit, (lens, { x, y }) => displacementBy(lens, x, y, size));
  return { ...map, residualPx };
}

/** Of n d(x, y). */
function rowOf(x: number, y: number, nx: number, ny: number, size: Size): number[] {
  const terms = termsAt(x, y, size, 3).slice(0, QUADRATIC);
  const [u, v] = [terms[1] as number, terms[2] as number];
  const r = Math.hypot(u, v);
  const out = nx * u + ny * v;
  return [...terms.map((value) => nx * value), ...terms.map((value) => ny * value), out * r, out * r * r, out * r ** 3];
}

function lensOf(solved: Float64Array): LensMap {
  const [k1, k2, k3] = solved.slice(2 * QUADRATIC) as unknown as [number, number, number];
  const polynomial = (from: number, cubic: readonly number[]): Float64Array => {
    const out = new Float64Array(MONOMIALS[3]);
    out.set(solved.subarray(from, from + QUADRATIC));
    out.set(cubic, QUADRATIC);
    return out;
  };
  return {
    // x r^2 = x^3 + x y^2, y r^2 = x^2 y + y^3.
    across: polynomial(0, [k2, 0, k2, 0]),
    down: polynomial(QUADRATIC, [0, k2, 0, k2]),
    radial: Float64Array.of(k1, k3),
  };
}
