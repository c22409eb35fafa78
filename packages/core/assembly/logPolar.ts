/**
 * Kernels of src/watermark/tile/spectrum/logPolarSpectrum.ts and of `correlate` in
 * src/watermark/tile/detect/pilotDetector.ts.
 * @module
 */

/**
 * One row of the log-polar spectrum: power at r (dx, dy) for every radius, less 1; 0 outside the spectrum.
 * @param relative rows of `stride` floats, frequency zero in row height / 2
 * @param radii   cycles per pixel
 * @param dx, dy  direction in grid samples per cycle and pixel
 * The count is at least 4; both sides of the spectrum are longer than 2.
 */
export function logPolarRow(
  relative: usize,
  stride: i32,
  height: i32,
  radii: usize,
  count: i32,
  dx: f32,
  dy: f32,
  out: usize,
): void {
  const one = f32x4.splat(1);
  const zero = i32x4.splat(0);
  const middle = f32x4.splat(<f32>(height >> 1));
  const lastColumn = i32x4.splat(stride - 2);
  const lastRow = i32x4.splat(height - 2);
  const strides = i32x4.splat(stride);
  const below = (<usize>stride) << 2;
  for (let i = 0; i < count; i += 4) {
    const at = (<usize>min(i, count - 4)) << 2;
    const radius = v128.load(radii + at);
    const x = f32x4.mul(radius, f32x4.splat(dx));
    const y = f32x4.add(f32x4.mul(radius, f32x4.splat(dy)), middle);
    const floorX = f32x4.floor(x);
    const floorY = f32x4.floor(y);
    const column = i32x4.trunc_sat_f32x4_s(floorX);
    const row = i32x4.trunc_sat_f32x4_s(floorY);
    const nearColumn = i32x4.max_s(zero, i32x4.min_s(column, lastColumn));
    const nearRow = i32x4.max_s(zero, i32x4.min_s(row, lastRow));
    const isInside = v128.and(i32x4.eq(column, nearColumn), i32x4.eq(row, nearRow));
    const index = i32x4.shl(i32x4.add(i32x4.mul(nearRow, strides), nearColumn), 2);
    const p0 = relative + <usize>i32x4.extract_lane(index, 0);
    const p1 = relative + <usize>i32x4.extract_lane(index, 1);
    const p2 = relative + <usize>i32x4.extract_lane(index, 2);
    const p3 = relative + <usize>i32x4.extract_lane(index, 3);
    const u = f32x4.sub(x, floorX);
    const v = f32x4.sub(y, floorY);
    const above = pairs(p0, p1, p2, p3, u);
    const under = pairs(p0 + below, p1 + below, p2 + below, p3 + below, u);
    const value = f32x4.add(above, f32x4.mul(v, f32x4.sub(under, above)));
    v128.store(out + at, v128.and(f32x4.sub(value, one), isInside));
  }
}

/** Between the two neighbours at each of four places. */
function pairs(p0: usize, p1: usize, p2: usize, p3: usize, u: v128): v128 {
  const first = v128.load_lane<u64>(p1, v128.load64_zero(p0), 1);
  const second = v128.load_lane<u64>(p3, v128.load64_zero(p2), 1);
  const left = v128.shuffle<f32>(first, second, 0, 2, 4, 6);
  const right = v128.shuffle<f32>(first, second, 1, 3, 5, 7);
  return f32x4.add(left, f32x4.mul(u, f32x4.sub(right, left)));
}

/**
 * scores[t, j] = sum over pilots of map[(angle + t) mod rows, column + j].
 * @param map     rows of `stride` floats, padded so that no column + j leaves its row
 * @param pilots  pairs (angle, column), integers
 * `shifts` is at least 16.
 */
export function correlateRows(
  map: usize,
  rows: i32,
  stride: i32,
  pilots: usize,
  count: i32,
  scores: usize,
  shifts: i32,
): void {
  for (let t = 0; t < rows; t++)
    for (let j = 0; j < shifts; j += 16) {
      const shift = min(j, shifts - 16);
      let sum0 = f32x4.splat(0);
      let sum1 = sum0;
      let sum2 = sum0;
      let sum3 = sum0;
      for (let p = 0; p < count; p++) {
        const pilot = pilots + ((<usize>p) << 3);
        let row = load<i32>(pilot) + t;
        if (row >= rows) row -= rows;
        const at = map + ((<usize>(row * stride + load<i32>(pilot, 4) + shift)) << 2);
        sum0 = f32x4.add(sum0, v128.load(at));
        sum1 = f32x4.add(sum1, v128.load(at, 16));
        sum2 = f32x4.add(sum2, v128.load(at, 32));
        sum3 = f32x4.add(sum3, v128.load(at, 48));
      }
      const to = scores + ((<usize>(t * shifts + shift)) << 2);
      v128.store(to, sum0);
      v128.store(to, sum1, 16);
      v128.store(to, sum2, 32);
      v128.store(to, sum3, 48);
    }
}

/** scores[j] += power[rows[j], column] - 1 for j = from .. to - 1, where the row exists. */
export function addColumn(
  power: usize,
  stride: i32,
  height: i32,
  column: i32,
  rows: usize,
  from: i32,
  to: i32,
  scores: usize,
): void {
  const at = power + ((<usize>column) << 2);
  for (let j = from; j < to; j++) {
    const place = (<usize>j) << 2;
    const row = load<i32>(rows + place);
    if (<u32>row >= <u32>height) continue;
    const value = load<f32>(at + ((<usize>(row * stride)) << 2)) - <f32>1;
    store<f32>(scores + place, load<f32>(scores + place) + value);
  }
}
