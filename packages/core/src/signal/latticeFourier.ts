/**
 * The Fourier transform of a picture at the points of a small lattice around frequency zero:
 *     F[v, u] = sum_xy z(x, y) exp(-2 pi i (u stepX (x - cx) + v stepY (y - cy))),   c = (width >> 1, height >> 1).
 * Rows first, then columns. Samples at equal distances from the centre share their cosine and sine, so a row costs two
 * real sums of half its length for each u, and no grid, padding or interpolation is needed: for the few dozen columns of
 * a mark's band this is several times cheaper than the FFT of nonuniformFourier.ts, and exact.
 * @module
 */
import type { Plane } from '../raster.ts';

export interface Lattice {
  /** Cycles per pixel between neighbouring points. */
  readonly stepX: number;
  readonly stepY: number;
  /** Points u = 0 .. uMax and v = -vMax .. vMax. */
  readonly uMax: number;
  readonly vMax: number;
}

/** Values at the points of a lattice, and the cosines and sines that it takes, made once for pictures of one size. */
export interface LatticeTransform {
  readonly lattice: Lattice;
  readonly width: number;
  readonly height: number;
  readonly columns: Waves;
  readonly rows: Waves;
}

/** `count` rows of `length` samples: cos and sin of 2 pi k step n at distances n = 1 .. length from the centre. */
interface Waves {
  readonly count: number;
  readonly length: number;
  readonly cosine: Float32Array;
  readonly sine: Float32Array;
}

/** Lattice columns summed in one sweep over a row: each folded sample is read once for all four. */
const COLUMNS_PER_SWEEP = 4;

export function latticeTransform(width: number, height: number, lattice: Lattice): LatticeTransform {
  const columns = COLUMNS_PER_SWEEP * Math.ceil((lattice.uMax + 1) / COLUMNS_PER_SWEEP);
  return {
    lattice,
    width,
    height,
    columns: waves(columns, width >> 1, lattice.stepX),
    rows: waves(lattice.vMax + 1, height >> 1, lattice.stepY),
  };
}

function waves(count: number, length: number, step: number): Waves {
  const cosine = new Float32Array(count * length);
  const sine = new Float32Array(count * length);
  for (let k = 0; k < count; k++)
    for (let n = 1; n <= length; n++) {
      const angle = 2 * Math.PI * k * step * n;
      cosine[k * length + n - 1] = Math.cos(angle);
      sine[k * length + n - 1] = Math.sin(angle);
    }
  return { count, length, cosine, sine };
}

/** @returns pairs (real, imaginary); point (u, v) stands at 2 ((v + vMax) (uMax + 1) + u) */
export function latticeFourier({ lattice, width, height, columns, rows }: LatticeTransform, z: Plane): Float32Array {
  const real = new Float32Array(columns.count * height);
  const imaginary = new Float32Array(columns.count * height);
  const even = new Float32Array(columns.length);
  const odd = new Float32Array(columns.length);
  for (let y = 0; y < height; y++) {
    const centre = foldRow(z.data, y * width, width, even, odd);
    for (let k = 0; k < columns.count; k += COLUMNS_PER_SWEEP)
      sumColumns(columns, k, even, odd, centre, real, imaginary, k * height + y, height);
  }
  const { uMax, vMax } = lattice;
  const out = new Float32Array(2 * (uMax + 1) * (2 * vMax + 1));
  for (let u = 0; u <= uMax; u++)
    for (let v = 0; v <= vMax; v++) {
      const upper = 2 * ((vMax + v) * (uMax + 1) + u);
      const lower = 2 * ((vMax - v) * (uMax + 1) + u);
      sumRows(rows, v, real, imaginary, u * height, height, out, upper, lower);
    }
  return out;
}

/** even[n - 1] = z(c + n) + z(c - n), odd[n - 1] = z(c + n) - z(c - n), 0 beyond the row. @returns z(c) */
function foldRow(data: Float32Array, row: number, width: number, even: Float32Array, odd: Float32Array): number {
  const centre = row + (width >> 1);
  for (let n = 1; n <= even.length; n++) {
    const left = data[centre - n] as number;
    const right = centre + n < row + width ? (data[centre + n] as number) : 0;
    even[n - 1] = right + left;
    odd[n - 1] = right - left;
  }
  return data[centre] as number;
}

/** Four neighbouring u of one row: real part sum even cos, imaginary part - sum odd sin. */
function sumColumns(
  { length, cosine, sine }: Waves,
  first: number,
  even: Float32Array,
  odd: Float32Array,
  centre: number,
  real: Float32Array,
  imaginary: Float32Array,
  at: number,
  stride: number,
): void {
  const [a, b, c, d] = [first * length, (first + 1) * length, (first + 2) * length, (first + 3) * length];
  let [re0, re1, re2, re3] = [centre, centre, centre, centre];
  let [im0, im1, im2, im3] = [0, 0, 0, 0];
  for (let n = 0; n < length; n++) {
    const e = even[n] as number;
    const o = odd[n] as number;
    re0 += e * (cosine[a + n] as number);
    re1 += e * (cosine[b + n] as number);
    re2 += e * (cosine[c + n] as number);
    re3 += e * (cosine[d + n] as number);
    im0 -= o * (sine[a + n] as number);
    im1 -= o * (sine[b + n] as number);
    im2 -= o * (sine[c + n] as number);
    im3 -= o * (sine[d + n] as number);
  }
  real[at] = re0;
  real[at + stride] = re1;
  real[at + 2 * stride] = re2;
  real[at + 3 * stride] = re3;
  imaginary[at] = im0;
  imaginary[at + stride] = im1;
  imaginary[at + 2 * stride] = im2;
  imaginary[at + 3 * stride] = im3;
}

/** F at (u, v) and (u, -v), which share their sums up to a sign. */
function sumRows(
  { length, cosine, sine }: Waves,
  v: number,
  real: Float32Array,
  imaginary: Float32Array,
  column: number,
  height: number,
  out: Float32Array,
  upper: number,
  lower: number,
): void {
  const centre = column + (height >> 1);
  const end = column + height;
  let [evenReal, evenImaginary] = [real[centre] as number, imaginary[centre] as number];
  let [oddReal, oddImaginary] = [0, 0];
  for (let n = 1, w = v * length; n <= length; n++, w++) {
    const inside = centre + n < end;
    const re = inside ? (real[centre + n] as number) : 0;
    const im = inside ? (imaginary[centre + n] as number) : 0;
    const c = cosine[w] as number;
    const s = sine[w] as number;
    evenReal += c * (re + (real[centre - n] as number));
    evenImaginary += c * (im + (imaginary[centre - n] as number));
    oddReal += s * (re - (real[centre - n] as number));
    oddImaginary += s * (im - (imaginary[centre - n] as number));
  }
  out[upper] = evenReal + oddImaginary;
  out[upper + 1] = evenImaginary - oddReal;
  out[lower] = evenReal - oddImaginary;
  out[lower + 1] = evenImaginary + oddReal;
}
