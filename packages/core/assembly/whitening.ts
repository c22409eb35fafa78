/**
 * Kernels of src/watermark/tile/spectrum/whitening.ts, sample by sample; lengths are whole vectors of four floats.
 * @module
 */

/** detail = luma - mean, in the place of the mean; energy = detail^2. */
export function detailAndEnergy(luma: usize, mean: usize, energy: usize, length: i32): void {
  const end = (<usize>length) << 2;
  for (let i: usize = 0; i < end; i += 16) {
    const detail = f32x4.sub(v128.load(luma + i), v128.load(mean + i));
    v128.store(mean + i, detail);
    v128.store(energy + i, f32x4.mul(detail, detail));
  }
}

/** energy becomes activity, its root. */
export function rootInPlace(energy: usize, length: i32): void {
  const end = (<usize>length) << 2;
  const zero = f32x4.splat(0);
  for (let i: usize = 0; i < end; i += 16) v128.store(energy + i, f32x4.sqrt(f32x4.pmax(v128.load(energy + i), zero)));
}

/** detail becomes  clip(detail / (activity + floor), clip) / sqrt(activity + floor) * min(1, activity / blank). */
export function divideByActivity(detail: usize, activity: usize, length: i32, floor: f32, clip: f32, blank: f32): void {
  const end = (<usize>length) << 2;
  const least = f32x4.splat(floor);
  const high = f32x4.splat(clip);
  const low = f32x4.splat(-clip);
  const perBlank = f32x4.splat(<f32>1 / blank);
  const one = f32x4.splat(1);
  for (let i: usize = 0; i < end; i += 16) {
    const here = v128.load(activity + i);
    const floored = f32x4.add(here, least);
    const z = f32x4.pmax(f32x4.pmin(f32x4.div(v128.load(detail + i), floored), high), low);
    const share = f32x4.pmin(f32x4.mul(here, perBlank), one);
    v128.store(detail + i, f32x4.mul(f32x4.div(z, f32x4.sqrt(floored)), share));
  }
}
