/**
 * Adds a tile mark to a picture at the picture's own depth, and tells what that did to the samples: one sweep.
 * @module
 */
import type { KernelMemory } from '../../../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../../../kernels/kernels.ts';
import type { Raster } from '../../../raster.ts';
import { lumaWriter, type RowWriter } from '../../../signal/colour/lumaPlane.ts';
import { PSNR_IDENTICAL_DB } from '../../../signal/metrics.ts';
import { clampedSum, type RowSource, rowsOf, sumOfRows } from '../../../signal/rowSource.ts';
import { estimateSsim, ssimOfSampledRows } from '../../../signal/ssimEstimate.ts';
import { applyDelta, COLOUR_CHANGE, psnrOfDelta } from '../../applyDelta.ts';
import { type MarkRowsInMemory, markRowsInMemory } from './modulationKernels.ts';
import { markRows, type TileMark } from './modulation.ts';

export interface MarkedPicture {
  readonly picture: Raster;
  /** Over R, G, B or grey, dB; as `psnr` of metrics.ts. */
  readonly psnrDb: number;
}

/** Kernels read and write groups of four pixels. */
const SPARE_BYTES = 16;
/** Rows of samples that are copied to the kernels at once: of a picture 4000 pixels wide they stay in a core's cache. */
const BAND_ROWS = 16;

/**
 * The marked picture, as `applyDelta` would give it.
 * @param beside another change of luma that is added in the same sweep: what is added in turns is rounded in turns
 * @param out receives the samples; default new ones
 */
export function applyMark(
  picture: Raster,
  mark: TileMark,
  beside: RowSource | null = null,
  out?: Raster['data'],
): MarkedPicture {
  return withKernels(
    (kernels, memory) => {
      if (!isForKernels(picture)) return applyScalar(picture, mark, beside, out);
      const data = out instanceof Uint8Array ? out : new Uint8Array(picture.data.length);
      const { width, height, channels } = picture;
      const squares = markBands({ picture, mark, beside }, 1, data, kernels, memory);
      return { picture: { width, height, channels, depth: 8, data }, psnrDb: psnrOf(squares / (3 * width * height)) };
    },
    () => applyScalar(picture, mark, beside, out),
  );
}

/** Scalar fallback of the kernels. */
function applyScalar(picture: Raster, mark: TileMark, beside: RowSource | null, out?: Raster['data']): MarkedPicture {
  const own = markRows(mark);
  const delta = beside ? sumOfRows(own, beside) : own;
  return { picture: applyDelta(picture, delta, out), psnrDb: psnrOfDelta(picture, delta, 1) };
}

/** PSNR that `applyMark` would give, from every `rowStep`-th row. */
export function psnrOfMark(picture: Raster, mark: TileMark, rowStep: number): number {
  return withKernels(
    (kernels, memory) => {
      if (!isForKernels(picture)) return psnrOfDelta(picture, markRows(mark), rowStep);
      const squares = markBands({ picture, mark, beside: null }, rowStep, null, kernels, memory);
      return psnrOf(squares / (3 * picture.width * Math.ceil(picture.height / rowStep)));
    },
    () => psnrOfDelta(picture, markRows(mark), rowStep),
  );
}

/** `estimateSsim` of a large picture's luma and that luma under the mark, clipped. */
export function estimateMarkSsim(picture: Raster, mark: TileMark, step: 1 | 2 | 4): number {
  const { width, height } = picture;
  return withKernels(
    (kernels, memory) => {
      const { strength, pattern } = markRowsInMemory(mark, kernels, memory);
      const reference = lumaWriter(picture, kernels, memory, 1);
      const changed: RowWriter = (y, at) => {
        reference(y, at);
        kernels.addProductClamped(at, strength(y), pattern(y), width);
      };
      return ssimOfSampledRows(width, height, reference, changed, step, kernels, memory);
    },
    () => estimateSsim(picture, clampedSum(rowsOf(picture), markRows(mark)), step),
  );
}

function isForKernels({ channels, depth }: Raster): boolean {
  return depth === 8 && channels >= 3;
}

function psnrOf(meanSquare: number): number {
  return meanSquare === 0 ? PSNR_IDENTICAL_DB : Math.min(PSNR_IDENTICAL_DB, 10 * Math.log10(255 ** 2 / meanSquare));
}

/** What is done to a picture in one sweep. */
interface Sweep {
  readonly picture: Raster;
  readonly mark: TileMark;
  readonly beside: RowSource | null;
}

/** Marks every `rowStep`-th row. @param out receives the samples if all rows are marked. @returns sum of squared changes */
function markBands(
  { picture: { width, height, channels, data }, mark, beside }: Sweep,
  rowStep: number,
  out: Uint8Array | null,
  kernels: Kernels,
  memory: KernelMemory,
): number {
  const { strength, pattern } = changeInMemory(mark, beside, kernels, memory);
  const rowBytes = width * channels;
  const bandRows = rowStep === 1 ? BAND_ROWS : 1;
  const band = memory.reserve(bandRows * rowBytes + SPARE_BYTES);
  const [r, g, b] = COLOUR_CHANGE;
  let squares = 0;
  for (let top = 0; top < height; top += bandRows * rowStep) {
    const rows = Math.min(bandRows, height - top);
    const samples = data.subarray(top * rowBytes, (top + rows) * rowBytes);
    memory.samples(band, samples.length).set(samples);
    for (let i = 0; i < rows; i++) {
      const y = top + i;
      squares += kernels.markLine(band + i * rowBytes, channels, strength(y), pattern(y), r, g, b, width);
    }
    out?.set(memory.samples(band, samples.length), top * rowBytes);
  }
  return squares;
}

/** Rows whose product is the mark and what is added beside it. */
function changeInMemory(
  mark: TileMark,
  beside: RowSource | null,
  kernels: Kernels,
  memory: KernelMemory,
): MarkRowsInMemory {
  const own = markRowsInMemory(mark, kernels, memory);
  if (!beside) return own;
  const { width } = mark;
  const ones = memory.copyIn(new Float32Array(width + SPARE_BYTES / 4).fill(1));
  const sum = memory.reserve(4 * width + SPARE_BYTES);
  const line = new Float32Array(width);
  return {
    strength: () => ones,
    pattern(y) {
      beside.read(y, 0, width, line, 0);
      const [strengthAt, patternAt] = [own.strength(y), own.pattern(y)];
      const [strength, pattern] = [memory.floats(strengthAt, width), memory.floats(patternAt, width)];
      const out = memory.floats(sum, width);
      for (let x = 0; x < width; x++) out[x] = (line[x] as number) + (strength[x] as number) * (pattern[x] as number);
      return sum;
    },
  };
}
