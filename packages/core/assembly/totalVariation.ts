/**
 * Kernel of src/signal/totalVariation.ts, which says what it computes.
 * @module
 */

/**
 * @param values what each cell adds to the sum
 * @param u, leading, px, py planes of floats, cleared; `u` receives the function
 * @param step of both variables
 */
export function primalDual(
  values: usize,
  u: usize,
  leading: usize,
  px: usize,
  py: usize,
  width: i32,
  height: i32,
  step: f32,
  weight: f32,
  rounds: i32,
): void {
  const rowBytes = (<usize>width) << 2;
  for (let round = 0; round < rounds; round++) {
    for (let y = 0; y < height; y++) {
      const at = <usize>y * rowBytes;
      dualRow(leading + at, px + at, py + at, width, y + 1 < height ? rowBytes : 0, step, weight);
    }
    for (let y = 0; y < height; y++) {
      const at = <usize>y * rowBytes;
      primalRow(values + at, u + at, leading + at, px + at, py + at, width, y > 0 ? rowBytes : 0, step);
    }
  }
}

/** @param below bytes to the row below; 0 for none */
function dualRow(leading: usize, px: usize, py: usize, width: i32, below: usize, step: f32, weight: f32): void {
  const steps = f32x4.splat(step);
  const perWeight = f32x4.splat(1 / weight);
  const one = f32x4.splat(1);
  let x = 0;
  // The last column has no neighbour to its right.
  for (; x + 4 < width; x += 4) {
    const at = (<usize>x) << 2;
    const here = v128.load(leading + at);
    const right = f32x4.sub(v128.load(leading + at, 4), here);
    const down = f32x4.sub(v128.load(leading + at + below), here);
    const gx = f32x4.add(v128.load(px + at), f32x4.mul(steps, right));
    const gy = f32x4.add(v128.load(py + at), f32x4.mul(steps, down));
    const length = f32x4.sqrt(f32x4.add(f32x4.mul(gx, gx), f32x4.mul(gy, gy)));
    const scale = f32x4.max(one, f32x4.mul(length, perWeight));
    v128.store(px + at, f32x4.div(gx, scale));
    v128.store(py + at, f32x4.div(gy, scale));
  }
  for (; x < width; x++) {
    const at = (<usize>x) << 2;
    const here = load<f32>(leading + at);
    const right: f32 = x + 1 < width ? load<f32>(leading + at, 4) - here : 0;
    const gx = load<f32>(px + at) + step * right;
    const gy = load<f32>(py + at) + step * (load<f32>(leading + at + below) - here);
    const scale = max<f32>(1, sqrt<f32>(gx * gx + gy * gy) / weight);
    store<f32>(px + at, gx / scale);
    store<f32>(py + at, gy / scale);
  }
}

/** @param above bytes to the row above; 0 for none */
function primalRow(
  values: usize,
  u: usize,
  leading: usize,
  px: usize,
  py: usize,
  width: i32,
  above: usize,
  step: f32,
): void {
  const steps = f32x4.splat(step);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const hasAbove = f32x4.splat(above > 0 ? 1 : 0);
  onePrimal(values, u, leading, load<f32>(px), py, above, step);
  let x = 1;
  for (; x + 4 <= width; x += 4) {
    const at = (<usize>x) << 2;
    const along = f32x4.sub(v128.load(px + at), v128.load(px + at - 4));
    const down = f32x4.sub(v128.load(py + at), f32x4.mul(hasAbove, v128.load(py + at - above)));
    const before = v128.load(u + at);
    const move = f32x4.mul(steps, f32x4.add(f32x4.add(along, down), v128.load(values + at)));
    const after = f32x4.min(one, f32x4.max(zero, f32x4.add(before, move)));
    v128.store(u + at, after);
    v128.store(leading + at, f32x4.sub(f32x4.add(after, after), before));
  }
  for (; x < width; x++) {
    const at = (<usize>x) << 2;
    const along = load<f32>(px + at) - load<f32>(px + at - 4);
    onePrimal(values + at, u + at, leading + at, along, py + at, above, step);
  }
}

function onePrimal(values: usize, u: usize, leading: usize, along: f32, py: usize, above: usize, step: f32): void {
  const down = load<f32>(py) - (above > 0 ? load<f32>(py - above) : 0);
  const before = load<f32>(u);
  const after = min<f32>(1, max<f32>(0, before + step * (along + down + load<f32>(values))));
  store<f32>(u, after);
  store<f32>(leading, 2 * after - before);
}
