/**
 * The spectrum of one whitened view, in the two forms that detection needs:
 *  - a Fourier grid that answers F(f) at any frequency (see nonuniformFourier.ts), from the unwindowed view;
 *  - the power relative to its neighbourhood, from the view under a Tukey window, in which pilots stand out as peaks.
 * Both come out of one complex FFT: the windowed view as real part, the deconvolved view as imaginary part, taken apart
 * again by symmetry:  W(k) = (C(k) + C*(-k)) / 2,   D(k) = (C(k) - C*(-k)) / 2i.
 * @module
 */
import { type Kernels, withKernels } from '../../../kernels/kernels.ts';
import type { KernelMemory, Pointer } from '../../../kernels/kernelMemory.ts';
import type { Plane } from '../../../raster.ts';
import { type ComplexPlane, fft2d } from '../../../signal/fourier/fft2d.ts';
import { fftTables } from '../../../signal/fourier/fftTables.ts';
import {
  deconvolutionFactors,
  type FourierGrid,
  gridLengthFor,
  MARGIN,
} from '../../../signal/fourier/nonuniformFourier.ts';

/** Right half plane of a power spectrum: row v + gridHeight / 2, column u in [0, gridWidth / 2]. */
export interface HalfPower {
  readonly gridWidth: number;
  readonly gridHeight: number;
  readonly stride: number;
  /** Power over the local mean power, clipped: 1 is ordinary, a pilot is 5 and more. */
  readonly relative: Float32Array;
  /** The local mean power: how noisy a carrier there is. */
  readonly background: Float32Array;
}

export interface PictureSpectrum {
  readonly fourier: FourierGrid;
  readonly power: HalfPower;
}

/** Share of each side under the window's cosine slopes. Twice the pilot score of a Hann window (measured). */
const TUKEY_SHARE = 0.12;
/** Half width of the neighbourhood in grid samples: wide against a peak (2-4 samples), narrow against the picture's slope. */
const NEIGHBOURHOOD_RADIUS = 16;
/** Power above this many means is cut before the mean is taken again, so that pilots do not raise their own background. */
const OUTLIER_RATIO = 4;
/** Added to the background, so that an empty spectrum divides. */
const BACKGROUND_FLOOR = 1e-9;
/** Relative power is clipped here: one accidental line in the picture must not outvote sixteen pilots. */
const RELATIVE_MAX = 16;

/** Views with a shorter side than this are transformed by the scalar loops. */
const KERNEL_SIDE_MIN = 8;

export function pictureSpectrum(whitened: Plane): PictureSpectrum {
  if (Math.min(whitened.width, whitened.height) < KERNEL_SIDE_MIN) return scalarSpectrum(whitened);
  return withKernels(
    (kernels, memory) => kernelSpectrum(whitened, kernels, memory),
    () => scalarSpectrum(whitened),
  );
}

/** Scalar fallback of the kernels. */
function scalarSpectrum(whitened: Plane): PictureSpectrum {
  const grid = packedTransform(whitened);
  return { fourier: fourierPart(grid), power: powerPart(grid) };
}

/** Bytes of a complex sample of four lines, in which the kernels transform. */
const POINT_BYTES = 32;

function kernelSpectrum({ width, height, data }: Plane, kernels: Kernels, memory: KernelMemory): PictureSpectrum {
  const gridWidth = gridLengthFor(width);
  const gridHeight = gridLengthFor(height);
  const stride = gridWidth / 2 + 1;
  const axisX = axisTable(width, gridWidth, memory);
  const axisY = axisTable(height, gridHeight, memory);
  const fourier = memory.reserve(8 * (stride + MARGIN) * gridHeight);
  const power = memory.reserve(4 * stride * gridHeight);
  const twiddlesX = memory.copyIn(fftTables(gridWidth).twiddles);
  const twiddlesY = memory.copyIn(fftTables(gridHeight).twiddles);
  memory.frame(() => {
    const real = memory.reserve(kernels.spectrumPlaneBytes(height, gridWidth));
    const imaginary = memory.reserve(kernels.spectrumPlaneBytes(height, gridWidth));
    const points = memory.reserve(2 * POINT_BYTES * Math.max(gridWidth, gridHeight));
    const input = memory.copyIn(data);
    kernels.packedSpectrum(
      ...([input, width, height, gridWidth, gridHeight] as const),
      ...([axisX, axisY, twiddlesX, twiddlesY] as const),
      ...([real, imaginary, points, fourier, power] as const),
    );
  });
  const background = memory.reserve(4 * stride * gridHeight);
  const spare = memory.reserve(4 * stride * gridHeight);
  const radius = NEIGHBOURHOOD_RADIUS;
  const scratch = memory.reserve(kernels.backgroundScratchBytes(Math.max(stride, gridHeight), radius));
  kernels.relatePower(
    ...([power, background, spare, scratch, stride, gridHeight] as const),
    ...([radius, OUTLIER_RATIO, RELATIVE_MAX, BACKGROUND_FLOOR] as const),
  );
  const copyOut = (at: Pointer, length: number): Float32Array => memory.floats(at, length).slice();
  return {
    fourier: {
      ...{ gridWidth, gridHeight, stride: stride + MARGIN },
      data: copyOut(fourier, 2 * (stride + MARGIN) * gridHeight),
    },
    power: {
      ...{ gridWidth, gridHeight, stride },
      relative: copyOut(power, stride * gridHeight),
      background: copyOut(background, stride * gridHeight),
    },
  };
}

/** Window, deconvolution factors, and where a transform wants each sample, the view's centre being sample 0. */
function axisTable(length: number, gridLength: number, memory: KernelMemory): Pointer {
  const { positions } = fftTables(gridLength);
  const centre = length >> 1;
  const table = new Float32Array(3 * length);
  table.set(tukeyWindow(length));
  table.set(deconvolutionFactors(length, gridLength), length);
  const addresses = new Int32Array(table.buffer, 8 * length);
  for (let i = 0; i < length; i++) addresses[i] = POINT_BYTES * (positions[(i - centre) & (gridLength - 1)] as number);
  return memory.copyIn(table);
}

/** Tukey window: flat, with half-cosine slopes over `TUKEY_SHARE` of the length in all. */
export function tukeyWindow(length: number): Float32Array {
  const slope = Math.floor((length * TUKEY_SHARE) / 2) + 1;
  return Float32Array.from({ length }, (_, i) => {
    const fromEdge = Math.min(i, length - 1 - i);
    return fromEdge >= slope ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * (fromEdge + 0.5)) / slope);
  });
}

/** FFT of (windowed + i deconvolved), the view's centre at index 0. */
function packedTransform({ width, height, data }: Plane): ComplexPlane {
  const gridWidth = gridLengthFor(width);
  const gridHeight = gridLengthFor(height);
  const packed = new Float32Array(2 * gridWidth * gridHeight);
  const windowX = tukeyWindow(width);
  const windowY = tukeyWindow(height);
  const factorsX = deconvolutionFactors(width, gridWidth);
  const factorsY = deconvolutionFactors(height, gridHeight);
  const centreX = width >> 1;
  const centreY = height >> 1;
  for (let y = 0; y < height; y++) {
    const row = ((y - centreY) & (gridHeight - 1)) * gridWidth;
    const wy = windowY[y] as number;
    const dy = factorsY[y] as number;
    for (let x = 0; x < width; x++) {
      const p = 2 * (row + ((x - centreX) & (gridWidth - 1)));
      const value = data[y * width + x] as number;
      packed[p] = value * wy * (windowX[x] as number);
      packed[p + 1] = value * dy * (factorsX[x] as number);
    }
  }
  const grid = { width: gridWidth, height: gridHeight, data: packed };
  fft2d(grid, (y) => y >= height - centreY && y < gridHeight - centreY);
  return grid;
}

/** D(k) on the right half plane and its margin. */
function fourierPart({ width, height, data }: ComplexPlane): FourierGrid {
  const stride = width / 2 + 1 + MARGIN;
  const out = new Float32Array(2 * stride * height);
  for (let ky = 0; ky < height; ky++) {
    const row = ky * width;
    const opposite = ((height - ky) & (height - 1)) * width;
    for (let kx = -MARGIN; kx <= width / 2; kx++) {
      const p = 2 * (row + (kx & (width - 1)));
      const q = 2 * (opposite + (-kx & (width - 1)));
      const at = 2 * (ky * stride + kx + MARGIN);
      out[at] = ((data[p + 1] as number) + (data[q + 1] as number)) / 2;
      out[at + 1] = ((data[q] as number) - (data[p] as number)) / 2;
    }
  }
  return { gridWidth: width, gridHeight: height, stride, data: out };
}

/** |W(k)|^2 on the right half plane, related to its neighbourhood. */
function powerPart({ width, height, data }: ComplexPlane): HalfPower {
  const stride = width / 2 + 1;
  const power = new Float32Array(stride * height);
  for (let v = 0; v < height; v++) {
    const ky = (v + height / 2) & (height - 1);
    const row = ky * width;
    const opposite = ((height - ky) & (height - 1)) * width;
    for (let kx = 0; kx < stride; kx++) {
      const p = 2 * (row + kx);
      const q = 2 * (opposite + (-kx & (width - 1)));
      const real = ((data[p] as number) + (data[q] as number)) / 2;
      const imaginary = ((data[p + 1] as number) - (data[q + 1] as number)) / 2;
      power[v * stride + kx] = real * real + imaginary * imaginary;
    }
  }
  const background = boxMean(power, stride, height);
  for (let i = 0; i < power.length; i++)
    background[i] = Math.min(power[i] as number, OUTLIER_RATIO * (background[i] as number));
  const robust = boxMean(background, stride, height);
  for (let i = 0; i < power.length; i++)
    power[i] = Math.min(RELATIVE_MAX, (power[i] as number) / ((robust[i] as number) + BACKGROUND_FLOOR));
  return { gridWidth: width, gridHeight: height, stride, relative: power, background: robust };
}

/** Mean over (2 r + 1)^2 samples by running sums; windows are cut at the borders. */
function boxMean(input: Float32Array, width: number, height: number): Float32Array {
  const radius = NEIGHBOURHOOD_RADIUS;
  const rows = new Float32Array(input.length);
  for (let y = 0; y < height; y++) {
    const at = y * width;
    let sum = 0;
    for (let x = 0; x < Math.min(radius, width); x++) sum += input[at + x] as number;
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += input[at + x + radius] as number;
      if (x - radius - 1 >= 0) sum -= input[at + x - radius - 1] as number;
      rows[at + x] = sum / (Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1);
    }
  }
  const out = new Float32Array(input.length);
  const sums = new Float64Array(width);
  for (let y = 0; y < Math.min(radius, height); y++) addRow(rows, y * width, sums, 1);
  for (let y = 0; y < height; y++) {
    if (y + radius < height) addRow(rows, (y + radius) * width, sums, 1);
    if (y - radius - 1 >= 0) addRow(rows, (y - radius - 1) * width, sums, -1);
    const count = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1;
    const at = y * width;
    for (let x = 0; x < width; x++) out[at + x] = (sums[x] as number) / count;
  }
  return out;
}

function addRow(rows: Float32Array, at: number, sums: Float64Array, sign: 1 | -1): void {
  for (let x = 0; x < sums.length; x++) sums[x] = (sums[x] as number) + sign * (rows[at + x] as number);
}
