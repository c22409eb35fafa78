/**
 * Kernel of src/features/scaleSpace.ts: the difference of two levels.
 * @module
 */

/** out = a - b. */
export function subtractPlanes(a: usize, b: usize, out: usize, count: i32): void {
  const end = (<usize>(count & ~3)) << 2;
  for (let at: usize = 0; at < end; at += 16) v128.store(out + at, f32x4.sub(v128.load(a + at), v128.load(b + at)));
  for (let at = end; at < (<usize>count) << 2; at += 4) store<f32>(out + at, load<f32>(a + at) - load<f32>(b + at));
}
