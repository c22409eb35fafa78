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
  const weightsX = new Float32Array(KERNEL_TAPS);
  const weightsY = new Float32Array(KERNEL_TAPS);
  const rowMask = grid.gridHeight - 1;
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
    let real = 0;
    let imaginary = 0;
    for (let b = 0; b < KERNEL_TAPS; b++) {
      let p = 2 * (((firstY + b) & rowMask) * grid.stride + firstX + MARGIN);
      let rowReal = 0;
      let rowImaginary = 0;
      for (let a = 0; a < KERNEL_TAPS; a++, p += 2) {
        const weight = weightsX[a] as number;
        rowReal += weight * (grid.data[p] as number);
        rowImaginary += weight * (grid.data[p + 1] as number);
      }
      real += (weightsY[b] as number) * rowReal;
      imaginary += (weightsY[b] as number) * rowImaginary;
    }
    out[i] = real;
    out[i + 1] = conjugate * imaginary;
  }
}

/** Kernel weights of the grid samples around `position`; returns the first sample's index. */
function fillWeights(position: number, weights: Float32Array): number {
  const first = Math.ceil(position - KERNEL_TAPS / 2);
  for (let a = 0; a < KERNEL_TAPS; a++) {
    const at = Math.abs(first + a - position) * TABLE_STEPS;
    const low = Math.floor(at);
    const below = KERNEL_TABLE[low] as number;
    weights[a] = below + (at - low) * ((KERNEL_TABLE[low + 1] as number) - below);
  }
  return first;
}
