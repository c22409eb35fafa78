/**
 * A local Fourier analysis: how much of each of some waves every block of a view holds:
 *     m[b, k] = sum_{x in b} z(x) exp(-2 pi i f_k . (x - c)),   c = (width >> 1, height >> 1),
 * first along x, once for each different f_x, then along y.
 * @module
 */
import { withKernels } from '../../../kernels/kernels.ts';
import type { Plane } from '../../../raster.ts';

/**
 * Side of a block, view pixels: a bending by 3 pixels over a wave of 256 shears it by 7 %, which moves its edge by one
 * pixel, a tenth of a pilot's wave; smaller blocks only cost time. The kernel is made for it.
 */
export const BLOCK_SIDE = 32;

/** The whole blocks in the middle of a view. */
export interface BlockGrid {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
}

/** Cycles per view pixel, one entry for each wave. */
export interface Frequencies {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export function blockGrid(width: number, height: number): BlockGrid {
  const columns = Math.floor(width / BLOCK_SIDE);
  const rows = Math.floor(height / BLOCK_SIDE);
  return { left: (width - columns * BLOCK_SIDE) >> 1, top: (height - rows * BLOCK_SIDE) >> 1, columns, rows };
}

/** @returns pairs (real, imaginary); wave k in block b stands at 2 (b count + k) */
export function blockWaves(plane: Plane, grid: BlockGrid, { x, y }: Frequencies): Float32Array {
  const { width, height, data } = plane;
  const { left, top, columns, rows } = grid;
  const [frequencies, line] = distinct(x);
  const alongX = waveTable(frequencies, columns * BLOCK_SIDE, left - (width >> 1));
  const alongY = turnTable(y, rows * BLOCK_SIDE, top - (height >> 1));
  const length = 2 * columns * rows * x.length;
  return withKernels(
    (kernels, memory) => {
      const first = memory.copyIn(data) + 4 * (top * width + left);
      const tables = [memory.copyIn(alongX), memory.copyIn(line), memory.copyIn(alongY)] as const;
      const sums = memory.reserve(8 * frequencies.length);
      const out = memory.copyIn(new Float32Array(length));
      kernels.blockWaves(
        first,
        4 * width,
        columns,
        rows,
        tables[0],
        frequencies.length,
        tables[1],
        tables[2],
        x.length,
        sums,
        out,
      );
      return memory.floats(out, length).slice();
    },
    () => blockWavesScalar(plane, grid, { alongX, line, alongY }, length),
  );
}

/** The different values, and which of them each entry has. */
function distinct(values: Float64Array): readonly [Float64Array, Int32Array] {
  const indices = new Map<number, number>();
  const line = Int32Array.from(values, (value) => {
    if (!indices.has(value)) indices.set(value, indices.size);
    return indices.get(value) as number;
  });
  return [Float64Array.from(indices.keys()), line];
}

/** For each frequency f, cos(-2 pi f (i + offset)) of all samples i, then the sines. */
function waveTable(frequencies: Float64Array, length: number, offset: number): Float32Array {
  const table = new Float32Array(2 * length * frequencies.length);
  for (let f = 0; f < frequencies.length; f++)
    for (let i = 0; i < length; i++) {
      const angle = -2 * Math.PI * (frequencies[f] as number) * (i + offset);
      table[2 * f * length + i] = Math.cos(angle);
      table[(2 * f + 1) * length + i] = Math.sin(angle);
    }
  return table;
}

/** For each sample i and each frequency f, cos and sin of -2 pi f (i + offset). */
function turnTable(frequencies: Float64Array, length: number, offset: number): Float32Array {
  const count = frequencies.length;
  const table = new Float32Array(2 * length * count);
  for (let i = 0; i < length; i++)
    for (let f = 0; f < count; f++) {
      const angle = -2 * Math.PI * (frequencies[f] as number) * (i + offset);
      table[2 * (i * count + f)] = Math.cos(angle);
      table[2 * (i * count + f) + 1] = Math.sin(angle);
    }
  return table;
}

interface Tables {
  readonly alongX: Float32Array;
  readonly line: Int32Array;
  readonly alongY: Float32Array;
}

/** Scalar fallback of the kernel `blockWaves`. */
function blockWavesScalar(
  { width, data }: Plane,
  { left, top, columns, rows }: BlockGrid,
  { alongX, line, alongY }: Tables,
  length: number,
): Float32Array {
  const out = new Float32Array(length);
  const count = line.length;
  const span = columns * BLOCK_SIDE;
  const sums = new Float32Array(alongX.length / span);
  for (let y = 0; y < rows * BLOCK_SIDE; y++) {
    const row = (top + y) * width + left;
    for (let column = 0; column < columns; column++) {
      const start = column * BLOCK_SIDE;
      for (let i = 0; i < sums.length; i++) {
        let sum = 0;
        for (let x = start, at = i * span + start; x < start + BLOCK_SIDE; x++, at++)
          sum += (data[row + x] as number) * (alongX[at] as number);
        sums[i] = sum;
      }
      const block = 2 * (Math.floor(y / BLOCK_SIDE) * columns + column) * count;
      for (let k = 0; k < count; k++) {
        const [re, im] = [sums[2 * (line[k] as number)] as number, sums[2 * (line[k] as number) + 1] as number];
        const turn = 2 * (y * count + k);
        const [cosine, sine] = [alongY[turn] as number, alongY[turn + 1] as number];
        out[block + 2 * k] = (out[block + 2 * k] as number) + re * cosine - im * sine;
        out[block + 2 * k + 1] = (out[block + 2 * k + 1] as number) + re * sine + im * cosine;
      }
    }
  }
  return out;
}
