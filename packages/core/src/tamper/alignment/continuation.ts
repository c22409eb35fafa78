/**
 * Does the scene go on beyond the stored picture? Around a copy lie frames, pages and other pictures, which end where it ends; who shows more of the same scene,
 * an uncropped original or one that was extended by invention, has no seam. Along each side of the outline, with s the luma on a line within it, t on a line beyond
 * and u on one as far from s as t is but within, each less its mean over neighbours and cut at 1.5 standard deviations,
 *     seam = <s t> / sqrt(<s s> <t t>),   within = <s u> / sqrt(<s s> <u u>),   continuation = clamp(seam / within, 0, 1)
 * over all sides together: what lies side by side in a scene is alike, what lies side by side on a page is not.
 * @module
 */
import type { Plane } from '../../raster.ts';

/** Distances from the outermost covered pixel of the three lines, px: resampling mixes what lies nearer to the seam. */
const [WITHIN, INNER, BEYOND] = [5, 1, 3] as const;
/** Pixels to either side over which the mean of a line is taken. */
const MEAN_REACH = 12;
/** Shorter lines say nothing of themselves, px. */
const LENGTH_MIN = 3 * MEAN_REACH;
/** Mean square of detail along a line from which there is something to go on, levels^2; and correlation within the picture. */
const ENERGY_MIN = 9;
const WITHIN_MIN = 0.2;

interface Lines {
  readonly s: number[];
  readonly t: number[];
  readonly u: number[];
}

/**
 * @param luma    of the query at working size, levels
 * @param covered 1 where the stored picture has a pixel
 * @returns 0..1; 0 where the picture has no outline within, or nothing along it can tell
 */
export function continuation({ width, height, data }: Plane, covered: Uint8Array): number {
  if (!covered.includes(0)) return 0;
  const sums = { ss: 0, tt: 0, uu: 0, st: 0, su: 0, count: 0 };
  for (const [dx, dy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    const lines = linesBeside(data, covered, width, height, dx, dy);
    if (lines.s.length < LENGTH_MIN) continue;
    const [s, t, u] = [lessMean(lines.s), lessMean(lines.t), lessMean(lines.u)];
    for (let k = 0; k < s.length; k++) {
      const [a, b, c] = [s[k] as number, t[k] as number, u[k] as number];
      sums.ss += a * a;
      sums.tt += b * b;
      sums.uu += c * c;
      sums.st += a * b;
      sums.su += a * c;
    }
    sums.count += s.length;
  }
  const { ss, tt, uu, st, su, count } = sums;
  if (count === 0 || Math.min(ss, tt, uu) < ENERGY_MIN * count) return 0;
  const within = su / Math.sqrt(ss * uu);
  return within < WITHIN_MIN ? 0 : Math.min(1, Math.max(0, st / Math.sqrt(ss * tt) / within));
}

/** Where the outline is crossed in the direction (dx, dy), in order along it: luma on the three lines. */
function linesBeside(
  data: Float32Array,
  covered: Uint8Array,
  width: number,
  height: number,
  dx: number,
  dy: number,
): Lines {
  const lines: Lines = { s: [], t: [], u: [] };
  const isAt = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < width && y < height;
  // Along the outline: rows of a column for a vertical one.
  const [outer, inner] = dx === 0 ? [width, height] : [height, width];
  for (let a = 0; a < outer; a++)
    for (let b = 0; b < inner; b++) {
      const [x, y] = dx === 0 ? [a, b] : [b, a];
      if (covered[y * width + x] === 0 || !isAt(x + dx, y + dy) || covered[(y + dy) * width + x + dx] === 1) continue;
      const [beyondX, beyondY] = [x + BEYOND * dx, y + BEYOND * dy];
      const [withinX, withinY] = [x - WITHIN * dx, y - WITHIN * dy];
      if (!isAt(beyondX, beyondY) || !isAt(withinX, withinY) || covered[withinY * width + withinX] === 0) continue;
      lines.s.push(data[(y - INNER * dy) * width + x - INNER * dx] as number);
      lines.t.push(data[beyondY * width + beyondX] as number);
      lines.u.push(data[withinY * width + withinX] as number);
      break;
    }
  return lines;
}

/** One bright end of a line must not outvote all the rest, standard deviations. */
const DEVIATION_MAX = 1.5;

/** Less the mean over neighbours: what is finer than a fall of light. */
function lessMean(values: readonly number[]): number[] {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) as number) + value);
  const fine = values.map((value, k) => {
    const [from, to] = [Math.max(0, k - MEAN_REACH), Math.min(values.length, k + MEAN_REACH + 1)];
    return value - ((sums[to] as number) - (sums[from] as number)) / (to - from);
  });
  const most = DEVIATION_MAX * Math.sqrt(fine.reduce((sum, value) => sum + value * value, 0) / fine.length);
  return fine.map((value) => Math.min(most, Math.max(-most, value)));
}
