/**
 * How much of a known mark every cell of a view holds, in units of what chance gives there:
 *     q_j = sum_{x in cell j} z(x) m(X(x)),   d_j = q_j / sqrt(v_j),
 * v_j the variance of the same sum for the tile displaced by many pixels, where nothing but the picture answers: it has
 * this very texture, and no model of it is needed. Without the mark d is then about normal with mean 0 and variance 1.
 * @module
 */
import type { Pointer } from '../../kernels/kernelMemory.ts';
import { withKernels } from '../../kernels/kernels.ts';
import { type Plane, plane } from '../../raster.ts';
import { stackedBlur } from '../../signal/blur/stackedBlur.ts';
import { type KnownMark, TABLE_SIDE } from './knownMark.ts';

/** A view has about so many cells, so that small pictures are looked at as closely as large ones. */
const CELLS = 2000;
const CELL_SIDE_MIN = 5;
const CELL_SIDE_MAX = 8;

/** Side of a cell of a view, view pixels. */
export function cellSideOf({ width, height }: Plane): number {
  const side = Math.round(Math.sqrt((width * height) / CELLS));
  return Math.min(CELL_SIDE_MAX, Math.max(CELL_SIDE_MIN, side));
}

/** Tiles displaced by these shares of their side (x, y): far from 0 and from each other, along no axis. */
const DISPLACEMENTS = [
  [0.23, 0.41],
  [0.37, 0.79],
  [0.61, 0.17],
  [0.83, 0.57],
] as const;
/** Blur of the power of z, view pixels: it changes at every edge. */
const POWER_SIGMA = 4;
/** Blur of what the displaced tiles find over that power, which is how much of it lies in the mark's band: view pixels. */
const COLOUR_SIGMA = 16;
/** Least of it: four displaced tiles leave its mean uncertain by a tenth. */
const COLOUR_MIN = 0.1;

/** What every whole cell of a view holds, counted from the top left. */
export interface CellDeviations {
  readonly deviations: Plane;
  /** How much of the tile's energy falls on the cell: mean of m^2, about 1. A cell between the waves can hold little. */
  readonly energy: Plane;
}

export function cellDeviations(whitened: Plane, mark: KnownMark): CellDeviations {
  const side = cellSideOf(whitened);
  const grid = { side, columns: Math.floor(whitened.width / side), rows: Math.floor(whitened.height / side) };
  const length = grid.columns * grid.rows;
  const [there, ...elsewhere] = cellSums(whitened, mark, grid, [[0, 0], ...DISPLACEMENTS]) as [CellSums, ...CellSums[]];
  const { sums, energy } = there;
  const power = blurred(cellPower(whitened, grid), grid, POWER_SIGMA / side);
  const ratio = new Float32Array(length);
  for (const chance of elsewhere) {
    for (let j = 0; j < length; j++) {
      const expected = (chance.energy[j] as number) * (power[j] as number) + 1e-20;
      ratio[j] = (ratio[j] as number) + (chance.sums[j] as number) ** 2 / expected / DISPLACEMENTS.length;
    }
  }
  const colour = blurred(ratio, grid, COLOUR_SIGMA / side);
  const means = new Float32Array(length);
  for (let j = 0; j < length; j++) {
    const variance = Math.max(COLOUR_MIN, colour[j] as number) * (power[j] as number) * (energy[j] as number);
    sums[j] = variance > 1e-18 ? (sums[j] as number) / Math.sqrt(variance) : 0;
    means[j] = (energy[j] as number) / side ** 2;
  }
  return { deviations: plane(grid.columns, grid.rows, sums), energy: plane(grid.columns, grid.rows, means) };
}

/** Mean of z^2 in every cell. */
function cellPower({ width, data }: Plane, { side, columns, rows }: CellGrid): Float32Array {
  const out = new Float32Array(columns * rows);
  for (let y = 0; y < rows * side; y++)
    for (let cell = Math.floor(y / side) * columns, at = y * width, end = cell + columns; cell < end; cell++) {
      let sum = 0;
      for (let x = 0; x < side; x++, at++) sum += (data[at] as number) ** 2;
      out[cell] = (out[cell] as number) + sum / side ** 2;
    }
  return out;
}

function blurred(data: Float32Array, { columns, rows }: CellGrid, sigma: number): Float32Array {
  return stackedBlur({ width: columns, height: rows, data }, sigma).data;
}

interface CellGrid {
  readonly side: number;
  readonly columns: number;
  readonly rows: number;
}

/** q of every cell for a displaced tile, and the sum of m^2. */
interface CellSums {
  readonly sums: Float32Array<ArrayBuffer>;
  readonly energy: Float32Array;
}

/** @param displacements of the tile, shares of its side */
function cellSums(
  whitened: Plane,
  mark: KnownMark,
  grid: CellGrid,
  displacements: readonly (readonly [number, number])[],
): readonly CellSums[] {
  const { side, columns, rows } = grid;
  const { pose, tileSide, table } = mark;
  const unit = TABLE_SIDE / tileSide;
  const [stepX, stepY] = [pose.a * unit, pose.b * unit];
  return withKernels(
    (kernels, memory) => {
      const [data, tile] = [memory.copyIn(whitened.data), memory.copyIn(table)];
      const starts = memory.reserve(16 * rows * side);
      const [sums, energy] = [memory.reserve(4 * columns * rows), memory.reserve(4 * columns * rows)];
      const floats = (at: Pointer): Float32Array<ArrayBuffer> => memory.floats(at, columns * rows).slice();
      return displacements.map((displaced) => {
        memory.write(starts, new Uint8Array(startsOf(whitened, mark, grid, displaced).buffer));
        for (const at of [sums, energy]) memory.floats(at, columns * rows).fill(0);
        const steps = [stepX, stepY] as const;
        kernels.markCells(data, whitened.width, side, columns, rows, tile, TABLE_SIDE, ...steps, starts, sums, energy);
        return { sums: floats(sums), energy: floats(energy) };
      });
    },
    () => displacements.map((displaced) => plainSums(whitened, mark, grid, startsOf(whitened, mark, grid, displaced))),
  );
}

/** Place in the table of the first sample of each line, x and y, half a step on: rounding is then cutting off. */
function startsOf(
  { width, height }: Plane,
  { pose: { a, b, c, d }, offset: start, tileSide }: KnownMark,
  { side, rows }: CellGrid,
  displaced: readonly [number, number],
): Float64Array {
  const unit = TABLE_SIDE / tileSide;
  // Cutting off rounds positive numbers alone: so many whole tiles are added.
  const offset = TABLE_SIDE * 256 + 0.5;
  const [centreX, centreY] = [width >> 1, height >> 1];
  const starts = new Float64Array(2 * rows * side);
  for (let y = 0; y < rows * side; y++) {
    starts[2 * y] = (c * (y - centreY) - a * centreX - start.x) * unit + displaced[0] * TABLE_SIDE + offset;
    starts[2 * y + 1] = (d * (y - centreY) - b * centreX - start.y) * unit + displaced[1] * TABLE_SIDE + offset;
  }
  return starts;
}

/** Scalar fallback of the kernel. */
function plainSums(
  { width, data }: Plane,
  { pose: { a, b }, tileSide, table }: KnownMark,
  { side, columns, rows }: CellGrid,
  starts: Float64Array,
): CellSums {
  const sums = new Float32Array(columns * rows);
  const energy = new Float32Array(columns * rows);
  const unit = TABLE_SIDE / tileSide;
  const mask = TABLE_SIDE - 1;
  const [stepX, stepY] = [a * unit, b * unit];
  for (let y = 0; y < rows * side; y++) {
    let tx = starts[2 * y] as number;
    let ty = starts[2 * y + 1] as number;
    const row = Math.floor(y / side) * columns;
    for (let cell = row, at = y * width; cell < row + columns; cell++) {
      let sum = 0;
      let squares = 0;
      for (let x = 0; x < side; x++, at++, tx += stepX, ty += stepY) {
        const m = table[((ty & mask) * TABLE_SIDE) | (tx & mask)] as number;
        sum += (data[at] as number) * m;
        squares += m * m;
      }
      sums[cell] = (sums[cell] as number) + sum;
      energy[cell] = (energy[cell] as number) + squares;
    }
  }
  return { sums, energy };
}
