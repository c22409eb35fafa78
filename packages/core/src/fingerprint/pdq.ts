/**
 * PDQ, a perceptual hash of 256 bits.
 *
 * Luma, reduced to 64 x 64 after two passes of a box filter ("Jarosz filter", close to a tent), goes through a type-II
 * DCT of which the frequencies 1..16 of each axis are kept:
 *     F[u,v] = sum_yx C[u,y] f[y,x] C[v,x],   C[u,y] = sqrt(2/64) cos(pi u (2 y + 1) / 128),   u, v = 1..16,
 * and bit k = 16 (u - 1) + (v - 1) is 1 where F[u,v] exceeds the median of all 256 coefficients.
 * Written as hex, bit 255 comes first, as in the reference.
 *
 * Source: Davis, Rosen, "The TMK+PDQF Video-Hashing Algorithm and the PDQ Image-Hashing Algorithm", Meta 2019.
 * Departs: none known; rounding moves at most 2 bits between implementations on the same pixels.
 * @module
 */
import { luma, LUMA_WEIGHTS, type Plane, plane, type Raster } from '../raster.ts';

/** Side of the picture that the DCT sees; PDQ paper, "Computing the hash". */
const SIDE = 64;
/** Kept frequencies per axis; PDQ paper, as above. 16 x 16 = 256 bits. */
const KEPT = 16;
/** The reference reduces larger pictures to 512 x 512 by nearest neighbour before it hashes them. */
const REDUCE_ABOVE = 512;
/** Window of the box filter: one 128th of the side, rounded up; two passes. PDQ paper, "Downsampling". */
const WINDOWS_PER_SIDE = 128;
/** Scale of the quality metric, found by inspection in the paper, which clips the result at 100. */
const QUALITY_DIVISOR = 90;
const QUALITY_MAX = 100;

export const PDQ_BITS = KEPT * KEPT;
export const PDQ_BYTES = PDQ_BITS / 8;

/** Hamming distance up to which PDQ's authors call two pictures alike, for quality >= 50; PDQ paper. */
export const PDQ_DISTANCE_MAX = 31;

/** Order of `PdqHash.dihedral`. Turns are counter-clockwise. */
export const PDQ_DIHEDRAL = [
  'original',
  'rotate90',
  'rotate180',
  'rotate270',
  'flipVertical',
  'flipHorizontal',
  'transpose',
  'antiTranspose',
] as const;

export interface PdqHash {
  /** 32 bytes, the most significant bit of byte 0 is bit 255. */
  readonly hash: Uint8Array;
  /** Hashes of the eight turned and mirrored pictures, in the order of `PDQ_DIHEDRAL`; the first is `hash`. */
  readonly dihedral: readonly Uint8Array[];
  /** 0..100, the amount of gradient; below 50 the hash says little (flat pictures). */
  readonly quality: number;
}

/** Hash of a picture of any size, depth and channel count; alpha is ignored. */
export function pdq(picture: Raster): PdqHash {
  const small = filteredSamples(reducedLuma(picture));
  const coefficients = lowFrequencies(small);
  const dihedral = dihedralCoefficients(coefficients).map(thresholdAtMedian);
  return { hash: dihedral[0] as Uint8Array, dihedral, quality: gradientQuality(small) };
}

/** 64 lower-case hex characters, bit 255 first. */
export function pdqHex(hash: Uint8Array): string {
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The first 64 bits (bits 255..192) as a signed 64-bit integer, which fits a column of a database. */
export function pdqHashInt(hash: Uint8Array): bigint {
  return new DataView(hash.buffer, hash.byteOffset, hash.byteLength).getBigInt64(0);
}

/** Luma by nearest neighbour: output i reads input floor(i W / 512). Pictures up to 512 x 512 stay as they are. */
function reducedLuma(picture: Raster): Plane {
  const { width, height, channels, depth, data } = picture;
  if (width <= REDUCE_ABOVE && height <= REDUCE_ABOVE) return luma(picture);
  const side = REDUCE_ABOVE;
  const columns = Int32Array.from({ length: side }, (_, x) => channels * Math.floor((x * width) / side));
  const scale = depth === 16 ? 1 / 257 : 1;
  const [r, g, b] = channels < 3 ? [scale, 0, 0] : LUMA_WEIGHTS.map((weight) => weight * scale);
  const weights = [r as number, g as number, b as number] as const;
  const step = channels < 3 ? 0 : 1;
  const out = plane(side, side);
  for (let y = 0; y < side; y++) {
    const row = channels * Math.floor((y * height) / side) * width;
    weighRow(data, row, columns, step, weights, out.data.subarray(y * side));
  }
  return out;
}

function weighRow(
  data: Raster['data'],
  row: number,
  columns: Int32Array,
  step: number,
  [r, g, b]: readonly [number, number, number],
  out: Float32Array,
): void {
  for (let x = 0; x < columns.length; x++) {
    const p = row + (columns[x] as number);
    out[x] = r * (data[p] as number) + g * (data[p + step] as number) + b * (data[p + 2 * step] as number);
  }
}

/**
 * 64 x 64 samples, from the centres of a 64 x 64 grid, of the picture after a box filter along rows and columns, twice: the convolution of
 * two boxes is a tent. The second time only the columns of these samples are filtered.
 */
export function filteredSamples({ width, height, data }: Plane): Plane {
  const rowWindow = Math.ceil(width / WINDOWS_PER_SIDE);
  const columnWindow = Math.ceil(height / WINDOWS_PER_SIDE);
  const along = new Float32Array(data.length);
  for (let y = 0; y < height; y++) boxFilter(data, along, y * width, width, rowWindow);
  const filtered = new Float32Array(data.length);
  filterColumns(along, filtered, width, height, columnWindow);
  const columns = sampledPlaces(width);
  const narrow = new Float32Array(SIDE * height);
  for (let y = 0; y < height; y++) {
    boxFilter(filtered, along, y * width, width, rowWindow);
    for (let j = 0; j < SIDE; j++) narrow[y * SIDE + j] = along[y * width + (columns[j] as number)] as number;
  }
  const twice = new Float32Array(narrow.length);
  filterColumns(narrow, twice, SIDE, height, columnWindow);
  const out = plane(SIDE, SIDE);
  for (const [i, y] of sampledPlaces(height).entries())
    out.data.set(twice.subarray(y * SIDE, (y + 1) * SIDE), i * SIDE);
  return out;
}

/** Index floor((i + 1/2) N / 64). */
const sampledPlaces = (length: number): Int32Array =>
  Int32Array.from({ length: SIDE }, (_, i) => Math.floor(((i + 0.5) * length) / SIDE));

/**
 * Running mean of one row:  out[i] = mean of in[i - left .. i + right], clipped to the line, where
 * right = floor(window / 2) and left = window - 1 - right (an even window reaches one sample further ahead).
 */
function boxFilter(input: Float32Array, out: Float32Array, start: number, length: number, window: number): void {
  const right = Math.floor(window / 2);
  const left = window - 1 - right;
  let sum = 0;
  for (let i = 0; i < Math.min(right, length); i++) sum += input[start + i] as number;
  for (let i = 0; i < length; i++) {
    if (i + right < length) sum += input[start + i + right] as number;
    if (i - left > 0) sum -= input[start + i - left - 1] as number;
    const count = Math.min(i + right, length - 1) - Math.max(i - left, 0) + 1;
    out[start + i] = sum / count;
  }
}

/** The same down the columns, by whole rows, so that memory is walked in order. */
function filterColumns(input: Float32Array, out: Float32Array, width: number, height: number, window: number): void {
  const right = Math.floor(window / 2);
  const left = window - 1 - right;
  const sums = new Float64Array(width);
  for (let y = 0; y < Math.min(right, height); y++) addRow(input, y * width, 1, sums);
  for (let y = 0; y < height; y++) {
    if (y + right < height) addRow(input, (y + right) * width, 1, sums);
    if (y - left > 0) addRow(input, (y - left - 1) * width, -1, sums);
    const count = Math.min(y + right, height - 1) - Math.max(y - left, 0) + 1;
    for (let x = 0, at = y * width; x < width; x++, at++) out[at] = (sums[x] as number) / count;
  }
}

function addRow(input: Float32Array, row: number, sign: 1 | -1, sums: Float64Array): void {
  for (let x = 0; x < sums.length; x++) sums[x] = (sums[x] as number) + sign * (input[row + x] as number);
}

/** Sum of the absolute differences of neighbours, each in whole percent of the range, on a scale that clips at 100. */
function gradientQuality(small: Plane): number {
  const { data } = small;
  let sum = 0;
  for (let i = 0; i < SIDE; i++)
    for (let j = 0; j < SIDE; j++) {
      const here = data[i * SIDE + j] as number;
      if (i + 1 < SIDE) sum += percentApart(here, data[(i + 1) * SIDE + j] as number);
      if (j + 1 < SIDE) sum += percentApart(here, data[i * SIDE + j + 1] as number);
    }
  return Math.min(QUALITY_MAX, Math.floor(sum / QUALITY_DIVISOR));
}

/** |a - b| in whole percent of the range, rounded towards zero as the reference does. */
function percentApart(a: number, b: number): number {
  return Math.abs(Math.trunc(((a - b) * 100) / 255));
}

/** C[u, y] for u = 1..16, row-major 16 x 64. */
const DCT_MATRIX = Float64Array.from({ length: KEPT * SIDE }, (_, k) => {
  const u = 1 + Math.floor(k / SIDE);
  const y = k % SIDE;
  return Math.sqrt(2 / SIDE) * Math.cos((Math.PI * u * (2 * y + 1)) / (2 * SIDE));
});

/** F = C f C^T, 16 x 16 row-major. */
function lowFrequencies(small: Plane): Float64Array {
  const half = new Float64Array(KEPT * SIDE);
  for (let u = 0; u < KEPT; u++)
    for (let y = 0; y < SIDE; y++) {
      const weight = DCT_MATRIX[u * SIDE + y] as number;
      for (let x = 0; x < SIDE; x++)
        half[u * SIDE + x] = (half[u * SIDE + x] as number) + weight * (small.data[y * SIDE + x] as number);
    }
  const out = new Float64Array(KEPT * KEPT);
  for (let u = 0; u < KEPT; u++)
    for (let v = 0; v < KEPT; v++) {
      let sum = 0;
      for (let x = 0; x < SIDE; x++) sum += (half[u * SIDE + x] as number) * (DCT_MATRIX[v * SIDE + x] as number);
      out[u * KEPT + v] = sum;
    }
  return out;
}

/**
 * Mirroring an axis multiplies its frequency u by (-1)^u and transposing the picture transposes F, so the DCT of the
 * eight turned pictures follows from the one of the original.
 */
function dihedralCoefficients(f: Float64Array): Float64Array[] {
  const variant = (transposed: boolean, mirrorRows: boolean, mirrorColumns: boolean) => {
    const out = new Float64Array(KEPT * KEPT);
    for (let u = 0; u < KEPT; u++)
      for (let v = 0; v < KEPT; v++) {
        // Index 0 is frequency 1, so an even index is an odd frequency and changes its sign.
        const negative = (mirrorRows && u % 2 === 0) !== (mirrorColumns && v % 2 === 0);
        const value = f[transposed ? v * KEPT + u : u * KEPT + v] as number;
        out[u * KEPT + v] = negative ? -value : value;
      }
    return out;
  };
  return [
    variant(false, false, false),
    variant(true, true, false),
    variant(false, true, true),
    variant(true, false, true),
    variant(false, true, false),
    variant(false, false, true),
    variant(true, false, false),
    variant(true, true, true),
  ];
}

/** Bit k is 1 where coefficient k exceeds the lower median (rank 128 of 256, the reference's choice). */
function thresholdAtMedian(coefficients: Float64Array): Uint8Array {
  const median = Float64Array.from(coefficients).sort()[PDQ_BITS / 2 - 1] as number;
  const hash = new Uint8Array(PDQ_BYTES);
  for (let k = 0; k < PDQ_BITS; k++)
    if ((coefficients[k] as number) > median) {
      const at = PDQ_BYTES - 1 - (k >> 3);
      hash[at] = (hash[at] as number) | (1 << (k & 7));
    }
  return hash;
}
