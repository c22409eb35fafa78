/**
 * Kernels of src/features/orientation.ts and src/features/siftDescriptor.ts: gradients around a keypoint, four at a time, vote for
 * directions.
 * @module
 */

const TURN: f32 = 6.2831855;
const BINS: f32 = 36;
const DIRECTIONS: f32 = 8;
/** Floats of a cell of the descriptor and of a row of cells, with the margins that take the votes which fall outside. */
const CELL: i32 = 9;
const ROW: i32 = 54;
/** Columns and rows of cells, and half of one more: where the margin ends, and where the middle lies. */
const END: f32 = 5;
const MIDDLE: f32 = 2.5;

/** As src/features/gradientAngle.ts. */
function angleOf(dy: v128, dx: v128): v128 {
  const ax = f32x4.abs(dx);
  const ay = f32x4.abs(dy);
  const long = f32x4.max(f32x4.max(ax, ay), f32x4.splat(1e-30));
  const t = f32x4.div(f32x4.min(ax, ay), long);
  const s = f32x4.mul(t, t);
  let sum = f32x4.add(f32x4.splat(-0.085133), f32x4.mul(s, f32x4.splat(0.0208351)));
  sum = f32x4.add(f32x4.splat(0.180141), f32x4.mul(s, sum));
  sum = f32x4.add(f32x4.splat(-0.3302995), f32x4.mul(s, sum));
  sum = f32x4.add(f32x4.splat(0.999866), f32x4.mul(s, sum));
  let angle = f32x4.mul(t, sum);
  angle = v128.bitselect(f32x4.sub(f32x4.splat(TURN / 4), angle), angle, f32x4.gt(ay, ax));
  angle = v128.bitselect(f32x4.sub(f32x4.splat(TURN / 2), angle), angle, f32x4.lt(dx, f32x4.splat(0)));
  return v128.bitselect(f32x4.sub(f32x4.splat(TURN), angle), angle, f32x4.lt(dy, f32x4.splat(0)));
}

function magnitudeOf(dy: v128, dx: v128): v128 {
  return f32x4.sqrt(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)));
}

/** Bytes that the kernels below may read beyond the samples, and take of `scratch`. */
export function gradientScratchBytes(): usize {
  return 64;
}

/**
 * Adds weighted magnitudes to the histogram of 36 directions. What it reads lies inside the plane, but for 3 columns to the right.
 * @param centre  sample of the keypoint
 * @param falloff weights of columns and rows -radius .. radius, then 3 times 0
 */
export function directionVotes(
  centre: usize,
  rowBytes: i32,
  left: i32,
  right: i32,
  top: i32,
  bottom: i32,
  falloff: usize,
  radius: i32,
  scratch: usize,
  histogram: usize,
): void {
  const perTurn = f32x4.splat(BINS / TURN);
  const half = f32x4.splat(0.5);
  const middle = falloff + ((<usize>radius) << 2);
  for (let j = top; j <= bottom; j++) {
    const rowWeight = f32x4.splat(load<f32>(middle + (j << 2)));
    for (let i = left; i <= right; i += 4) {
      const at = centre + j * rowBytes + (i << 2);
      const dx = f32x4.sub(v128.load(at, 4), v128.load(at - 4));
      const dy = f32x4.sub(v128.load(at + rowBytes), v128.load(at - rowBytes));
      const weight = f32x4.mul(rowWeight, v128.load(middle + (i << 2)));
      const bins = f32x4.floor(f32x4.add(f32x4.mul(angleOf(dy, dx), perTurn), half));
      v128.store(scratch, i32x4.trunc_sat_f32x4_s(bins));
      v128.store(scratch, f32x4.mul(weight, magnitudeOf(dy, dx)), 16);
      const lanes = min(4, right + 1 - i);
      for (let lane = 0; lane < lanes; lane++) {
        const bin = load<i32>(scratch + (lane << 2));
        const to = histogram + ((bin >= <i32>BINS ? 0 : bin) << 2);
        store<f32>(to, load<f32>(to) + load<f32>(scratch + (lane << 2), 16));
      }
    }
  }
}

/**
 * Adds the trilinear votes of a descriptor to 6 x 6 cells of 9 directions.
 * @param cos, sin of the orientation, over the side of a cell
 * @param others as in `directionVotes`
 */
export function descriptorVotes(
  centre: usize,
  rowBytes: i32,
  left: i32,
  right: i32,
  top: i32,
  bottom: i32,
  falloff: usize,
  radius: i32,
  cos: f32,
  sin: f32,
  orientation: f32,
  scratch: usize,
  votes: usize,
): void {
  const middle = falloff + ((<usize>radius) << 2);
  const steps = f32x4(0, 1, 2, 3);
  const zero = f32x4.splat(0);
  const end = f32x4.splat(END);
  const full = f32x4.splat(DIRECTIONS);
  for (let j = top; j <= bottom; j++) {
    const rowWeight = f32x4.splat(load<f32>(middle + (j << 2)));
    for (let i = left; i <= right; i += 4) {
      const across = f32x4.add(f32x4.splat(<f32>i), steps);
      const column = f32x4.add(f32x4.mul(f32x4.splat(cos), across), f32x4.splat(sin * <f32>j + MIDDLE));
      const row = f32x4.sub(f32x4.splat(cos * <f32>j + MIDDLE), f32x4.mul(f32x4.splat(sin), across));
      const least = f32x4.min(column, row);
      const most = f32x4.max(column, row);
      let inside = i32x4.bitmask(v128.and(f32x4.gt(least, zero), f32x4.lt(most, end)));
      const beyond = i + 3 - right;
      if (beyond > 0) inside &= 15 >> beyond;
      if (inside === 0) continue;
      const at = centre + j * rowBytes + (i << 2);
      const dx = f32x4.sub(v128.load(at, 4), v128.load(at - 4));
      const dy = f32x4.sub(v128.load(at + rowBytes), v128.load(at - rowBytes));
      const weight = f32x4.mul(f32x4.mul(rowWeight, v128.load(middle + (i << 2))), magnitudeOf(dy, dx));
      let direction = f32x4.mul(f32x4.sub(angleOf(dy, dx), f32x4.splat(orientation)), f32x4.splat(DIRECTIONS / TURN));
      direction = f32x4.add(direction, v128.and(f32x4.lt(direction, zero), full));
      direction = f32x4.sub(direction, v128.and(f32x4.ge(direction, full), full));
      v128.store(scratch, column);
      v128.store(scratch, row, 16);
      v128.store(scratch, direction, 32);
      v128.store(scratch, weight, 48);
      for (let lane: usize = 0; lane < 4; lane++) if ((inside >> <i32>lane) & 1) vote(scratch + (lane << 2), votes);
    }
  }
}

function vote(sample: usize, votes: usize): void {
  const column = load<f32>(sample);
  const row = load<f32>(sample, 16);
  const direction = load<f32>(sample, 32);
  const weight = load<f32>(sample, 48);
  const c = <i32>column;
  const r = <i32>row;
  const d = <i32>direction;
  const fc = column - <f32>c;
  const fd = direction - <f32>d;
  const at = votes + ((<usize>(r * ROW + c * CELL + d)) << 2);
  const lower = weight * (row - <f32>r);
  const upper = weight - lower;
  addVote(at, upper * (1 - fc), fd);
  addVote(at + (CELL << 2), upper * fc, fd);
  addVote(at + (ROW << 2), lower * (1 - fc), fd);
  addVote(at + ((ROW + CELL) << 2), lower * fc, fd);
}

function addVote(at: usize, weight: f32, fraction: f32): void {
  const next = weight * fraction;
  store<f32>(at, load<f32>(at) + weight - next);
  store<f32>(at, load<f32>(at, 4) + next, 4);
}
