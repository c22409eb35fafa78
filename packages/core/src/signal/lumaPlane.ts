/**
 * Luma of 8-bit colour rasters by kernels: the hot path of embedding. Other rasters take `rowsOf`.
 * @module
 */
import type { KernelMemory, Pointer } from '../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../kernels/kernels.ts';
import { LUMA_WEIGHTS, luma, type Plane, plane, type Raster } from '../raster.ts';
import { type RowSource, rowsOf } from './rowSource.ts';

/** Groups of four pixels are read whole, so that the last may reach beyond the samples by less than this. */
const SPARE_BYTES = 16;
/** Rows of samples that are copied to the kernels at once. */
const BAND_ROWS = 64;

/** Luma of a whole raster, as `luma` of raster.ts. */
export function lumaPlane(raster: Raster): Plane {
  return withKernels(
    (kernels, memory) => {
      const { width, height } = raster;
      const out = plane(width, height);
      const write = lumaWriter(raster, kernels, memory);
      const row = memory.reserve(4 * (width + ROW_SPARE));
      for (let y = 0; y < height; y++) {
        write(y, row);
        out.data.set(memory.floats(row, width), y * width);
      }
      return out;
    },
    () => luma(raster),
  );
}

/** Floats that a row takes beyond its width: kernels go by vectors of four. */
export const ROW_SPARE = 4;

/** Writes row `y` of a luma to the kernels' memory, and up to `ROW_SPARE` floats of anything after it. */
export type RowWriter = (y: number, at: Pointer) => void;

/** @param bandRows how many rows are copied at a time: 1 if few are asked for */
export function lumaWriter(
  source: Raster | RowSource,
  kernels: Kernels,
  memory: KernelMemory,
  bandRows = BAND_ROWS,
): RowWriter {
  const { width, height } = source;
  if (!('channels' in source) || source.depth !== 8 || source.channels < 3) {
    const rows = rowsOf(source);
    const line = new Float32Array(width);
    return (y, at) => {
      rows.read(y, 0, width, line, 0);
      memory.floats(at, width).set(line);
    };
  }
  const { channels, data } = source;
  const [r, g, b] = LUMA_WEIGHTS;
  const rowBytes = width * channels;
  const band = memory.reserve(Math.min(bandRows, height) * rowBytes + SPARE_BYTES);
  let first = -bandRows;
  return (y, at) => {
    if (y < first || y >= first + bandRows) {
      first = y;
      const samples = data.subarray(y * rowBytes, Math.min(height, y + bandRows) * rowBytes);
      memory.samples(band, samples.length).set(samples);
    }
    kernels.lumaLine(band + (y - first) * rowBytes, channels, r, g, b, at, width);
  };
}
