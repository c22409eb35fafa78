/**
 * Kernel of src/signal/blur/boxBlur.ts, which says what it computes. Running sums are double precision: variances are differences
 * of means of squares. Rows go four at a time, whose sums need not wait for each other; columns as whole rows.
 * @module
 */

/**
 * @param data   plane of floats, blurred in place
 * @param spare  plane of floats
 * @param sums   room for `width` doubles
 * @param radius half width of the box, 1 or more
 */
export function boxPlane(
  data: usize,
  spare: usize,
  sums: usize,
  width: i32,
  height: i32,
  radius: i32,
  passes: i32,
): void {
  for (let pass = 0; pass < passes; pass++) {
    let y = 0;
    for (; y + 4 <= height; y += 4) blurFourRows(data, spare, y, width, radius);
    for (; y < height; y++) blurOneRow(data, spare, y, width, radius);
    blurColumns(spare, data, sums, width, height, radius);
  }
}

function at(plane: usize, index: i32): f64 {
  return <f64>load<f32>(plane + ((<usize>index) << 2));
}

function put(plane: usize, index: i32, value: f64): void {
  store<f32>(plane + ((<usize>index) << 2), <f32>value);
}

// Four sums side by side, and what the ends of a row ask for is asked only there.
// oxlint-disable-next-line max-lines-per-function
function blurFourRows(input: usize, out: usize, y: i32, width: i32, radius: i32): void {
  const rowBytes = (<usize>width) << 2;
  const in0 = input + <usize>y * rowBytes;
  const in1 = in0 + rowBytes;
  const in2 = in1 + rowBytes;
  const in3 = in2 + rowBytes;
  const out0 = out + <usize>y * rowBytes;
  const out1 = out0 + rowBytes;
  const out2 = out1 + rowBytes;
  const out3 = out2 + rowBytes;
  let sum0: f64 = 0;
  let sum1: f64 = 0;
  let sum2: f64 = 0;
  let sum3: f64 = 0;
  let count = min(radius, width);
  for (let x = 0; x < count; x++) {
    sum0 += at(in0, x);
    sum1 += at(in1, x);
    sum2 += at(in2, x);
    sum3 += at(in3, x);
  }
  let share: f64 = 0;
  let x = 0;
  for (; x < width; x++) {
    const entering = x + radius;
    const leaving = x - radius - 1;
    // From here on as many samples enter as leave.
    if (leaving >= 0) break;
    if (entering < width) {
      sum0 += at(in0, entering);
      sum1 += at(in1, entering);
      sum2 += at(in2, entering);
      sum3 += at(in3, entering);
      count++;
    }
    share = 1 / <f64>count;
    put(out0, x, sum0 * share);
    put(out1, x, sum1 * share);
    put(out2, x, sum2 * share);
    put(out3, x, sum3 * share);
  }
  for (; x + radius < width; x++) {
    const entering = x + radius;
    const leaving = x - radius - 1;
    sum0 += at(in0, entering) - at(in0, leaving);
    sum1 += at(in1, entering) - at(in1, leaving);
    sum2 += at(in2, entering) - at(in2, leaving);
    sum3 += at(in3, entering) - at(in3, leaving);
    put(out0, x, sum0 * share);
    put(out1, x, sum1 * share);
    put(out2, x, sum2 * share);
    put(out3, x, sum3 * share);
  }
  for (; x < width; x++) {
    const leaving = x - radius - 1;
    sum0 -= at(in0, leaving);
    sum1 -= at(in1, leaving);
    sum2 -= at(in2, leaving);
    sum3 -= at(in3, leaving);
    count--;
    share = 1 / <f64>count;
    put(out0, x, sum0 * share);
    put(out1, x, sum1 * share);
    put(out2, x, sum2 * share);
    put(out3, x, sum3 * share);
  }
}

function blurOneRow(input: usize, out: usize, y: i32, width: i32, radius: i32): void {
  const rowBytes = (<usize>width) << 2;
  const from = input + <usize>y * rowBytes;
  const to = out + <usize>y * rowBytes;
  let sum: f64 = 0;
  let count = min(radius, width);
  for (let x = 0; x < count; x++) sum += at(from, x);
  for (let x = 0; x < width; x++) {
    if (x + radius < width) {
      sum += at(from, x + radius);
      count++;
    }
    if (x - radius - 1 >= 0) {
      sum -= at(from, x - radius - 1);
      count--;
    }
    put(to, x, sum / <f64>count);
  }
}

/** Slides whole rows, so that memory is walked in order. */
function blurColumns(input: usize, out: usize, sums: usize, width: i32, height: i32, radius: i32): void {
  memory.fill(sums, 0, (<usize>width) << 3);
  const rowBytes = (<usize>width) << 2;
  let count = min(radius, height);
  for (let y = 0; y < count; y++) addRow(input + <usize>y * rowBytes, sums, width, 1);
  for (let y = 0; y < height; y++) {
    const to = out + <usize>y * rowBytes;
    const entering = input + <usize>(y + radius) * rowBytes;
    const leaving = input + <usize>(y - radius - 1) * rowBytes;
    if (y + radius < height && y - radius - 1 >= 0) {
      slideRow(entering, leaving, sums, to, width, 1 / <f64>count);
      continue;
    }
    if (y + radius < height) {
      addRow(entering, sums, width, 1);
      count++;
    }
    if (y - radius - 1 >= 0) {
      addRow(leaving, sums, width, -1);
      count--;
    }
    scaleRow(sums, to, width, 1 / <f64>count);
  }
}

/** One row enters, one leaves, and the sums are told, in one go. */
function slideRow(entering: usize, leaving: usize, sums: usize, out: usize, width: i32, share: f64): void {
  const factor = f64x2.splat(share);
  let x = 0;
  for (; x + 4 <= width; x += 4) {
    const from = (<usize>x) << 2;
    const sum = sums + ((<usize>x) << 3);
    const low = f64x2.add(v128.load(sum), f64x2.sub(twoAt(entering + from), twoAt(leaving + from)));
    const high = f64x2.add(v128.load(sum, 16), f64x2.sub(twoAt(entering + from + 8), twoAt(leaving + from + 8)));
    v128.store(sum, low);
    v128.store(sum, high, 16);
    const left = f32x4.demote_f64x2_zero(f64x2.mul(factor, low));
    const right = f32x4.demote_f64x2_zero(f64x2.mul(factor, high));
    v128.store(out + from, v128.shuffle<i32>(left, right, 0, 1, 4, 5));
  }
  for (; x < width; x++) {
    const sum = sums + ((<usize>x) << 3);
    const value = load<f64>(sum) + (at(entering, x) - at(leaving, x));
    store<f64>(sum, value);
    put(out, x, share * value);
  }
}

/** Two floats as doubles. */
function twoAt(from: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(from));
}

function addRow(row: usize, sums: usize, width: i32, sign: f64): void {
  const factor = f64x2.splat(sign);
  let x = 0;
  for (; x + 4 <= width; x += 4) {
    const values = v128.load(row + ((<usize>x) << 2));
    const sum = sums + ((<usize>x) << 3);
    const low = f64x2.promote_low_f32x4(values);
    const high = f64x2.promote_low_f32x4(v128.shuffle<i32>(values, values, 2, 3, 2, 3));
    v128.store(sum, f64x2.add(v128.load(sum), f64x2.mul(factor, low)));
    v128.store(sum, f64x2.add(v128.load(sum, 16), f64x2.mul(factor, high)), 16);
  }
  for (; x < width; x++) {
    const sum = sums + ((<usize>x) << 3);
    store<f64>(sum, load<f64>(sum) + sign * at(row, x));
  }
}

function scaleRow(sums: usize, row: usize, width: i32, share: f64): void {
  const factor = f64x2.splat(share);
  let x = 0;
  for (; x + 4 <= width; x += 4) {
    const sum = sums + ((<usize>x) << 3);
    const low = f32x4.demote_f64x2_zero(f64x2.mul(factor, v128.load(sum)));
    const high = f32x4.demote_f64x2_zero(f64x2.mul(factor, v128.load(sum, 16)));
    v128.store(row + ((<usize>x) << 2), v128.shuffle<i32>(low, high, 0, 1, 4, 5));
  }
  for (; x < width; x++) put(row, x, share * load<f64>(sums + ((<usize>x) << 3)));
}
