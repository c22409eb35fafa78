/**
 * The same morphology and connectivity as `morphology.ts`, for all thresholds of a plane of values at once: opening of grey values
 * commutes with thresholding, and regions only grow as the threshold falls.
 * Source: Serra 1982, chapter XII; regions merged by union-find (Tarjan 1975).
 * @module
 */
import type { Size } from '../../raster.ts';

/** Opening by a square of 3 x 3: what is narrower falls to its surroundings. `result >= t` is `open(values >= t)` for every t. */
export function openedValues(values: Float32Array, { width, height }: Size): Float32Array {
  const rows = new Float32Array(values.length);
  const out = new Float32Array(values.length);
  leastOfThree(values, height, width, width, 1, rows);
  leastOfThree(rows, width, height, 1, width, out);
  mostOfThree(out, height, width, width, 1, rows);
  mostOfThree(rows, width, height, 1, width, out);
  return out;
}

/** Along lines, the least of a value and its neighbours. Written twice: a comparison that is handed in makes numbers of the heap. */
function leastOfThree(
  input: Float32Array,
  lines: number,
  length: number,
  lineStep: number,
  step: number,
  out: Float32Array,
): void {
  for (let line = 0; line < lines; line++) {
    let at = line * lineStep;
    let before = input[at] as number;
    for (let k = 0; k < length; k++, at += step) {
      const here = input[at] as number;
      const after = k + 1 < length ? (input[at + step] as number) : here;
      out[at] = Math.min(before, here, after);
      before = here;
    }
  }
}

/** As `leastOfThree`, the largest. */
function mostOfThree(
  input: Float32Array,
  lines: number,
  length: number,
  lineStep: number,
  step: number,
  out: Float32Array,
): void {
  for (let line = 0; line < lines; line++) {
    let at = line * lineStep;
    let before = input[at] as number;
    for (let k = 0; k < length; k++, at += step) {
      const here = input[at] as number;
      const after = k + 1 < length ? (input[at + step] as number) : here;
      out[at] = Math.max(before, here, after);
      before = here;
    }
  }
}

/** What regions have to take, cells, to be called large. */
export interface Extent {
  /** One region takes more. By default never. */
  readonly one?: number;
  /** Or all of them take more in total, each less `each`: sum of max(0, area - each). By default never. */
  readonly all?: { readonly total: number; readonly each: number };
}

/**
 * The largest k, 0..steps - 1, such that regions (8-neighbours) of `values >= k * step` take more than the extent; 0 also if none do.
 * @param step > 0
 */
export function highestStep(
  values: Float32Array,
  size: Size,
  step: number,
  steps: number,
  { one = Number.POSITIVE_INFINITY, all = { total: Number.POSITIVE_INFINITY, each: 0 } }: Extent,
): number {
  const reached = new Int32Array(values.length);
  const ends = new Int32Array(steps);
  for (let i = 0; i < values.length; i++) {
    const k = Math.min(steps - 1, stepsBelow(values[i] as number, step));
    reached[i] = k;
    ends[k] = (ends[k] as number) + 1;
  }
  for (let k = 1; k < steps; k++) ends[k] = (ends[k] as number) + (ends[k - 1] as number);
  const starts = ends.slice();
  const cells = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const k = reached[i] as number;
    starts[k] = (starts[k] as number) - 1;
    cells[starts[k] as number] = i;
  }
  const regions = new GrowingRegions(size, all.each);
  for (let k = steps - 1; k > 0; k--) {
    for (let at = starts[k] as number; at < (ends[k] as number); at++) regions.add(cells[at] as number);
    if (regions.largest > one || regions.total > all.total) return k;
  }
  return 0;
}

/** The largest k with `k * step <= value`; 0 below. The quotient's rounding may be off by one. */
function stepsBelow(value: number, step: number): number {
  const k = Math.max(0, Math.floor(value / step));
  if ((k + 1) * step <= value) return k + 1;
  return k > 0 && k * step > value ? k - 1 : k;
}

/** Connected regions to which cell after cell is added. */
class GrowingRegions {
  /** Cells of the largest region. */
  largest = 0;
  /** Cells of all regions, each less `each`; it only grows, for two regions that join are charged once. */
  total = 0;
  readonly #size: Size;
  readonly #each: number;
  /** Of each cell, one nearer to the root of its region; -1 if it is in none. */
  readonly #parents: Int32Array;
  readonly #areas: Int32Array;

  constructor(size: Size, each: number) {
    this.#size = size;
    this.#each = each;
    this.#parents = new Int32Array(size.width * size.height).fill(-1);
    this.#areas = new Int32Array(this.#parents.length);
  }

  add(cell: number): void {
    const { width, height } = this.#size;
    const x = cell % width;
    const y = (cell - x) / width;
    this.#parents[cell] = cell;
    this.#areas[cell] = 1;
    this.total += this.#counted(1);
    let root = cell;
    for (let j = Math.max(0, y - 1); j <= Math.min(height - 1, y + 1); j++)
      for (let i = Math.max(0, x - 1); i <= Math.min(width - 1, x + 1); i++) {
        const neighbour = j * width + i;
        if (this.#parents[neighbour] !== -1) root = this.#joined(root, this.#rootOf(neighbour));
      }
    this.largest = Math.max(this.largest, this.#areas[root] as number);
  }

  #counted(area: number): number {
    return Math.max(0, area - this.#each);
  }

  #rootOf(cell: number): number {
    let at = cell;
    while (this.#parents[at] !== at) {
      const above = this.#parents[at] as number;
      this.#parents[at] = this.#parents[above] as number;
      at = above;
    }
    return at;
  }

  #joined(a: number, b: number): number {
    if (a === b) return a;
    const [ofA, ofB] = [this.#areas[a] as number, this.#areas[b] as number];
    const [root, other] = ofA >= ofB ? [a, b] : [b, a];
    this.#parents[other] = root;
    this.#areas[root] = ofA + ofB;
    this.total += this.#counted(ofA + ofB) - this.#counted(ofA) - this.#counted(ofB);
    return root;
  }
}
