/**
 * Kernel of src/features/pca.ts: rows of floats on principal axes. Sums are doubles in the order of the scalar loop, so that both give the
 * same bits.
 * @module
 */

/**
 * @param rows    `count` rows of `from` floats, a multiple of 4
 * @param mean    `from` floats
 * @param axes    `to` rows of `from` floats
 * @param scratch room for `from` doubles
 * @param out     `count` rows of `to` floats
 */
export function projectRows(
  rows: usize,
  mean: usize,
  axes: usize,
  scratch: usize,
  out: usize,
  count: i32,
  from: i32,
  to: i32,
): void {
  const rowBytes = (<usize>from) << 2;
  for (let row = 0; row < count; row++) {
    for (let i: usize = 0; i < <usize>from; i += 2) {
      const value = f64x2.promote_low_f32x4(v128.load64_zero(rows + (i << 2)));
      const middle = f64x2.promote_low_f32x4(v128.load64_zero(mean + (i << 2)));
      v128.store(scratch + (i << 3), f64x2.sub(value, middle));
    }
    let axis = axes;
    for (let k = 0; k < to; k++) {
      let low = f64x2.splat(0);
      let high = f64x2.splat(0);
      for (let i: usize = 0; i < <usize>from; i += 4) {
        const four = v128.load(axis + (i << 2));
        const centred = scratch + (i << 3);
        low = f64x2.add(low, f64x2.mul(v128.load(centred), f64x2.promote_low_f32x4(four)));
        const upper = v128.shuffle<i32>(four, four, 2, 3, 2, 3);
        high = f64x2.add(high, f64x2.mul(v128.load(centred, 16), f64x2.promote_low_f32x4(upper)));
      }
      const sum =
        f64x2.extract_lane(low, 0) +
        f64x2.extract_lane(low, 1) +
        (f64x2.extract_lane(high, 0) + f64x2.extract_lane(high, 1));
      store<f32>(out, <f32>sum);
      out += 4;
      axis += rowBytes;
    }
    rows += rowBytes;
  }
}
