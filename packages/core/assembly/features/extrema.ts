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

/** All ones in the lanes whose value has none of the plane's nine neighbours beyond it, seen from zero. */
function isExtremeIn(at: usize, line: usize, value: v128, positive: v128): v128 {
  return v128.bitselect(f32x4.ge(value, planeMax(at, line)), f32x4.le(value, planeMin(at, line)), positive);
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
      // Most have a neighbour beyond them in their own plane; then the others need not be looked at.
      const inPlane = v128.and(far, isExtremeIn(here + offset, line, value, positive));
      if (!v128.any_true(inPlane)) continue;
      const inBelow = v128.and(inPlane, isExtremeIn(below + offset, line, value, positive));
      if (!v128.any_true(inBelow)) continue;
      const lanes = i32x4.bitmask(v128.and(inBelow, isExtremeIn(above + offset, line, value, positive)));
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
