/**
 * Kernel of src/watermark/tile/spectrum/pictureSpectrum.ts, which says what is computed. Rows first, four at a time; then
 * columns, each block of four together with the block of their mirror images, so that the two packed spectra are taken
 * apart while they are in the cache.
 * @module
 */
import { POINT_BYTES, transformFour } from './fft';
import { transpose } from './lanes';

/** Columns of the Fourier grid left of frequency zero; MARGIN of nonuniformFourier.ts. */
const MARGIN: i32 = 3;
/** Floats beyond a row: the first one repeats column 0, all together keep columns from falling on the same cache lines. */
const ROW_PADDING: i32 = 16;

export function spectrumPlaneBytes(height: i32, gridWidth: i32): i32 {
  return 4 * height * (gridWidth + ROW_PADDING);
}

/**
 * @param axisX tables of one axis: window, then deconvolution factors (a float a sample each), then for every sample the
 *   address within the points at which a transform expects it (an integer)
 * @param twiddlesX see fft.ts
 * @param real, imaginary `spectrumPlaneBytes` each
 * @param points 2 x 32 bytes for every sample of the longer side of the grid
 * @param fourier receives pairs, gridHeight rows of gridWidth / 2 + 1 + MARGIN
 * @param power   receives |W|^2, gridHeight rows of gridWidth / 2 + 1, row gridHeight / 2 is frequency zero
 * Width and height are at least 4.
 */
export function packedSpectrum(
  whitened: usize,
  width: i32,
  height: i32,
  gridWidth: i32,
  gridHeight: i32,
  axisX: usize,
  axisY: usize,
  twiddlesX: usize,
  twiddlesY: usize,
  real: usize,
  imaginary: usize,
  points: usize,
  fourier: usize,
  power: usize,
): void {
  const rowBytes = (<usize>(gridWidth + ROW_PADDING)) << 2;
  for (let y = 0; y < height; y += 4) {
    const top = min(y, height - 4);
    memory.fill(points, 0, <usize>gridWidth * POINT_BYTES);
    packRows(whitened, width, height, top, axisX, axisY, points);
    transformFour(points, gridWidth, twiddlesX);
    const offset = <usize>top * rowBytes;
    for (let x = 0; x < gridWidth; x += 4) {
      const from = points + <usize>x * POINT_BYTES;
      const to = offset + ((<usize>x) << 2);
      transpose(from, POINT_BYTES, real + to, rowBytes);
      transpose(from + 16, POINT_BYTES, imaginary + to, rowBytes);
    }
    for (let r = 0; r < 4; r++) {
      const row = offset + <usize>r * rowBytes;
      store<f32>(real + row + ((<usize>gridWidth) << 2), load<f32>(real + row));
      store<f32>(imaginary + row + ((<usize>gridWidth) << 2), load<f32>(imaginary + row));
    }
  }
  const mirrored = points + <usize>gridHeight * POINT_BYTES;
  for (let column = 0; column <= gridWidth >> 1; column += 4) {
    memory.fill(points, 0, 2 * <usize>gridHeight * POINT_BYTES);
    const at = (<usize>column) << 2;
    const opposite = (<usize>(gridWidth - column - 3)) << 2;
    packColumns(real, imaginary, rowBytes, height, at, opposite, axisY, points, mirrored);
    transformFour(points, gridHeight, twiddlesY);
    transformFour(mirrored, gridHeight, twiddlesY);
    takeApart(points, mirrored, gridWidth, gridHeight, column, fourier, power);
  }
  fillMargin(fourier, gridWidth, gridHeight);
}

/** Windowed rows as real parts, deconvolved ones as imaginary parts. */
function packRows(whitened: usize, width: i32, height: i32, top: i32, axisX: usize, axisY: usize, points: usize): void {
  const rowBytes = (<usize>width) << 2;
  const from = whitened + <usize>top * rowBytes;
  const windowY = v128.load(axisY + ((<usize>top) << 2));
  const factorY = v128.load(axisY + ((<usize>(height + top)) << 2));
  const factorsX = axisX + rowBytes;
  const positions = axisX + 2 * rowBytes;
  const columns = memory.data(64);
  for (let x = 0; x < width; x += 4) {
    const left = (<usize>min(x, width - 4)) << 2;
    transpose(from + left, rowBytes, columns, 16);
    for (let i: usize = 0; i < 16; i += 4) {
      const column = v128.load(columns + 4 * i);
      const p = points + load<u32>(positions + left + i);
      v128.store(p, f32x4.mul(f32x4.mul(column, windowY), v128.load32_splat(axisX + left + i)));
      v128.store(p, f32x4.mul(f32x4.mul(column, factorY), v128.load32_splat(factorsX + left + i)), 16);
    }
  }
}

/** Four columns from `at` on to `points`; those from `opposite` on, in reverse order, to `mirrored`. */
function packColumns(
  real: usize,
  imaginary: usize,
  rowBytes: usize,
  height: i32,
  at: usize,
  opposite: usize,
  axisY: usize,
  points: usize,
  mirrored: usize,
): void {
  const positions = axisY + ((<usize>height) << 3);
  for (let y = 0; y < height; y++) {
    const position = <usize>load<u32>(positions + ((<usize>y) << 2));
    const row = <usize>y * rowBytes;
    v128.store(points + position, v128.load(real + row + at));
    v128.store(points + position, v128.load(imaginary + row + at), 16);
    v128.store(mirrored + position, reversed(v128.load(real + row + opposite)));
    v128.store(mirrored + position, reversed(v128.load(imaginary + row + opposite)), 16);
  }
}

function reversed(lanes: v128): v128 {
  return v128.shuffle<f32>(lanes, lanes, 3, 2, 1, 0);
}

/** W and D of four columns; of the last block only the first column exists. */
function takeApart(
  points: usize,
  mirrored: usize,
  gridWidth: i32,
  gridHeight: i32,
  column: i32,
  fourier: usize,
  power: usize,
): void {
  const half = f32x4.splat(0.5);
  const powerStride = (gridWidth >> 1) + 1;
  const isLast = column === gridWidth >> 1;
  for (let ky = 0; ky < gridHeight; ky++) {
    const p = points + <usize>ky * POINT_BYTES;
    const q = mirrored + <usize>((gridHeight - ky) & (gridHeight - 1)) * POINT_BYTES;
    const pRe = v128.load(p);
    const pIm = v128.load(p, 16);
    const qRe = v128.load(q);
    const qIm = v128.load(q, 16);
    const dRe = f32x4.mul(half, f32x4.add(pIm, qIm));
    const dIm = f32x4.mul(half, f32x4.sub(qRe, pRe));
    const wRe = f32x4.mul(half, f32x4.add(pRe, qRe));
    const wIm = f32x4.mul(half, f32x4.sub(pIm, qIm));
    const energy = f32x4.add(f32x4.mul(wRe, wRe), f32x4.mul(wIm, wIm));
    const toFourier = fourier + ((<usize>(ky * (powerStride + MARGIN) + column + MARGIN)) << 3);
    const v = (ky + (gridHeight >> 1)) & (gridHeight - 1);
    const toPower = power + ((<usize>(v * powerStride + column)) << 2);
    const low = v128.shuffle<f32>(dRe, dIm, 0, 4, 1, 5);
    if (isLast) {
      v128.store_lane<u64>(toFourier, low, 0);
      v128.store_lane<f32>(toPower, energy, 0);
      continue;
    }
    v128.store(toFourier, low);
    v128.store(toFourier, v128.shuffle<f32>(dRe, dIm, 2, 6, 3, 7), 16);
    v128.store(toPower, energy);
  }
}

/** D(-kx, ky) = conjugate of D(kx, -ky). */
function fillMargin(fourier: usize, gridWidth: i32, gridHeight: i32): void {
  const rowBytes = (<usize>((gridWidth >> 1) + 1 + MARGIN)) << 3;
  for (let ky = 0; ky < gridHeight; ky++) {
    const to = fourier + <usize>ky * rowBytes;
    const from = fourier + <usize>((gridHeight - ky) & (gridHeight - 1)) * rowBytes;
    for (let kx = 1; kx <= MARGIN; kx++) {
      const target = to + ((<usize>(MARGIN - kx)) << 3);
      const source = from + ((<usize>(MARGIN + kx)) << 3);
      store<f32>(target, load<f32>(source));
      store<f32>(target, -load<f32>(source, 4), 4);
    }
  }
}
