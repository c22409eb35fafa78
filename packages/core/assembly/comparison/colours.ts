/**
 * Kernels of src/tamper/globalFit/toneCurve.ts and lumaChroma.ts: a curve on every sample, and the luma of three planes. In doubles, in
 * the order of the plain loops, so that the two agree bit for bit. Samples are taken in pairs, so planes have room for an even number.
 * @module
 */

/**
 * A table on every sample, linear between its entries, in place.
 * @param most the largest level; smaller ones than 0 count as 0
 * @param steps entries of the table per level; it has one beyond the last level's
 */
export function throughTable(samples: usize, count: i32, table: usize, most: f64, steps: f64): void {
  const zero = f64x2.splat(0);
  const last = f64x2.splat(most);
  const perLevel = f64x2.splat(steps);
  for (let at = samples, end = samples + ((<usize>count) << 2); at < end; at += 8) {
    const level = f64x2.promote_low_f32x4(v128.load64_zero(at));
    const position = f64x2.mul(f64x2.pmin(last, f64x2.pmax(zero, level)), perLevel);
    const entry = i32x4.trunc_sat_f64x2_s_zero(position);
    const first = v128.load64_zero(table + ((<usize>i32x4.extract_lane(entry, 0)) << 2));
    const second = v128.load64_zero(table + ((<usize>i32x4.extract_lane(entry, 1)) << 2));
    const low = f64x2.promote_low_f32x4(v128.shuffle<f32>(first, second, 0, 4, 1, 5));
    const next = f64x2.promote_low_f32x4(v128.shuffle<f32>(first, second, 1, 5, 0, 4));
    const beyond = f64x2.sub(position, f64x2.convert_low_i32x4_s(entry));
    const value = f64x2.add(low, f64x2.mul(beyond, f64x2.sub(next, low)));
    v128.store64_lane(at, f32x4.demote_f64x2_zero(value), 0);
  }
}

/** out = wr red + wg green + wb blue. */
export function lumaOfPlanes(
  red: usize,
  green: usize,
  blue: usize,
  count: i32,
  wr: f64,
  wg: f64,
  wb: f64,
  out: usize,
): void {
  const ofRed = f64x2.splat(wr);
  const ofGreen = f64x2.splat(wg);
  const ofBlue = f64x2.splat(wb);
  for (let i: usize = 0, end = (<usize>count) << 2; i < end; i += 8) {
    const r = f64x2.mul(ofRed, f64x2.promote_low_f32x4(v128.load64_zero(red + i)));
    const g = f64x2.mul(ofGreen, f64x2.promote_low_f32x4(v128.load64_zero(green + i)));
    const b = f64x2.mul(ofBlue, f64x2.promote_low_f32x4(v128.load64_zero(blue + i)));
    v128.store64_lane(out + i, f32x4.demote_f64x2_zero(f64x2.add(f64x2.add(r, g), b)), 0);
  }
}
