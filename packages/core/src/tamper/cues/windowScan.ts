/**
 * Scan statistic: is there a window in which a cue is larger, in the mean, than any window of an unedited picture shows? A weak edit
 * stands out from no single place but from the mean of all its places, most clearly in a window of its own size. With W_k the
 * square windows of a fraction of the overlap,
 *     strength = max_k max_W mean_W(cue) / T_k
 * and the T_k from many unedited pictures (docs/decisions/0004-registration-and-tamper.md). Source: Kulldorff 1997, "A spatial scan statistic".
 * @module
 */
import { once } from '../../once.ts';
import type { Size } from '../../raster.ts';

/** Fractions of the overlap that windows have: between a third and five times the smallest edit that is sought. */
export const WINDOW_FRACTIONS = [0.003, 0.006, 0.012, 0.025] as const;

/** Where a cue begins to count in windows of each fraction, and between which bounds it is averaged. */
export interface ScanThresholds {
  readonly means: readonly [number, number, number, number];
  /** No quiet place may hide an edit beside it, and none may speak for a whole window. */
  readonly min: number;
  readonly max: number;
}

export interface WindowScan {
  /** 1 where a window begins to count. */
  readonly strength: number;
  /**
   * Strength of the strongest window that counts, at its cells where the cue is at least half of the threshold; else 0. Made when it is
   * first asked for: where regions stand out place by place, nobody does.
   */
  readonly marked: () => Float32Array;
}

/**
 * For windows of the fractions above, in turn: of 384 unedited pictures of part `tune` none has a strength above 0.86 by them
 * (docs/decisions/0004-registration-and-tamper.md).
 */
export const SCAN_THRESHOLDS = {
  detail: { means: [4.7, 4, 3.2, 2.8], min: -2, max: 6 },
  colour: { means: [2.2, 1.9, 1.7, 1.6], min: 0, max: 12 },
} as const satisfies Readonly<Record<string, ScanThresholds>>;

/** A window needs this fraction of cells that can be judged. */
const VALID_FRACTION_MIN = 0.8;
/** Fraction of a window's threshold that a cell of it needs to belong to the change. */
const CELL_FRACTION = 0.5;
/** A window that lies half beside the change speaks for the half that it holds, not for what lies around; the best one always speaks. */
const FILLED_MIN = 0.6;

export interface WindowMeans {
  /** Side of the windows, cells. */
  readonly side: number;
  /** Mean of the window whose first cell this is; -Infinity where it cannot be judged or does not fit in. */
  readonly means: Float32Array;
}

/** @param cue nobody writes to it any more, nor to `valid`. @param valid 1 where the cue is known; the overlap is their number */
export function scanWindows(cue: Float32Array, valid: Uint8Array, size: Size, thresholds: ScanThresholds): WindowScan {
  const sums = areaSums(cue, valid, size, thresholds);
  let strength = 0;
  let best: Mark | null = null;
  const counting: Mark[] = [];
  for (const [k, fraction] of WINDOW_FRACTIONS.entries()) {
    const threshold = thresholds.means[k] as number;
    const windows = meansOf(sums, size, fraction);
    const peak = placeOfMost(windows.means);
    const belonging = once(() => reached(cue, valid, CELL_FRACTION * threshold));
    const ofPeak = (windows.means[peak] ?? 0) / threshold;
    if (ofPeak > strength) {
      strength = ofPeak;
      best = (marked) => markWindow(peak, ofPeak, windows.side, size, belonging(), marked);
    }
    if (ofPeak < 1) continue;
    counting.push((marked) => {
      const filled = windowMeans(belonging(), valid, size, fraction, { min: 0, max: 1 }).means;
      markWindows(strengthsOf(windows, filled, threshold), windows.side, size, belonging(), marked);
    });
  }
  if (best && strength >= 1) counting.push(best);
  const marked = once(() => {
    const out = new Float32Array(cue.length);
    for (const mark of counting) mark(out);
    return out;
  });
  return { strength, marked };
}

/** Raises what is marked to what one kind of window says. */
type Mark = (marked: Float32Array) => void;

/** Of the windows that count, at their first cells; else 0. @param filled the fraction of each window that belongs */
function strengthsOf({ means }: WindowMeans, filled: Float32Array, threshold: number): Float32Array {
  const out = new Float32Array(means.length);
  for (let at = 0; at < out.length; at++) {
    const mean = means[at] as number;
    if (mean >= threshold && (filled[at] as number) >= FILLED_MIN) out[at] = mean / threshold;
  }
  return out;
}

/** The first place of the largest value. */
function placeOfMost(values: Float32Array): number {
  let most = 0;
  for (let at = 1; at < values.length; at++) if ((values[at] as number) > (values[most] as number)) most = at;
  return most;
}

/** 1 where a valid cell reaches `least`. */
function reached(cue: Float32Array, valid: Uint8Array, least: number): Float32Array {
  const out = new Float32Array(cue.length);
  for (let i = 0; i < out.length; i++) if (valid[i] === 1 && (cue[i] as number) >= least) out[i] = 1;
  return out;
}

/**
 * Raises `marked`, at cells that belong, to the strongest of the windows that hold them.
 * @param strengths of the window whose first cell this is; 0 if it does not count
 */
function markWindows(
  strengths: Float32Array,
  side: number,
  { width, height }: Size,
  belonging: Float32Array,
  marked: Float32Array,
): void {
  const rows = new Float32Array(strengths.length);
  const room = new Int32Array(Math.max(width, height));
  for (let y = 0; y < height; y++) maximaBefore(strengths, y * width, 1, width, side, rows, room);
  const strongest = new Float32Array(strengths.length);
  for (let x = 0; x < width; x++) maximaBefore(rows, x, width, height, side, strongest, room);
  for (let i = 0; i < marked.length; i++)
    if (belonging[i] === 1 && (strongest[i] as number) > (marked[i] as number)) marked[i] = strongest[i] as number;
}

/** `markWindows` of a single window. @param at its first cell */
function markWindow(
  at: number,
  strength: number,
  side: number,
  { width }: Size,
  belonging: Float32Array,
  marked: Float32Array,
): void {
  for (let y = 0; y < side; y++)
    for (let i = at + y * width, end = i + side; i < end; i++)
      if (belonging[i] === 1) marked[i] = Math.max(marked[i] as number, strength);
}

/** Along one line, at each place the largest of the `side` values that end there; a falling queue of those that may still be. */
function maximaBefore(
  values: Float32Array,
  start: number,
  step: number,
  length: number,
  side: number,
  out: Float32Array,
  queue: Int32Array,
): void {
  let [head, tail] = [0, 0];
  for (let k = 0; k < length; k++) {
    const value = values[start + k * step] as number;
    while (tail > head && (values[start + (queue[tail - 1] as number) * step] as number) <= value) tail--;
    queue[tail++] = k;
    if ((queue[head] as number) <= k - side) head++;
    out[start + k * step] = values[start + (queue[head] as number) * step] as number;
  }
}

/** Summed area tables (Crow 1984) of a cue within its bounds, and of where it is known; a line of zeros above and to the left. */
interface AreaSums {
  readonly line: number;
  readonly sums: Float64Array;
  readonly counts: Int32Array;
}

function areaSums(
  cue: Float32Array,
  valid: Uint8Array,
  { width, height }: Size,
  { min, max }: Pick<ScanThresholds, 'min' | 'max'>,
): AreaSums {
  const line = width + 1;
  const sums = new Float64Array(line * (height + 1));
  const counts = new Int32Array(sums.length);
  for (let y = 0; y < height; y++)
    for (let x = 0, sum = 0, count = 0; x < width; x++) {
      const i = y * width + x;
      if (valid[i] === 1) {
        sum += Math.min(max, Math.max(min, cue[i] as number));
        count++;
      }
      const below = (y + 1) * line + x + 1;
      sums[below] = (sums[below - line] as number) + sum;
      counts[below] = (counts[below - line] as number) + count;
    }
  return { line, sums, counts };
}

/** Means of all windows of one fraction. */
export const windowMeans = (
  cue: Float32Array,
  valid: Uint8Array,
  size: Size,
  fraction: number,
  bounds: Pick<ScanThresholds, 'min' | 'max'>,
): WindowMeans => meansOf(areaSums(cue, valid, size, bounds), size, fraction);

function meansOf({ line, sums, counts }: AreaSums, { width, height }: Size, fraction: number): WindowMeans {
  const side = Math.max(2, Math.round(Math.sqrt(fraction * (counts[counts.length - 1] as number))));
  const countMin = VALID_FRACTION_MIN * side * side;
  const means = new Float32Array(width * height).fill(Number.NEGATIVE_INFINITY);
  for (let y = 0; y + side <= height; y++)
    for (let x = 0; x + side <= width; x++) {
      const a = y * line + x;
      const c = a + side * line;
      const count =
        (counts[c + side] as number) - (counts[c] as number) - (counts[a + side] as number) + (counts[a] as number);
      if (count < countMin) continue;
      const sum = (sums[c + side] as number) - (sums[c] as number) - (sums[a + side] as number) + (sums[a] as number);
      means[y * width + x] = sum / count;
    }
  return { side, means };
}
