/**
 * Kernels of src/tamper/globalFit/toneGrid.ts, which says what they compute: where samples lie in a grid of cells, the passes of its
 * fit, and what it adds to a picture. They round where plain loops over floats do, so that the two agree bit for bit.
 * @module
 */

/** Two floats as doubles. */
function pairAt(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at));
}

/**
 * The first of the eight cells around each sample, and its weights in them.
 * @param x, y    whole numbers, 32 bits; @param level floats
 * @param first   a whole number a sample; @param weights eight floats a sample
 */
export function gridPlaces(
  x: usize,
  y: usize,
  level: usize,
  count: i32,
  nx: i32,
  ny: i32,
  nl: i32,
  perX: f64,
  perY: f64,
  perLevel: f64,
  first: usize,
  weights: usize,
): void {
  for (let s: usize = 0, end = (<usize>count) << 2; s < end; s += 4) {
    const u = <f64>load<i32>(x + s) * perX;
    const v = <f64>load<i32>(y + s) * perY;
    const l = min<f64>(255, max<f64>(0, <f64>load<f32>(level + s))) * perLevel;
    const xy = i32x4.trunc_sat_f64x2_s_zero(f64x2(u, v));
    const x0 = min(nx - 2, i32x4.extract_lane(xy, 0));
    const y0 = min(ny - 2, i32x4.extract_lane(xy, 1));
    const l0 = min(nl - 2, i32x4.extract_lane(i32x4.trunc_sat_f64x2_s_zero(f64x2.splat(l)), 0));
    const dx = u - <f64>x0;
    const dy = v - <f64>y0;
    const dl = l - <f64>l0;
    const across = f64x2(1 - dx, dx);
    const at = weights + (s << 3);
    storePair(at, f64x2.mul(across, f64x2.splat((1 - dy) * (1 - dl))));
    storePair(at + 8, f64x2.mul(across, f64x2.splat(dy * (1 - dl))));
    storePair(at + 16, f64x2.mul(across, f64x2.splat((1 - dy) * dl)));
    storePair(at + 24, f64x2.mul(across, f64x2.splat(dy * dl)));
    store<i32>(first + s, (l0 * ny + y0) * nx + x0);
  }
}

function storePair(at: usize, values: v128): void {
  v128.store64_lane(at, f32x4.demote_f64x2_zero(values), 0);
}

/**
 * Adds weighted residuals, and the weights, to the eight cells around each sample.
 * @param row, level from a cell to the next one along y and along the levels, cells
 */
export function addToGrid(
  residual: usize,
  trust: usize,
  first: usize,
  weights: usize,
  count: i32,
  row: i32,
  level: i32,
  values: usize,
  sums: usize,
): void {
  const below = (<usize>row) << 2;
  const next = (<usize>level) << 2;
  for (let s: usize = 0, end = (<usize>count) << 2; s < end; s += 4) {
    const w = f64x2.splat(<f64>load<f32>(trust + s));
    const r = f64x2.splat(<f64>load<f32>(residual + s));
    const cell = (<usize>load<i32>(first + s)) << 2;
    const at = weights + (s << 3);
    addPair(f64x2.mul(w, pairAt(at)), r, values + cell, sums + cell);
    addPair(f64x2.mul(w, pairAt(at + 8)), r, values + cell + below, sums + cell + below);
    addPair(f64x2.mul(w, pairAt(at + 16)), r, values + cell + next, sums + cell + next);
    addPair(f64x2.mul(w, pairAt(at + 24)), r, values + cell + next + below, sums + cell + next + below);
  }
}

function addPair(weight: v128, residual: v128, value: usize, sum: usize): void {
  storePair(sum, f64x2.add(pairAt(sum), weight));
  storePair(value, f64x2.add(pairAt(value), f64x2.mul(weight, residual)));
}

/** Takes what the grid says at each sample out of its residual. */
export function takeFromGrid(
  values: usize,
  first: usize,
  weights: usize,
  count: i32,
  row: i32,
  level: i32,
  residual: usize,
): void {
  const below = (<usize>row) << 2;
  const next = (<usize>level) << 2;
  for (let s: usize = 0, end = (<usize>count) << 2; s < end; s += 4) {
    const cell = values + ((<usize>load<i32>(first + s)) << 2);
    const at = weights + (s << 3);
    const a = f64x2.mul(pairAt(at), pairAt(cell));
    const b = f64x2.mul(pairAt(at + 8), pairAt(cell + below));
    const c = f64x2.mul(pairAt(at + 16), pairAt(cell + next));
    const d = f64x2.mul(pairAt(at + 24), pairAt(cell + next + below));
    let sum = f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
    sum = sum + f64x2.extract_lane(b, 0) + f64x2.extract_lane(b, 1);
    sum = sum + f64x2.extract_lane(c, 0) + f64x2.extract_lane(c, 1);
    sum = sum + f64x2.extract_lane(d, 0) + f64x2.extract_lane(d, 1);
    store<f32>(residual + s, <f32>(<f64>load<f32>(residual + s) - sum));
  }
}

/** The eight weights of a place, two and two, as floats hold them. */
function roundedPair(across: v128, along: f64): v128 {
  return f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(f64x2.mul(across, f64x2.splat(along))));
}

/**
 * Adds what the grid says at each pixel to `count` planes, which one level leads into the cells.
 * @param level     floats, a pixel each
 * @param values    grids of the planes, `valueBytes` apart
 * @param planes    floats, `planeBytes` apart
 */
export function addField(
  level: usize,
  width: i32,
  height: i32,
  nx: i32,
  ny: i32,
  nl: i32,
  perX: f64,
  perY: f64,
  perLevel: f64,
  count: i32,
  values: usize,
  valueBytes: usize,
  planes: usize,
  planeBytes: usize,
): void {
  const below = (<usize>nx) << 2;
  const next = (<usize>(nx * ny)) << 2;
  let i: usize = 0;
  for (let y = 0; y < height; y++) {
    const v = <f64>y * perY;
    const y0 = min(ny - 2, <i32>v);
    const dy = v - <f64>y0;
    for (let x = 0; x < width; x++, i += 4) {
      const u = <f64>x * perX;
      const l = min<f64>(255, max<f64>(0, <f64>load<f32>(level + i))) * perLevel;
      const xl = i32x4.trunc_sat_f64x2_s_zero(f64x2(u, l));
      const x0 = min(nx - 2, i32x4.extract_lane(xl, 0));
      const l0 = min(nl - 2, i32x4.extract_lane(xl, 1));
      const dx = u - <f64>x0;
      const dl = l - <f64>l0;
      const across = f64x2(1 - dx, dx);
      const wa = roundedPair(across, (1 - dy) * (1 - dl));
      const wb = roundedPair(across, dy * (1 - dl));
      const wc = roundedPair(across, (1 - dy) * dl);
      const wd = roundedPair(across, dy * dl);
      let cell = values + ((<usize>((l0 * ny + y0) * nx + x0)) << 2);
      let at = planes + i;
      for (let c = 0; c < count; c++, cell += valueBytes, at += planeBytes) {
        const a = f64x2.mul(wa, pairAt(cell));
        const b = f64x2.mul(wb, pairAt(cell + below));
        const d = f64x2.mul(wc, pairAt(cell + next));
        const e = f64x2.mul(wd, pairAt(cell + next + below));
        let sum = f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
        sum = sum + f64x2.extract_lane(b, 0) + f64x2.extract_lane(b, 1);
        sum = sum + f64x2.extract_lane(d, 0) + f64x2.extract_lane(d, 1);
        sum = sum + f64x2.extract_lane(e, 0) + f64x2.extract_lane(e, 1);
        store<f32>(at, <f32>(<f64>load<f32>(at) + sum));
      }
    }
  }
}
