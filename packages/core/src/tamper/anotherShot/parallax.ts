/**
 * Displacements that no bend of the whole picture explains. A camera that moved sees near things move before far ones, which no
 * homography nor lens follows; a copy's places lie where a smooth map lays them: the residual r of
 *     d(x, y) = P(x, y) + r,   d displacements of windows, P a polynomial of third order.
 * @module
 */
import type { Plane } from '../../raster.ts';
import { fitPolynomialMap, MONOMIALS } from '../alignment/polynomialMap.ts';
import { windowDisplacements } from '../alignment/windowDisplacements.ts';

export interface Parallax {
  /** Four fifths of the windows are displaced by less beyond the polynomial, px of the working picture. */
  readonly residualPx: number;
  /** ln of the same beyond an affine map over that: what a bend of the whole picture explains. */
  readonly bendLogRatio: number;
}

const WINDOWS_MIN = 15;
/** Added to both residuals before their ratio is taken, px. */
const RATIO_FLOOR_PX = 0.05;

/**
 * @param query     luma at working size, [0, 255]
 * @param reference the same of the reference, laid on the query by a smooth map
 * @param inside    1 where both have a pixel
 * @returns null if too few windows can be followed
 */
export function parallax(query: Plane, reference: Plane, inside: Uint8Array): Parallax | null {
  const found = windowDisplacements(query, reference, inside);
  if (found.length < WINDOWS_MIN) return null;
  const affine = fitPolynomialMap(found, query, 1).residualPx;
  const cubic = found.length < 2 * MONOMIALS[3] ? affine : fitPolynomialMap(found, query, 3).residualPx;
  return { residualPx: cubic, bendLogRatio: Math.log((affine + RATIO_FLOOR_PX) / (cubic + RATIO_FLOOR_PX)) };
}
