/**
 * Extrema of the difference of Gaussians over place and scale, refined below the pixel and freed of low contrast and of
 * edges. Source: Lowe 2004, sections 3.1 and 4.
 * @module
 */
import { withKernels } from '../kernels/kernels.ts';
import type { Plane } from '../raster.ts';
import { LEVELS_PER_OCTAVE, type Octave } from './scaleSpace.ts';

/**
 * Smallest |D| of a refined extremum, luma in [0, 1]. Lowe 2004, section 4, rejects below 0.03 for his sampling;
 * with S levels per octave D shrinks by about 1/S, so OpenCV (and we) ask for |D| * S >= 0.04.
 */
export const CONTRAST_MIN = 0.04 / LEVELS_PER_OCTAVE;
/** Before refinement half of it suffices: the refined value differs; as in OpenCV. */
const CANDIDATE_FRACTION = 0.5;
/** Largest ratio of the principal curvatures; Lowe 2004, section 4.1. */
const EDGE_RATIO_MAX = 10;
/** Samples near the border are not searched: descriptors would see mostly mirrored picture; as in OpenCV. */
const BORDER = 5;
/** Newton steps until the offset is below half a sample; as in OpenCV. */
const STEPS_MAX = 5;

/** One refined extremum, in coordinates of its octave. */
export interface Extremum {
  readonly octave: number;
  /** Level of the nearest Gaussian, 1..S. */
  readonly level: number;
  /** Offset of the true level from `level`, -0.5..0.5. */
  readonly levelOffset: number;
  readonly x: number;
  readonly y: number;
  /** |D| for luma in [0, 1]. */
  readonly contrast: number;
}

/** @param luma range of D's source is [0, 255]. @param contrastMin smallest |D| on the [0, 1] scale */
export function findExtrema(octave: Octave, octaveIndex: number, contrastMin = CONTRAST_MIN): Extremum[] {
  const found: Extremum[] = [];
  const { width } = octave.differences[0] as Plane;
  for (const [level, places] of candidatesOf(octave, CANDIDATE_FRACTION * contrastMin * 255).entries())
    for (const at of places) {
      const y = Math.floor(at / width);
      const extremum = refine(octave, octaveIndex, level + 1, at - y * width, y, contrastMin);
      if (extremum) found.push(extremum);
    }
  return found;
}

/** Samples from `least` on beyond which none of their neighbours lies: their indices for each of the levels 1..S. */
function candidatesOf({ differences }: Octave, least: number): Int32Array[] {
  const levels = Array.from({ length: LEVELS_PER_OCTAVE }, (_, k) => k + 1);
  const { width, height } = differences[0] as Plane;
  return withKernels(
    (kernels, memory) => {
      const planes = differences.map(({ data }) => memory.copyIn(data));
      const out = memory.reserve(4 * width * height);
      return levels.map((level) => {
        const [below, here, above] = planes.slice(level - 1, level + 2) as [number, number, number];
        const count = kernels.extremaOfLevel(below, here, above, width, height, BORDER, least, out);
        return memory.integers(out, count).slice();
      });
    },
    () => levels.map((level) => candidatesScalar(differences.slice(level - 1, level + 2), least)),
  );
}

/** Scalar fallback of the kernel. @param planes the level below, the one that is searched, and the one above */
function candidatesScalar(planes: readonly Plane[], least: number): Int32Array {
  const [below, here, above] = planes as [Plane, Plane, Plane];
  const { width, height, data } = here;
  // The kernel's numbers have 32 bits.
  const limit = Math.fround(least);
  const found: number[] = [];
  for (let y = BORDER; y < height - BORDER; y++)
    for (let x = BORDER; x < width - BORDER; x++) {
      const at = y * width + x;
      const value = data[at] as number;
      if (Math.abs(value) >= limit && isExtremum(below.data, data, above.data, at, width, value)) found.push(at);
    }
  return Int32Array.from(found);
}

/** True if no neighbour of the 26 lies beyond `value`, seen from zero. */
function isExtremum(
  below: Float32Array,
  here: Float32Array,
  above: Float32Array,
  at: number,
  width: number,
  value: number,
): boolean {
  const sign = value > 0 ? 1 : -1;
  const peak = sign * value;
  for (let row = at - width; row <= at + width; row += width)
    for (let i = row - 1; i <= row + 1; i++)
      if (sign * (here[i] as number) > peak || sign * (below[i] as number) > peak || sign * (above[i] as number) > peak)
        return false;
  return true;
}

/**
 * Fits D(p) = D + g^T p + 1/2 p^T H p around the sample, p = (x, y, level), and moves to the extremum
 * p* = -H^-1 g  (eq. 3) until every component is below one half; null if that fails, if
 * |D(p*)| = |D + 1/2 g^T p*|  is too low, or if  Tr(H_xy)^2 / Det(H_xy)  shows an edge (section 4.1).
 */
function refine(
  octave: Octave,
  octaveIndex: number,
  startLevel: number,
  startX: number,
  startY: number,
  contrastMin: number,
): Extremum | null {
  let level = startLevel;
  let x = startX;
  let y = startY;
  const { width, height } = octave.differences[0] as Plane;
  for (let step = 0; step < STEPS_MAX; step++) {
    const a = (octave.differences[level - 1] as Plane).data;
    const b = (octave.differences[level] as Plane).data;
    const c = (octave.differences[level + 1] as Plane).data;
    const at = y * width + x;
    const value = b[at] as number;
    const gx = 0.5 * ((b[at + 1] as number) - (b[at - 1] as number));
    const gy = 0.5 * ((b[at + width] as number) - (b[at - width] as number));
    const gs = 0.5 * ((c[at] as number) - (a[at] as number));
    const hxx = (b[at + 1] as number) + (b[at - 1] as number) - 2 * value;
    const hyy = (b[at + width] as number) + (b[at - width] as number) - 2 * value;
    const hss = (c[at] as number) + (a[at] as number) - 2 * value;
    const hxy = cross(b, at, 1, width);
    const hxs = crossLevels(a, c, at, 1);
    const hys = crossLevels(a, c, at, width);

    // Cramer's rule for H p = -g.
    const cxx = hyy * hss - hys * hys;
    const cxy = hxs * hys - hxy * hss;
    const cxs = hxy * hys - hyy * hxs;
    const determinant = hxx * cxx + hxy * cxy + hxs * cxs;
    if (determinant === 0) return null;
    const cyy = hxx * hss - hxs * hxs;
    const cys = hxy * hxs - hxx * hys;
    const css = hxx * hyy - hxy * hxy;
    const px = -(cxx * gx + cxy * gy + cxs * gs) / determinant;
    const py = -(cxy * gx + cyy * gy + cys * gs) / determinant;
    const ps = -(cxs * gx + cys * gy + css * gs) / determinant;

    if (Math.abs(px) < 0.5 && Math.abs(py) < 0.5 && Math.abs(ps) < 0.5) {
      const contrast = Math.abs(value + 0.5 * (gx * px + gy * py + gs * ps)) / 255;
      if (contrast < contrastMin) return null;
      const trace = hxx + hyy;
      if (css <= 0 || trace * trace * EDGE_RATIO_MAX >= (EDGE_RATIO_MAX + 1) ** 2 * css) return null;
      return { octave: octaveIndex, level, levelOffset: ps, x: x + px, y: y + py, contrast };
    }
    x += Math.round(px);
    y += Math.round(py);
    level += Math.round(ps);
    // Written so that NaN and infinities (a nearly singular H) end here too.
    const inside =
      level >= 1 &&
      level <= LEVELS_PER_OCTAVE &&
      x >= BORDER &&
      x < width - BORDER &&
      y >= BORDER &&
      y < height - BORDER;
    if (!inside) return null;
  }
  return null;
}

/** Mixed second derivative within one level. */
function cross(d: Float32Array, at: number, i: number, j: number): number {
  return (
    0.25 *
    ((d[at + j + i] as number) - (d[at + j - i] as number) - (d[at - j + i] as number) + (d[at - j - i] as number))
  );
}

/** Mixed second derivative over place and level. */
function crossLevels(below: Float32Array, above: Float32Array, at: number, i: number): number {
  return (
    0.25 *
    ((above[at + i] as number) - (above[at - i] as number) - (below[at + i] as number) + (below[at - i] as number))
  );
}
