/**
 * Is what differs merely somewhere else in the other picture? Between two shots people and leaves move; a forger brings in what was not
 * there. Windows of the changed regions are looked for around their place in the other picture, by normalised cross-correlation
 *     c(d) = <(t - mean t)(s_d - mean s_d)> / (|t - mean t| |s_d - mean s_d|),
 * at half the size first and then around the best place, from the query into the reference and back.
 * Source: Lewis 1995 (fast normalised cross-correlation).
 * @module
 */
import { type Plane, plane } from '../../raster.ts';
import { sharedBlur } from '../../signal/blur/sharedBlur.ts';

export interface MovedContent {
  /** Of the changed windows of the query, that the reference shows elsewhere nearby, 0..1. */
  readonly forward: number;
  /** The same from the reference into the query. */
  readonly backward: number;
}

const SMOOTHING_SIGMA = 1;
const WINDOW_PX = 16;
const STRIDE_PX = 8;
/** Of a window, that was changed. */
const CHANGED_MIN = 0.6;
/** Evenly spread over the regions. */
const WINDOWS_MAX = 60;
/** How far is looked either way, px of the working picture. */
const REACH_PX = 40;
/** Around the best place of the half size. */
const REFINE_PX = 2;
/** Standard deviation of a window's luma, levels: flat windows lie everywhere. */
const CONTRAST_MIN = 2.5;
/** Correlation from which a window is found, and that it stays below at its own place. */
const [FOUND_MIN, STAYED_MAX] = [0.85, 0.7];
/** A place nearer than this is the same place, px. */
const MOVED_MIN_PX = 1.5;

/**
 * @param query     luma at working size, [0, 255]
 * @param reference the same of the aligned reference, with the query's tone
 * @param changed   1 where the query was changed
 */
export function movedContent(query: Plane, reference: Plane, changed: Uint8Array): MovedContent {
  const places = changedWindows(query, changed);
  const [q, r] = [pyramid(query), pyramid(reference)];
  return { forward: movedFraction(places, q, r), backward: movedFraction(places, r, q) };
}

type Place = readonly [x: number, y: number];

function changedWindows({ width, height }: Plane, changed: Uint8Array): Place[] {
  const all: Place[] = [];
  for (let y = 0; y + WINDOW_PX < height; y += STRIDE_PX)
    for (let x = 0; x + WINDOW_PX < width; x += STRIDE_PX) {
      let count = 0;
      for (let v = y; v < y + WINDOW_PX; v++)
        for (let u = x; u < x + WINDOW_PX; u++) count += changed[v * width + u] as number;
      if (count > CHANGED_MIN * WINDOW_PX ** 2) all.push([x, y]);
    }
  const step = Math.max(1, all.length / WINDOWS_MAX);
  return Array.from({ length: Math.min(all.length, WINDOWS_MAX) }, (_, i) => all[Math.floor(i * step)] as Place);
}

interface Pyramid {
  readonly full: Plane;
  readonly half: Plane;
}

function pyramid(picture: Plane): Pyramid {
  const full = sharedBlur(picture, SMOOTHING_SIGMA);
  const half = plane(full.width >> 1, full.height >> 1);
  for (let y = 0; y < half.height; y++)
    for (let x = 0; x < half.width; x++) {
      const i = 2 * y * full.width + 2 * x;
      const above = (full.data[i] as number) + (full.data[i + 1] as number);
      const below = (full.data[i + full.width] as number) + (full.data[i + full.width + 1] as number);
      half.data[y * half.width + x] = (above + below) / 4;
    }
  return { full, half };
}

/** Of the windows with contrast, 0 if none has. */
function movedFraction(places: readonly Place[], from: Pyramid, to: Pyramid): number {
  let [judged, moved] = [0, 0];
  const [full, half] = [matcher(from.full, to.full, WINDOW_PX), matcher(from.half, to.half, WINDOW_PX / 2)];
  for (const [x, y] of places) {
    if (!full.choose(x, y)) continue;
    judged++;
    const stayed = full.at(x, y);
    if (stayed >= STAYED_MAX || !half.choose(x >> 1, y >> 1)) continue;
    const [coarseX, coarseY] = half.best(x >> 1, y >> 1, REACH_PX / 2);
    const [bestX, bestY, found] = full.best(2 * coarseX, 2 * coarseY, REFINE_PX);
    if (found > FOUND_MIN && Math.hypot(bestX - x, bestY - y) > MOVED_MIN_PX) moved++;
  }
  return judged === 0 ? 0 : moved / judged;
}

interface Matcher {
  /** Takes a window as the one to look for. @returns false if it is flat */
  readonly choose: (x: number, y: number) => boolean;
  /** Its correlation with a window of the other picture, -1..1; -1 beyond the border. */
  readonly at: (x: number, y: number) => number;
  /** Where within `reach` of a place it correlates best, and how well. */
  readonly best: (x: number, y: number, reach: number) => readonly [x: number, y: number, correlation: number];
}

function matcher(from: Plane, to: Plane, side: number): Matcher {
  const count = side * side;
  const template = new Float64Array(count);
  let norm = 0;
  const at = (x: number, y: number): number => {
    if (x < 0 || y < 0 || x + side > to.width || y + side > to.height) return -1;
    let sum = 0;
    let squares = 0;
    let product = 0;
    for (let v = 0, k = 0; v < side; v++)
      for (let i = (y + v) * to.width + x, end = i + side; i < end; i++, k++) {
        const value = to.data[i] as number;
        sum += value;
        squares += value * value;
        product += value * (template[k] as number);
      }
    return product / (norm * Math.sqrt(Math.max(0, squares - (sum * sum) / count)) + 1e-3);
  };
  return {
    choose(x, y) {
      let sum = 0;
      for (let v = 0, k = 0; v < side; v++)
        for (let u = 0; u < side; u++, k++) {
          template[k] = from.data[(y + v) * from.width + x + u] as number;
          sum += template[k] as number;
        }
      norm = 0;
      for (let k = 0; k < count; k++) {
        template[k] = (template[k] as number) - sum / count;
        norm += (template[k] as number) ** 2;
      }
      norm = Math.sqrt(norm);
      return norm >= CONTRAST_MIN * side;
    },
    at,
    best(x, y, reach) {
      let best: readonly [number, number, number] = [x, y, -1];
      for (let v = y - reach; v <= y + reach; v++)
        for (let u = x - reach; u <= x + reach; u++) {
          const found = at(u, v);
          if (found > best[2]) best = [u, v, found];
        }
      return best;
    },
  };
}
