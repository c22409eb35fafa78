/**
 * Kernel of src/signal/fourier/nonuniformFourier.ts: values of a Fourier grid between its samples, and the background power
 * there.
 * @module
 */

/** Kernel weights of the six taps for every 1 / 1024 of a grid step, eight floats a row; FREQUENCY_MAX, MARGIN as there. */
const TABLE_STEPS: f32 = 1024;
const ROW_BYTES: usize = 32;
const FREQUENCY_MAX: f32 = 0.47;
const MARGIN: i32 = 3;

/** Fields of the block that describes a view; see src/watermark/tile/detect/poseEvaluation.ts. */
const FOURIER: usize = 0;
const GRID_WIDTH: usize = 4;
const GRID_HEIGHT: usize = 8;
const FOURIER_STRIDE: usize = 12;
const BACKGROUND: usize = 16;
const BACKGROUND_STRIDE: usize = 20;
const TAP_WEIGHTS: usize = 24;

/**
 * Values at `count` frequencies, the i-th at real + i * step and imaginary + i * step.
 * @param fx, fy frequencies in cycles per pixel, a float each
 */
// The six rows stand written out: a shuffle takes constant lanes only, and the three sums stay in registers.
// oxlint-disable-next-line max-lines-per-function
export function evaluateTaps(
  view: usize,
  fx: usize,
  fy: usize,
  count: i32,
  real: usize,
  imaginary: usize,
  step: usize,
): void {
  const fourier = <usize>load<u32>(view, FOURIER);
  const gridWidth = <f32>load<i32>(view, GRID_WIDTH);
  const gridHeight = load<i32>(view, GRID_HEIGHT);
  const stride = load<i32>(view, FOURIER_STRIDE);
  const weights = <usize>load<u32>(view, TAP_WEIGHTS);
  for (let i = 0; i < count; i++) {
    let x = load<f32>(fx + ((<usize>i) << 2));
    let y = load<f32>(fy + ((<usize>i) << 2));
    const to = <usize>i * step;
    if (abs(x) > FREQUENCY_MAX || abs(y) > FREQUENCY_MAX) {
      store<f32>(real + to, 0);
      store<f32>(imaginary + to, 0);
      continue;
    }
    // A real picture's transform is conjugate symmetric: only fx >= 0 is stored.
    const side: f32 = x < 0 ? -1 : 1;
    x = side * x * gridWidth;
    y = side * y * <f32>gridHeight;
    const firstX = <i32>ceil<f32>(x - 3);
    const firstY = <i32>ceil<f32>(y - 3);
    const atX = (x - <f32>(firstX + 2)) * TABLE_STEPS;
    const atY = (y - <f32>(firstY + 2)) * TABLE_STEPS;
    const rowX = weights + <usize>(<i32>atX) * ROW_BYTES;
    const rowY = weights + <usize>(<i32>atY) * ROW_BYTES;
    const fractionX = f32x4.splat(atX - floor<f32>(atX));
    const fractionY = f32x4.splat(atY - floor<f32>(atY));
    const y0123 = between(v128.load(rowY), v128.load(rowY, 32), fractionY);
    const y45 = between(v128.load(rowY, 16), v128.load(rowY, 48), fractionY);
    const column = firstX + MARGIN;
    let p = address(fourier, firstY, gridHeight, stride, column);
    let w = v128.shuffle<f32>(y0123, y0123, 0, 0, 0, 0);
    let left = f32x4.mul(w, v128.load(p));
    let middle = f32x4.mul(w, v128.load(p, 16));
    let right = f32x4.mul(w, v128.load(p, 32));
    p = address(fourier, firstY + 1, gridHeight, stride, column);
    w = v128.shuffle<f32>(y0123, y0123, 1, 1, 1, 1);
    left = f32x4.add(left, f32x4.mul(w, v128.load(p)));
    middle = f32x4.add(middle, f32x4.mul(w, v128.load(p, 16)));
    right = f32x4.add(right, f32x4.mul(w, v128.load(p, 32)));
    p = address(fourier, firstY + 2, gridHeight, stride, column);
    w = v128.shuffle<f32>(y0123, y0123, 2, 2, 2, 2);
    left = f32x4.add(left, f32x4.mul(w, v128.load(p)));
    middle = f32x4.add(middle, f32x4.mul(w, v128.load(p, 16)));
    right = f32x4.add(right, f32x4.mul(w, v128.load(p, 32)));
    p = address(fourier, firstY + 3, gridHeight, stride, column);
    w = v128.shuffle<f32>(y0123, y0123, 3, 3, 3, 3);
    left = f32x4.add(left, f32x4.mul(w, v128.load(p)));
    middle = f32x4.add(middle, f32x4.mul(w, v128.load(p, 16)));
    right = f32x4.add(right, f32x4.mul(w, v128.load(p, 32)));
    p = address(fourier, firstY + 4, gridHeight, stride, column);
    w = v128.shuffle<f32>(y45, y45, 0, 0, 0, 0);
    left = f32x4.add(left, f32x4.mul(w, v128.load(p)));
    middle = f32x4.add(middle, f32x4.mul(w, v128.load(p, 16)));
    right = f32x4.add(right, f32x4.mul(w, v128.load(p, 32)));
    p = address(fourier, firstY + 5, gridHeight, stride, column);
    w = v128.shuffle<f32>(y45, y45, 1, 1, 1, 1);
    left = f32x4.add(left, f32x4.mul(w, v128.load(p)));
    middle = f32x4.add(middle, f32x4.mul(w, v128.load(p, 16)));
    right = f32x4.add(right, f32x4.mul(w, v128.load(p, 32)));
    const x0123 = between(v128.load(rowX), v128.load(rowX, 32), fractionX);
    const x45 = between(v128.load(rowX, 16), v128.load(rowX, 48), fractionX);
    const sum = f32x4.add(
      f32x4.mul(left, v128.shuffle<f32>(x0123, x0123, 0, 0, 1, 1)),
      f32x4.add(
        f32x4.mul(middle, v128.shuffle<f32>(x0123, x0123, 2, 2, 3, 3)),
        f32x4.mul(right, v128.shuffle<f32>(x45, x45, 0, 0, 1, 1)),
      ),
    );
    store<f32>(real + to, f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 2));
    store<f32>(imaginary + to, side * (f32x4.extract_lane(sum, 1) + f32x4.extract_lane(sum, 3)));
  }
}

function between(low: v128, high: v128, fraction: v128): v128 {
  return f32x4.add(low, f32x4.mul(fraction, f32x4.sub(high, low)));
}

function address(fourier: usize, row: i32, gridHeight: i32, stride: i32, column: i32): usize {
  return fourier + ((<usize>((row & (gridHeight - 1)) * stride + column)) << 3);
}

/** Background power at the frequencies, 0 outside the spectrum; then as `regularise`. */
export function backgroundNoise(
  view: usize,
  fx: usize,
  fy: usize,
  count: i32,
  share: f32,
  quantile: f32,
  noise: usize,
  scratch: usize,
): void {
  const background = <usize>load<u32>(view, BACKGROUND);
  const stride = load<i32>(view, BACKGROUND_STRIDE);
  const gridWidth = <f32>load<i32>(view, GRID_WIDTH);
  const gridHeight = <f32>load<i32>(view, GRID_HEIGHT);
  for (let i = 0; i < count; i++) {
    const at = (<usize>i) << 2;
    const x = load<f32>(fx + at);
    const y = load<f32>(fy + at);
    let power: f32 = 0;
    if (abs(x) <= FREQUENCY_MAX && abs(y) <= FREQUENCY_MAX) {
      const side: f32 = x < 0 ? -1 : 1;
      const column = <i32>floor<f32>(side * x * gridWidth + 0.5);
      const row = <i32>floor<f32>(side * y * gridHeight + 0.5) + (<i32>gridHeight >> 1);
      power = load<f32>(background + ((<usize>(row * stride + column)) << 2));
    }
    store<f32>(noise + at, power);
    store<f32>(scratch + at, power);
  }
  const rank = <i32>(quantile * <f32>count);
  const high =
    count - rank <= HIGHEST_MAX ? lowestOfHighest(scratch, count, count - rank) : selected(scratch, count, rank);
  regularise(noise, count, share * high);
}

/** So few highest values are kept in order while the others pass by. */
const HIGHEST_MAX: i32 = 16;

/** The `kept`-th highest of `count` floats; the first places of `values` end up holding the highest in rising order. */
function lowestOfHighest(values: usize, count: i32, kept: i32): f32 {
  const end = (<usize>kept) << 2;
  for (let i: usize = 4; i < end; i += 4) insert(values, i, load<f32>(values + i));
  for (let i: usize = end; i < (<usize>count) << 2; i += 4) {
    const value = load<f32>(values + i);
    if (value <= load<f32>(values)) continue;
    // The lowest of the kept gives way to the next one, and so on up to the new value's place.
    let at: usize = 4;
    for (; at < end && load<f32>(values + at) < value; at += 4) store<f32>(values + at - 4, load<f32>(values + at));
    store<f32>(values + at - 4, value);
  }
  return load<f32>(values);
}

/** Moves the value at `place` down to where it belongs among the ones before it, which are in rising order. */
function insert(values: usize, place: usize, value: f32): void {
  let at = place;
  for (; at > 0 && load<f32>(values + at - 4) > value; at -= 4) store<f32>(values + at, load<f32>(values + at - 4));
  store<f32>(values + at, value);
}

/** Adds the floor to every noise, and makes that of absent carriers infinite. */
function regularise(noise: usize, count: i32, least: f32): void {
  for (let i = 0; i < count; i++) {
    const at = (<usize>i) << 2;
    const power = load<f32>(noise + at);
    store<f32>(noise + at, power === 0 ? Infinity : power + least + <f32>1e-20);
  }
}

/** The k-th smallest of `count` floats, from 0; reorders them. Source: Hoare 1961, algorithm 65. */
function selected(values: usize, count: i32, k: i32): f32 {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const pivot = load<f32>(values + ((<usize>((low + high) >> 1)) << 2));
    let i = low;
    let j = high;
    while (i <= j) {
      while (load<f32>(values + ((<usize>i) << 2)) < pivot) i++;
      while (pivot < load<f32>(values + ((<usize>j) << 2))) j--;
      if (i > j) break;
      const a = values + ((<usize>i) << 2);
      const b = values + ((<usize>j) << 2);
      const kept = load<f32>(a);
      store<f32>(a, load<f32>(b));
      store<f32>(b, kept);
      i++;
      j--;
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else break;
  }
  return load<f32>(values + ((<usize>k) << 2));
}
