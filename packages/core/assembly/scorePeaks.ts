/**
 * Kernels of `highScores` in src/watermark/tile/detect/scorePeaks.ts.
 * @module
 */

/** Writes the sum of the values, then that of their squares, as doubles. */
export function sumAndSquares(values: usize, length: i32, out: usize): void {
  let sum = f64x2.splat(0);
  let squares = f64x2.splat(0);
  const whole = ((<usize>length) << 2) & ~15;
  for (let i: usize = 0; i < whole; i += 16) {
    const four = v128.load(values + i);
    const low = f64x2.promote_low_f32x4(four);
    const high = f64x2.promote_low_f32x4(v128.shuffle<f32>(four, four, 2, 3, 0, 1));
    sum = f64x2.add(sum, f64x2.add(low, high));
    squares = f64x2.add(squares, f64x2.add(f64x2.mul(low, low), f64x2.mul(high, high)));
  }
  let total = f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
  let totalSquares = f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1);
  for (let i = whole; i < (<usize>length) << 2; i += 4) {
    const value = <f64>load<f32>(values + i);
    total += value;
    totalSquares += value * value;
  }
  store<f64>(out, total);
  store<f64>(out, totalSquares, 8);
}

/** Writes the indices of the values above `floor` as integers, in their order; returns how many. */
export function indicesAbove(values: usize, length: i32, floor: f32, out: usize): i32 {
  const limit = f32x4.splat(floor);
  const whole = length & ~3;
  let to = out;
  for (let i = 0; i < whole; i += 4) {
    const at = values + ((<usize>i) << 2);
    if (!v128.any_true(f32x4.gt(v128.load(at), limit))) continue;
    for (let lane = 0; lane < 4; lane++) {
      if (load<f32>(at + ((<usize>lane) << 2)) <= floor) continue;
      store<i32>(to, i + lane);
      to += 4;
    }
  }
  for (let i = whole; i < length; i++) {
    if (load<f32>(values + ((<usize>i) << 2)) <= floor) continue;
    store<i32>(to, i);
    to += 4;
  }
  return <i32>((to - out) >> 2);
}
