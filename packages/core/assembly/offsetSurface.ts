/**
 * Transform of two real surfaces of 64 x 64 offsets at once, one as real part and one as imaginary part: shared by the
 * kernels that estimate a tile's offset.
 * @module
 */
import { POINT_BYTES, transformFour } from './fft';
import { transpose } from './lanes';

/** Offsets per side, bytes of a row of floats, and of one plane of floats. */
export const OFFSETS: i32 = 64;
export const SURFACE_ROW: usize = 256;
export const SURFACE_BYTES: usize = 16384;

/** Two planes of coefficients, two between the axes, and the points of a transform. */
export const SURFACE_SCRATCH_BYTES: usize = 4 * SURFACE_BYTES + <usize>OFFSETS * POINT_BYTES;

/**
 * Adds the waves of two surfaces with the coefficients a + i b and c + i d at (x, y). Each surface is real, so it takes
 * half of its coefficient at (x, y) and half of its conjugate at (-x, -y).
 */
export function addWave(surface: usize, x: i32, y: i32, a: f32, b: f32, c: f32, d: f32): void {
  addCoefficient(surface, x, y, a - d, b + c);
  addCoefficient(surface, -x, -y, a + d, c - b);
}

function addCoefficient(surface: usize, x: i32, y: i32, re: f32, im: f32): void {
  const at = surface + ((<usize>((y & (OFFSETS - 1)) * OFFSETS + (x & (OFFSETS - 1)))) << 2);
  store<f32>(at, load<f32>(at) + <f32>0.5 * re);
  store<f32>(at, load<f32>(at, SURFACE_BYTES) + <f32>0.5 * im, SURFACE_BYTES);
}

/** Columns, each block of four then laid down as rows of the second pair of planes. */
export function transformFirstAxis(surface: usize, positions: usize, twiddles: usize): void {
  const target = surface + 2 * SURFACE_BYTES;
  const points = target + 2 * SURFACE_BYTES;
  for (let x: usize = 0; x < SURFACE_ROW; x += 16) {
    transformColumns(surface + x, points, positions, twiddles);
    for (let y: usize = 0; y < <usize>OFFSETS; y += 4) {
      const from = points + y * POINT_BYTES;
      const to = target + (x >> 2) * SURFACE_ROW + (y << 2);
      transpose(from, POINT_BYTES, to, SURFACE_ROW);
      transpose(from + 16, POINT_BYTES, to + SURFACE_BYTES, SURFACE_ROW);
    }
  }
}

/** The other axis for surface rows y .. y + 3; returns where their 64 points stand, x by x, a row in each lane. */
export function transformSecondAxis(surface: usize, y: i32, positions: usize, twiddles: usize): usize {
  const planes = surface + 2 * SURFACE_BYTES;
  const points = planes + 2 * SURFACE_BYTES;
  transformColumns(planes + ((<usize>y) << 2), points, positions, twiddles);
  return points;
}

function transformColumns(columns: usize, points: usize, positions: usize, twiddles: usize): void {
  for (let y: usize = 0; y < <usize>OFFSETS; y++) {
    const p = points + <usize>load<u32>(positions + (y << 2)) * POINT_BYTES;
    const row = columns + y * SURFACE_ROW;
    v128.store(p, v128.load(row));
    v128.store(p, v128.load(row + SURFACE_BYTES), 16);
  }
  transformFour(points, OFFSETS, twiddles);
}
