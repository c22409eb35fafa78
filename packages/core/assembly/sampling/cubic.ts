/**
 * Kernels that read a plane between its samples by cubic convolution (Keys 1981, a = -1/2): along a projective map, and in cells whose
 * corners are given. Four rows are weighed at once, in doubles and in the order of the plain loops, so that the two agree bit for bit.
 * Their callers: src/watermark/fusion/alignedView.ts, src/watermark/neural/viewSampler.ts.
 * @module
 */

/** One column of two rows of four samples, 0 to 3: doubles, that of the upper row first. */
function columnOf(upper: v128, lower: v128, column: i32): v128 {
  const left = v128.shuffle<f32>(upper, lower, 0, 4, 1, 5);
  const right = v128.shuffle<f32>(upper, lower, 2, 6, 3, 7);
  const both = column < 2 ? left : right;
  return f64x2.promote_low_f32x4(column % 2 === 0 ? both : v128.shuffle<f32>(both, both, 2, 3, 2, 3));
}

/**
 * `cubicSample` of src/signal/resample/cubicSample.ts at every pixel of a picture, taken to the plane by a projective map.
 * @param map nine doubles, row-major
 */
export function warpCubic(
  input: usize,
  inputWidth: i32,
  inputHeight: i32,
  map: usize,
  width: i32,
  height: i32,
  out: usize,
): void {
  const h0 = load<f64>(map);
  const h3 = load<f64>(map, 24);
  const h6 = load<f64>(map, 48);
  const rowBytes = (<usize>inputWidth) << 2;
  for (let y = 0; y < height; y++) {
    const h1 = load<f64>(map, 8) * <f64>y;
    const h4 = load<f64>(map, 32) * <f64>y;
    const h7 = load<f64>(map, 56) * <f64>y;
    for (let x = 0; x < width; x++, out += 4) {
      const w = h6 * <f64>x + h7 + load<f64>(map, 64);
      const u = (h0 * <f64>x + h1 + load<f64>(map, 16)) / w;
      const v = (h3 * <f64>x + h4 + load<f64>(map, 40)) / w;
      // Written so that coordinates that are no numbers count as outside.
      const isInside = u >= 1 && v >= 1 && u < <f64>(inputWidth - 2) && v < <f64>(inputHeight - 2);
      if (!isInside) {
        store<f32>(out, 0);
        continue;
      }
      // As a vector: of single numbers each would be looked at for whether it is too large.
      const whole = i32x4.trunc_sat_f64x2_s_zero(f64x2(u, v));
      const left = i32x4.extract_lane(whole, 0);
      const top = i32x4.extract_lane(whole, 1);
      const at = input + <usize>(top - 1) * rowBytes + ((<usize>(left - 1)) << 2);
      const upper = cubicOfRows(at, rowBytes, u - <f64>left);
      const lower = cubicOfRows(at + 2 * rowBytes, rowBytes, u - <f64>left);
      store<f32>(
        out,
        <f32>(
          cubic(
            f64x2.extract_lane(upper, 0),
            f64x2.extract_lane(upper, 1),
            f64x2.extract_lane(lower, 0),
            f64x2.extract_lane(lower, 1),
            v - <f64>top,
          )
        ),
      );
    }
  }
}

/** Through b at t = 0 and c at t = 1. */
function cubic(a: f64, b: f64, c: f64, d: f64, t: f64): f64 {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

/** The same in a row and the one below it. */
function cubicOfRows(at: usize, rowBytes: usize, across: f64): v128 {
  const upper = v128.load(at);
  const lower = v128.load(at + rowBytes);
  const a = columnOf(upper, lower, 0);
  const b = columnOf(upper, lower, 1);
  const c = columnOf(upper, lower, 2);
  const d = columnOf(upper, lower, 3);
  const t = f64x2.splat(across);
  const third = f64x2.sub(f64x2.add(f64x2.mul(f64x2.splat(3), f64x2.sub(b, c)), d), a);
  const outer = f64x2.add(
    f64x2.sub(f64x2.mul(f64x2.splat(2), a), f64x2.mul(f64x2.splat(5), b)),
    f64x2.mul(f64x2.splat(4), c),
  );
  const second = f64x2.add(f64x2.sub(outer, d), f64x2.mul(t, third));
  const first = f64x2.add(f64x2.sub(c, a), f64x2.mul(t, second));
  return f64x2.add(b, f64x2.mul(f64x2.splat(0.5 * across), first));
}

/**
 * A row of cells, each filled from within its corners in the plane, bilinear between them; what lies outside is the nearest of the border.
 * @param corners for each cell x and y of upper left, upper right, lower left, lower right: eight doubles, x first
 * @param side    samples along a cell
 * @param out     of the first cell, rows `outWidth` samples apart
 */
export function fillCellsCubic(
  input: usize,
  inputWidth: i32,
  inputHeight: i32,
  corners: usize,
  cells: i32,
  side: i32,
  out: usize,
  outWidth: i32,
): void {
  for (let cell = 0; cell < cells; cell++, corners += 64) {
    const x0 = load<f64>(corners);
    const x1 = load<f64>(corners, 8);
    const y0 = load<f64>(corners, 32);
    const y1 = load<f64>(corners, 40);
    for (let j = 0; j < side; j++) {
      const v = (<f64>j + 0.5) / <f64>side;
      const leftX = x0 + (load<f64>(corners, 16) - x0) * v;
      const leftY = y0 + (load<f64>(corners, 48) - y0) * v;
      const stepX = (x1 + (load<f64>(corners, 24) - x1) * v - leftX) / <f64>side;
      const stepY = (y1 + (load<f64>(corners, 56) - y1) * v - leftY) / <f64>side;
      let to = out + ((<usize>(j * outWidth + cell * side)) << 2);
      for (let i = 0; i < side; i++, to += 4) {
        const x = leftX + stepX * (<f64>i + 0.5) - 0.5;
        const y = leftY + stepY * (<f64>i + 0.5) - 0.5;
        store<f32>(to, <f32>clampedCubic(input, inputWidth, inputHeight, x, y));
      }
    }
  }
}

function clampedCubic(input: usize, width: i32, height: i32, x: f64, y: f64): f64 {
  const floor = f64x2.floor(f64x2(x, y));
  const whole = i32x4.trunc_sat_f64x2_s_zero(floor);
  const left = i32x4.extract_lane(whole, 0);
  const top = i32x4.extract_lane(whole, 1);
  const u = x - f64x2.extract_lane(floor, 0);
  const v = y - f64x2.extract_lane(floor, 1);
  const a0 = 0.5 * u * (u * (2 - u) - 1);
  const a1 = 0.5 * (u * u * (3 * u - 5) + 2);
  const a2 = 0.5 * u * (u * (4 - 3 * u) + 1);
  const a3 = 0.5 * u * u * (u - 1);
  const b0 = 0.5 * v * (v * (2 - v) - 1);
  const b1 = 0.5 * (v * v * (3 * v - 5) + 2);
  const b2 = 0.5 * v * (v * (4 - 3 * v) + 1);
  const b3 = 0.5 * v * v * (v - 1);
  if (left < 1 || top < 1 || left + 2 >= width || top + 2 >= height)
    return (
      b0 * rowAtBorder(input, width, height, left, top - 1, a0, a1, a2, a3) +
      b1 * rowAtBorder(input, width, height, left, top, a0, a1, a2, a3) +
      b2 * rowAtBorder(input, width, height, left, top + 1, a0, a1, a2, a3) +
      b3 * rowAtBorder(input, width, height, left, top + 2, a0, a1, a2, a3)
    );
  const rowBytes = (<usize>width) << 2;
  const at = input + <usize>(top - 1) * rowBytes + ((<usize>(left - 1)) << 2);
  const upper = weighedRows(at, rowBytes, a0, a1, a2, a3);
  const lower = weighedRows(at + 2 * rowBytes, rowBytes, a0, a1, a2, a3);
  return (
    b0 * f64x2.extract_lane(upper, 0) +
    b1 * f64x2.extract_lane(upper, 1) +
    b2 * f64x2.extract_lane(lower, 0) +
    b3 * f64x2.extract_lane(lower, 1)
  );
}

/** Of a row and the one below it. */
function weighedRows(at: usize, rowBytes: usize, a0: f64, a1: f64, a2: f64, a3: f64): v128 {
  const upper = v128.load(at);
  const lower = v128.load(at + rowBytes);
  const a = f64x2.mul(f64x2.splat(a0), columnOf(upper, lower, 0));
  const b = f64x2.mul(f64x2.splat(a1), columnOf(upper, lower, 1));
  const c = f64x2.mul(f64x2.splat(a2), columnOf(upper, lower, 2));
  const d = f64x2.mul(f64x2.splat(a3), columnOf(upper, lower, 3));
  return f64x2.add(f64x2.add(f64x2.add(a, b), c), d);
}

function rowAtBorder(
  input: usize,
  width: i32,
  height: i32,
  left: i32,
  row: i32,
  a0: f64,
  a1: f64,
  a2: f64,
  a3: f64,
): f64 {
  const line = input + ((<usize>(within(row, height) * width)) << 2);
  return (
    a0 * sampleOf(line, within(left - 1, width)) +
    a1 * sampleOf(line, within(left, width)) +
    a2 * sampleOf(line, within(left + 1, width)) +
    a3 * sampleOf(line, within(left + 2, width))
  );
}

function sampleOf(line: usize, at: i32): f64 {
  return <f64>load<f32>(line + ((<usize>at) << 2));
}

function within(i: i32, length: i32): i32 {
  return i < 0 ? 0 : i >= length ? length - 1 : i;
}
