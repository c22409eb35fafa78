/**
 * The Fourier transform of a picture at arbitrary frequencies, by interpolating one oversampled FFT:
 *     F(f) = sum_x z(x) exp(-2 pi i f . (x - c)),   f in cycles per pixel,  c = (width >> 1, height >> 1).
 * The picture is divided by the kernel's own transform ("deconvolution"), transformed once on a larger grid, and each
 * value is then a weighted sum of 6 x 6 neighbours with a Kaiser-Bessel kernel. Error below 1e-3 of the picture's
 * energy at an oversampling of 1.25 and better above (tests hold it to the direct sum).
 * Why: a mark under a rotation, scale or shear is this transform at the mapped frequencies, so judging a candidate costs
 * a thousand short sums and no warp of the picture.
 * Source: Fessler and Sutton 2003 (type 2 transform); Beatty, Nishimura, Pauly 2005, eq. (5) for the kernel's shape.
 * @module
 */

/** Width of the kernel in grid samples. */
export const KERNEL_TAPS = 6;
/** Least ratio of grid to picture for which the error above holds. */
export const OVERSAMPLING_MIN = 1.25;
/** Kernel values per grid sample in the look-up table: linear steps of 1/1024 add an error of about 1e-4. */
const TABLE_STEPS = 1024;

/** Shape parameter of the kernel for the least oversampling; Beatty et al. 2005, eq. (5). */
const BETA = Math.PI * Math.sqrt((KERNEL_TAPS / OVERSAMPLING_MIN) ** 2 * (OVERSAMPLING_MIN - 0.5) ** 2 - 0.8);

/** Modified Bessel function of the first kind, order 0, by its power series. */
function besselI0(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > 1e-12 * sum; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** Scale that gives the kernel the area 1, so that deconvolution factors start at 1 and single precision suffices. */
const KERNEL_SCALE = BETA / (KERNEL_TAPS * Math.sinh(BETA));

/** kernel[i] = value at distance i / TABLE_STEPS grid samples; zero from KERNEL_TAPS / 2 on. */
const KERNEL_TABLE = Float32Array.from({ length: (KERNEL_TAPS / 2) * TABLE_STEPS + 2 }, (_, i) => {
  const t = (2 * i) / (TABLE_STEPS * KERNEL_TAPS);
  return t > 1 ? 0 : KERNEL_SCALE * besselI0(BETA * Math.sqrt(1 - t * t));
});

/**
 * For positions i / TABLE_STEPS, i = 0 .. TABLE_STEPS + 1, behind the third of six neighbours: the weights of all six and
 * two zeros. What the kernels of packages/core/assembly/fourierTaps.ts look up.
 */
export const TAP_WEIGHTS = Float32Array.from({ length: 8 * (TABLE_STEPS + 2) }, (_, at) => {
  const tap = at % 8;
  const distance = Math.abs(Math.floor(at / 8) + (KERNEL_TAPS / 2 - 1 - tap) * TABLE_STEPS);
  return tap < KERNEL_TAPS ? (KERNEL_TABLE[distance] ?? 0) : 0;
});

/** Fourier transform of the kernel at `xi` cycles per grid sample: scale taps sinh(q) / q, q^2 = beta^2 - (pi taps xi)^2. */
function kernelTransform(xi: number): number {
  const squared = BETA ** 2 - (Math.PI * KERNEL_TAPS * xi) ** 2;
  const q = Math.sqrt(Math.abs(squared));
  if (q < 1e-6) return KERNEL_SCALE * KERNEL_TAPS;
  return (KERNEL_SCALE * KERNEL_TAPS * (squared > 0 ? Math.sinh(q) : Math.sin(q))) / q;
}

/** Factors along one axis by which samples are multiplied before the FFT of `gridLength`; index = sample position. */
export function deconvolutionFactors(length: number, gridLength: number): Float32Array {
  const centre = length >> 1;
  return Float32Array.from({ length }, (_, x) => 1 / kernelTransform((x - centre) / gridLength));
}

/** Smallest power of two that oversamples `length` enough. */
export function gridLengthFor(length: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(length * OVERSAMPLING_MIN, 16)));
}

/**
 * The right half of an oversampled transform of a real picture, with a margin so that kernels near fx = 0 stay inside.
 * Sample (kx, ky), kx in [-MARGIN, gridWidth / 2], ky in [0, gridHeight), stands at 2 (ky stride + kx + MARGIN).
 */
export interface FourierGrid {
  readonly gridWidth: number;
  readonly gridHeight: number;
  readonly stride: number;
  readonly data: Float32Array;
}

export const MARGIN = KERNEL_TAPS / 2;
/** Frequencies up to here, cycles per pixel along either axis, can be asked for. */
export const FREQUENCY_MAX = 0.47;

/**
 * Values at many frequencies. Entries outside +-FREQUENCY_MAX give 0.
 * @param frequencies pairs (fx, fy), cycles per pixel
 * @param out pairs (real, imaginary), the length of `frequencies`
 */
export function evaluateFourier(grid: FourierGrid, frequencies: Float32Array, out: Float32Array): void {
  const weightsX = new Float64Array(KERNEL_TAPS);
  const weightsY = new Float64Array(KERNEL_TAPS);
  const value = new Float64Array(2);
  for (let i = 0; i < frequencies.length; i += 2) {
    let fx = frequencies[i] as number;
    let fy = frequencies[i + 1] as number;
    out[i] = 0;
    out[i + 1] = 0;
    if (Math.abs(fx) > FREQUENCY_MAX || Math.abs(fy) > FREQUENCY_MAX) continue;
    // A real picture's transform is conjugate symmetric: only fx >= 0 is stored.
    const conjugate = fx < 0 ? -1 : 1;
    fx *= conjugate;
    fy *= conjugate;
    const firstX = fillWeights(fx * grid.gridWidth, weightsX);
    const firstY = fillWeights(fy * grid.gridHeight, weightsY);
    weighNeighbours(grid, firstX, firstY, weightsX, weightsY, value);
    out[i] = value[0] as number;
    out[i + 1] = conjugate * (value[1] as number);
  }
}

/** Weighted sum of the 6 x 6 samples from (firstX, firstY) on. @param value receives real and imaginary part */
function weighNeighbours(
  { gridHeight, stride, data }: FourierGrid,
  firstX: number,
  firstY: number,
  weightsX: Float64Array,
  weightsY: Float64Array,
  value: Float64Array,
): void {
  const w0 = weightsX[0] as number;
  const w1 = weightsX[1] as number;
  const w2 = weightsX[2] as number;
  const w3 = weightsX[3] as number;
  const w4 = weightsX[4] as number;
  const w5 = weightsX[5] as number;
  let real = 0;
  let imaginary = 0;
  for (let b = 0; b < KERNEL_TAPS; b++) {
    const p = 2 * (((firstY + b) & (gridHeight - 1)) * stride + firstX + MARGIN);
    const weight = weightsY[b] as number;
    real +=
      weight *
      (w0 * (data[p] as number) +
        w1 * (data[p + 2] as number) +
        w2 * (data[p + 4] as number) +
        w3 * (data[p + 6] as number) +
        w4 * (data[p + 8] as number) +
        w5 * (data[p + 10] as number));
    imaginary +=
      weight *
      (w0 * (data[p + 1] as number) +
        w1 * (data[p + 3] as number) +
        w2 * (data[p + 5] as number) +
        w3 * (data[p + 7] as number) +
        w4 * (data[p + 9] as number) +
        w5 * (data[p + 11] as number));
  }
  value[0] = real;
  value[1] = imaginary;
}

/**
 * Kernel weights of the grid samples around `position`; returns the first sample's index. Samples are a whole number of
 * table rows apart, so all share the fraction of the first one's place in the table, those to the right its complement.
 */
function fillWeights(position: number, weights: Float64Array): number {
  const first = Math.ceil(position - KERNEL_TAPS / 2);
  const at = (position - first) * TABLE_STEPS;
  const low = Math.floor(at);
  const fraction = at - low;
  for (let a = 0; a < KERNEL_TAPS; a++) {
    const isLeft = 2 * a < KERNEL_TAPS;
    const row = isLeft ? low - a * TABLE_STEPS : a * TABLE_STEPS - low - 1;
    // Between the sample before and the sample after the position the sign of the distance may still be either.
    weights[a] =
      row < 0 ? tabulated(Math.abs(at - a * TABLE_STEPS)) : interpolated(row, isLeft ? fraction : 1 - fraction);
  }
  return first;
}

function tabulated(at: number): number {
  const row = Math.floor(at);
  return interpolated(row, at - row);
}

function interpolated(row: number, fraction: number): number {
  const below = KERNEL_TABLE[row] as number;
  return below + fraction * ((KERNEL_TABLE[row + 1] as number) - below);
}
