/**
 * Whether a query shows the whole of a reference, upright: the commonest copy of all, and one that needs no keypoints. The hypothesis
 * is the plain resizing from one size to the other; it is taken where the two correlate as copies do and, once it is refined, cells all
 * over the picture lie where it says.
 *
 * A cell's own displacement is that of Lucas and Kanade (1981), d = (sum g g^T)^-1 sum g e, with g the gradient of the reference and
 * e = q - r what differs there; it agrees if that is small, the cell has structure in both directions and correlates.
 * @module
 */
import type { Plane, Size } from '../raster.ts';
import { type Homography, project, resizing } from './homography.ts';
import { bilinear } from './refineHomography.ts';

/** Ratio of the two ratios of sides from which one of the pictures was cropped or stretched. */
const ASPECT_RATIO_MAX = 1.03;
/** Side of a cell, px of a level of 400 px: 600 to 700 cells a picture. */
const CELL_PX = 12;
/** Displacement within which a cell agrees, px. */
const DISPLACEMENT_MAX = 1;
/** Correlation from which a cell shows the same. */
const CORRELATION_MIN = 0.7;
/** Least mean square of normalized contrast in either, about half a level: what is plainer shows nothing that could be the same. */
const CONTRAST_MIN = 0.01;
/** Least mean of squared gradients along the weaker direction, normalized contrast squared per px squared: below it edges slide. */
const STRUCTURE_MIN = 0.002;

/** The resizing of one picture to the other; null if their shapes differ by more than rounding. */
export function wholePictureHypothesis(query: Size, reference: Size): Homography | null {
  const ratio = (query.width * reference.height) / (query.height * reference.width);
  return ratio < ASPECT_RATIO_MAX && ratio > 1 / ASPECT_RATIO_MAX ? resizing(query, reference) : null;
}

export interface AgreeingCells {
  readonly count: number;
  /** Cells that show the same, those along whose edges one could slide among them: of a soft picture, of clouds and gradients, all that there is. */
  readonly correlated: number;
  /** Fraction of the rows of cells, or of the columns if that is less, that hold some of those; along a single horizon next to nothing. */
  readonly spread: number;
  /** Root mean square of their displacements, px of the reference plane; 0 without any. */
  readonly residualPx: number;
}

/**
 * Cells of the query that lie where a homography says.
 * @param query, reference contrast-normalized planes of about the same density
 * @param h query to reference, px of these planes
 */
export function agreeingCells(query: Plane, reference: Plane, h: Homography): AgreeingCells {
  const window = new Float64Array(WINDOW_PX ** 2);
  const [rows, columns] = [new Set<number>(), new Set<number>()];
  let [count, correlated, squares] = [0, 0, 0];
  for (let top = 0; top + CELL_PX <= query.height; top += CELL_PX)
    for (let left = 0; left + CELL_PX <= query.width; left += CELL_PX) {
      const square = squaredDisplacement(query, reference, h, left, top, window);
      if (square === null) continue;
      correlated++;
      rows.add(top);
      columns.add(left);
      if (square > DISPLACEMENT_MAX ** 2) continue;
      count++;
      squares += square;
    }
  const along = (used: ReadonlySet<number>, side: number): number =>
    used.size / Math.max(1, Math.floor(side / CELL_PX));
  return {
    count,
    correlated,
    spread: Math.min(along(rows, query.height), along(columns, query.width)),
    residualPx: count === 0 ? 0 : Math.sqrt(squares / count),
  };
}

/** A cell and one sample around it, which its gradients need. */
const WINDOW_PX = CELL_PX + 2;

/** Reads the reference between its samples: the same fractions for the whole window. @param at of the window's first sample */
function readWindow({ data, width }: Plane, at: number, fx: number, fy: number, window: Float64Array): void {
  for (let y = 0, k = 0; y < WINDOW_PX; y++)
    for (let i = at + y * width, end = i + WINDOW_PX; i < end; i++, k++) window[k] = bilinear(data, i, width, fx, fy);
}

/** Of one cell; infinite where it has too little structure to tell; null where it does not correlate or leaves the reference. */
function squaredDisplacement(
  query: Plane,
  reference: Plane,
  h: Homography,
  left: number,
  top: number,
  window: Float64Array,
): number | null {
  // Within a cell the map is a shift: what it scales and turns over 6 px is less than what is asked here.
  const middle = project(h, left + CELL_PX / 2, top + CELL_PX / 2);
  const u0 = middle.x - CELL_PX / 2;
  const v0 = middle.y - CELL_PX / 2;
  if (!(u0 >= 1 && v0 >= 1 && u0 + CELL_PX + 2 < reference.width && v0 + CELL_PX + 2 < reference.height)) return null;
  const [column, row] = [Math.floor(u0), Math.floor(v0)];
  readWindow(reference, (row - 1) * reference.width + column - 1, u0 - column, v0 - row, window);
  // Not `let [xx, ...] = [...]`: what is unpacked so is a number on the heap, made anew by every addition.
  let xx = 0;
  let xy = 0;
  let yy = 0;
  let ex = 0;
  let ey = 0;
  let product = 0;
  let energyQuery = 0;
  let energyReference = 0;
  for (let y = 0; y < CELL_PX; y++)
    for (let x = 0, k = (y + 1) * WINDOW_PX + 1; x < CELL_PX; x++, k++) {
      const r = window[k] as number;
      const gx = ((window[k + 1] as number) - (window[k - 1] as number)) / 2;
      const gy = ((window[k + WINDOW_PX] as number) - (window[k - WINDOW_PX] as number)) / 2;
      const q = query.data[(top + y) * query.width + left + x] as number;
      const e = q - r;
      xx += gx * gx;
      xy += gx * gy;
      yy += gy * gy;
      ex += gx * e;
      ey += gy * e;
      product += q * r;
      energyQuery += q * q;
      energyReference += r * r;
    }
  const weaker = (xx + yy - Math.hypot(xx - yy, 2 * xy)) / 2;
  const isSame =
    product > CORRELATION_MIN * Math.sqrt(energyQuery * energyReference) &&
    Math.min(energyQuery, energyReference) > CONTRAST_MIN * CELL_PX ** 2;
  if (!isSame) return null;
  if (weaker < STRUCTURE_MIN * CELL_PX ** 2) return Number.POSITIVE_INFINITY;
  const determinant = xx * yy - xy * xy;
  const dx = (yy * ex - xy * ey) / determinant;
  const dy = (xx * ey - xy * ex) / determinant;
  return dx * dx + dy * dy;
}
