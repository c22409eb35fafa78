/** The values of a grid over place and level between its cells (toneGrid.ts), trilinear. @module */
import type { Size } from '../../raster.ts';

export const LEVEL_MAX = 255;

/** R, G, B. */
export type OfChannels<T> = readonly [T, T, T];

export interface ToneGrid {
  /** Cells along each side and along the range of levels. */
  readonly nx: number;
  readonly ny: number;
  readonly nl: number;
  readonly values: OfChannels<Float32Array>;
}

/** From the first of eight cells to each. */
export function neighboursOf({ nx, ny }: ToneGrid): Int32Array {
  const next = nx * ny;
  return Int32Array.of(0, 1, nx, nx + 1, next, next + 1, next + nx, next + nx + 1);
}

/** The eight cells around a place and level, and their trilinear weights; told anew by each `at`. */
export class GridReader {
  readonly #weights = new Float32Array(8);
  readonly #grid: ToneGrid;
  readonly #neighbours: Int32Array;
  readonly #perX: number;
  readonly #perY: number;
  readonly #perLevel: number;
  #first = 0;

  constructor(grid: ToneGrid, { width, height }: Size) {
    this.#grid = grid;
    this.#neighbours = neighboursOf(grid);
    this.#perX = (grid.nx - 1) / Math.max(1, width - 1);
    this.#perY = (grid.ny - 1) / Math.max(1, height - 1);
    this.#perLevel = (grid.nl - 1) / LEVEL_MAX;
  }

  /** @param weights written from `at` on, in the order of `neighboursOf`. @returns the first of the eight cells */
  place(x: number, y: number, level: number, weights: Float32Array, at: number): number {
    const { nx, ny, nl } = this.#grid;
    const u = x * this.#perX;
    const v = y * this.#perY;
    const l = Math.min(LEVEL_MAX, Math.max(0, level)) * this.#perLevel;
    const x0 = Math.min(nx - 2, Math.floor(u));
    const y0 = Math.min(ny - 2, Math.floor(v));
    const l0 = Math.min(nl - 2, Math.floor(l));
    const [dx, dy, dl] = [u - x0, v - y0, l - l0];
    const [near, far] = [(1 - dy) * (1 - dl), dy * (1 - dl)];
    const [nearNext, farNext] = [(1 - dy) * dl, dy * dl];
    weights[at] = (1 - dx) * near;
    weights[at + 1] = dx * near;
    weights[at + 2] = (1 - dx) * far;
    weights[at + 3] = dx * far;
    weights[at + 4] = (1 - dx) * nearNext;
    weights[at + 5] = dx * nearNext;
    weights[at + 6] = (1 - dx) * farNext;
    weights[at + 7] = dx * farNext;
    return (l0 * ny + y0) * nx + x0;
  }

  at(x: number, y: number, level: number): void {
    this.#first = this.place(x, y, level, this.#weights, 0);
  }

  /** Of a channel's field at the place of the last `at`, levels. */
  value(c: 0 | 1 | 2): number {
    const [values, weights, neighbours] = [this.#grid.values[c], this.#weights, this.#neighbours];
    let sum = 0;
    for (let k = 0; k < 8; k++)
      sum += (weights[k] as number) * (values[this.#first + (neighbours[k] as number)] as number);
    return sum;
  }
}
