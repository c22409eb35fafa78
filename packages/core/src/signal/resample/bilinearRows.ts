/**
 * Bilinear resampling on pixel centres, row by row: output (i, j) reads the input at
 * ((i + 1/2) W/w - 1/2, (j + 1/2) H/h - 1/2), clamped to the border.
 * @module
 */
import type { Plane } from '../../raster.ts';
import type { RowSource } from '../rowSource.ts';

export function bilinearRows(input: Plane, width: number, height: number): RowSource {
  const lefts = new Int32Array(width);
  const fractions = new Float32Array(width);
  for (let i = 0; i < width; i++) {
    const x = clampedCentre(i, input.width, width);
    lefts[i] = Math.min(Math.floor(x), Math.max(0, input.width - 2));
    fractions[i] = x - (lefts[i] as number);
  }
  // One sample more than the input is wide, so that a right neighbour always exists.
  const line = new Float64Array(input.width + 1);
  let lineRow = -1;
  return {
    width,
    height,
    read(j, left, count, out, at) {
      if (j !== lineRow) blendRows(input, clampedCentre(j, input.height, height), line);
      lineRow = j;
      blendColumns(line, lefts, fractions, left, count, out, at);
    },
  };
}

function clampedCentre(i: number, inputLength: number, outputLength: number): number {
  return Math.min(Math.max(((i + 0.5) * inputLength) / outputLength - 0.5, 0), inputLength - 1);
}

/** The input's row at height `y`, between two of its rows. */
function blendRows({ width, height, data }: Plane, y: number, line: Float64Array): void {
  const top = Math.min(Math.floor(y), Math.max(0, height - 2));
  const v = y - top;
  const upper = top * width;
  const lower = height > 1 ? upper + width : upper;
  for (let x = 0; x < width; x++) line[x] = (data[upper + x] as number) * (1 - v) + (data[lower + x] as number) * v;
  line[width] = line[width - 1] as number;
}

function blendColumns(
  line: Float64Array,
  lefts: Int32Array,
  fractions: Float32Array,
  left: number,
  count: number,
  out: Float32Array,
  at: number,
): void {
  for (let i = 0; i < count; i++) {
    const x = lefts[left + i] as number;
    const u = fractions[left + i] as number;
    out[at + i] = (line[x] as number) * (1 - u) + (line[x + 1] as number) * u;
  }
}
