/**
 * Luma of 8-bit colour rasters by kernels: the hot path of embedding. Other rasters take `rowsOf`.
 * @module
 */
import type { KernelMemory, Pointer } from '../../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../../kernels/kernels.ts';
import { LUMA_WEIGHTS, luma, type Plane, plane, type Raster } from '../../raster.ts';
import { type RowSource, rowsOf } from '../rowSource.ts';

/** Groups of four pixels are read whole, so that the last may reach beyond the samples by less than this. */
const SPARE_BYTES = 16;
/** Rows of samples that are copied to the kernels at once: of a picture 4000 pixels wide they stay in a core's cache. */
const BAND_ROWS = 16;

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
  const { width } = source;
  if (!isColourBytes(source)) {
    const rows = rowsOf(source);
    const line = new Float32Array(width);
    return (y, at) => {
      rows.read(y, 0, width, line, 0);
      memory.floats(at, width).set(line);
    };
  }
  const pixels = pixelsInMemory(source, memory, bandRows);
  const [r, g, b] = LUMA_WEIGHTS;
  return (y, at) => kernels.lumaLine(pixels(y), source.channels, r, g, b, at, width);
}

/** What of row `y` is added to sums over columns, each with room for `ROW_SPARE` more than the width. */
export type RowMoments = (y: number) => void;

/**
 * Adds up rows of luma Y:  moments += Y - centre,  squares += (Y - centre)^2,  sums += Y - centre.
 * @param sums as `moments`, for who takes the two at different rows
 */
export function lumaMoments(
  source: Raster | RowSource,
  centre: number,
  { moments, squares, sums }: { readonly moments: Pointer; readonly squares: Pointer; readonly sums: Pointer },
  kernels: Kernels,
  memory: KernelMemory,
): RowMoments {
  const { width } = source;
  if (isColourBytes(source)) {
    const pixels = pixelsInMemory(source, memory, BAND_ROWS);
    const [r, g, b] = LUMA_WEIGHTS;
    return (y) => kernels.addLumaMoments(pixels(y), source.channels, r, g, b, centre, moments, squares, sums, width);
  }
  const write = lumaWriter(source, kernels, memory);
  const row = memory.zeros(width + ROW_SPARE);
  const unused = memory.zeros(width + ROW_SPARE);
  return (y) => {
    write(y, row);
    kernels.addMoments(row, centre, moments, squares, width);
    kernels.addMoments(row, centre, sums, unused, width);
  };
}

function isColourBytes(source: Raster | RowSource): source is Raster & { readonly channels: 3 | 4 } {
  return 'channels' in source && source.depth === 8 && source.channels >= 3;
}

/** Where row `y` of a raster of bytes lies in the kernels' memory; rows are copied in bands, so ask in order. */
function pixelsInMemory(
  { width, height, channels, data }: Raster,
  memory: KernelMemory,
  bandRows: number,
): (y: number) => Pointer {
  const rowBytes = width * channels;
  const band = memory.reserve(Math.min(bandRows, height) * rowBytes + SPARE_BYTES);
  let first = -bandRows;
  return (y) => {
    if (y < first || y >= first + bandRows) {
      first = y;
      const samples = data.subarray(y * rowBytes, Math.min(height, y + bandRows) * rowBytes);
      memory.samples(band, samples.length).set(samples);
    }
    return band + (y - first) * rowBytes;
  };
}
