/** Kernel of src/features/extrema.ts, which says what it computes. @module */

/** The largest of three neighbours in a row, for four places. */
function rowMax(at: usize): v128 {
  return f32x4.max(f32x4.max(v128.load(at - 4), v128.load(at)), v128.load(at + 4));
}

function rowMin(at: usize): v128 {
  return f32x4.min(f32x4.min(v128.load(at - 4), v128.load(at)), v128.load(at + 4));
}

function planeMax(at: usize, line: usize): v128 {
  return f32x4.max(f32x4.max(rowMax(at - line), rowMax(at)), rowMax(at + line));
}

function planeMin(at: usize, line: usize): v128 {
  return f32x4.min(f32x4.min(rowMin(at - line), rowMin(at)), rowMin(at + line));
}

/**
 * Places of `here` that lie at least `least` from zero and beyond which none of their 26 neighbours lies.
 * @param out their indices, rising; room for one a sample
 * @returns how many
 */
export function extremaOfLevel(
  below: usize,
  here: usize,
  above: usize,
  width: i32,
  height: i32,
  border: i32,
  least: f32,
  out: usize,
): i32 {
  const limit = f32x4.splat(least);
  const line = (<usize>width) << 2;
  const end = width - border;
  let count = 0;
  for (let y = border; y < height - border; y++) {
    for (let x = border; x < end; x += 4) {
      const offset = (<usize>(y * width + x)) << 2;
      const value = v128.load(here + offset);
      const far = f32x4.ge(f32x4.abs(value), limit);
      if (!v128.any_true(far)) continue;
      const positive = f32x4.gt(value, f32x4.splat(0));
      const highest = f32x4.max(
        planeMax(here + offset, line),
        f32x4.max(planeMax(below + offset, line), planeMax(above + offset, line)),
      );
      const lowest = f32x4.min(
        planeMin(here + offset, line),
        f32x4.min(planeMin(below + offset, line), planeMin(above + offset, line)),
      );
      const extreme = v128.bitselect(f32x4.ge(value, highest), f32x4.le(value, lowest), positive);
      const lanes = i32x4.bitmask(v128.and(far, extreme));
      if (lanes === 0) continue;
      for (let lane = 0; lane < 4 && x + lane < end; lane++)
        if (lanes & (1 << lane)) {
          store<i32>(out + ((<usize>count) << 2), y * width + x + lane);
          count++;
        }
    }
  }
  return count;
}
