/**
 * Kernels of embedding that go along one row of a picture: fields on cells brought to pixels, tiles repeated and folded,
 * whitening. They serve src/watermark/tile/embed/modulationSweep.ts. Rows are written in whole vectors, so they have room
 * for them.
 * @module
 */

/**
 * A row of a field on cells, bilinear: src/signal/pictureCells.ts, `cellRows`.
 * @param upper,lower the rows of cells above and below, `lowerShare` of the way down
 * @param table for each group of four pixels of a cell, the weights of its left neighbour, itself, its right neighbour
 * @param line  scratch for `columns` + 6 floats
 * @param out   `count` floats, rounded up to whole cells
 */
export function cellLine(
  upper: usize,
  lower: usize,
  lowerShare: f32,
  columns: i32,
  table: usize,
  groups: i32,
  line: usize,
  out: usize,
  count: i32,
): void {
  const share = f32x4.splat(lowerShare);
  const bytes = (<usize>columns) << 2;
  for (let i: usize = 0; i < bytes; i += 16) {
    const a = v128.load(upper + i);
    v128.store(line + 4 + i, f32x4.add(a, f32x4.mul(share, f32x4.sub(v128.load(lower + i), a))));
  }
  // Beyond the outermost cells the field stays as it is there.
  store<f32>(line, load<f32>(line + 4));
  store<f32>(line + 4 + bytes, load<f32>(line + bytes));
  for (let done = 0; done < count; done += groups << 2) {
    const left = v128.load32_splat(line);
    const own = v128.load32_splat(line, 4);
    const right = v128.load32_splat(line, 8);
    let weights = table;
    for (let g = 0; g < groups; g++) {
      const sum = f32x4.add(f32x4.mul(left, v128.load(weights)), f32x4.mul(own, v128.load(weights, 16)));
      v128.store(out, f32x4.add(sum, f32x4.mul(right, v128.load(weights, 32))));
      weights += 48;
      out += 16;
    }
    line += 4;
  }
}

/** to += weight * from. */
export function addScaled(from: usize, weight: f32, to: usize, count: i32): void {
  const w = f32x4.splat(weight);
  const bytes = (<usize>count) << 2;
  for (let i: usize = 0; i < bytes; i += 16)
    v128.store(to + i, f32x4.add(v128.load(to + i), f32x4.mul(w, v128.load(from + i))));
}

/** to += wa a + wb b + wc c + wd d. */
export function addFour(
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  wa: f32,
  wb: f32,
  wc: f32,
  wd: f32,
  to: usize,
  count: i32,
): void {
  const va = f32x4.splat(wa);
  const vb = f32x4.splat(wb);
  const vc = f32x4.splat(wc);
  const vd = f32x4.splat(wd);
  const bytes = (<usize>count) << 2;
  for (let i: usize = 0; i < bytes; i += 16) {
    const first = f32x4.add(f32x4.mul(va, v128.load(a + i)), f32x4.mul(vb, v128.load(b + i)));
    const second = f32x4.add(f32x4.mul(vc, v128.load(c + i)), f32x4.mul(vd, v128.load(d + i)));
    v128.store(to + i, f32x4.add(v128.load(to + i), f32x4.add(first, second)));
  }
}

/** row = clip(row + x y, 0, 255). */
export function addProductClamped(row: usize, x: usize, y: usize, count: i32): void {
  const zero = f32x4.splat(0);
  const most = f32x4.splat(255);
  const bytes = (<usize>count) << 2;
  for (let i: usize = 0; i < bytes; i += 16) {
    const sum = f32x4.add(v128.load(row + i), f32x4.mul(v128.load(x + i), v128.load(y + i)));
    v128.store(row + i, f32x4.pmin(f32x4.pmax(sum, zero), most));
  }
}

/** row = clip((row - mean) a, -clip, clip) b: src/watermark/tile/embed/viewWhitening.ts. */
export function whitenLine(row: usize, mean: usize, a: usize, b: usize, clip: f32, count: i32): void {
  const high = f32x4.splat(clip);
  const low = f32x4.splat(-clip);
  const bytes = (<usize>count) << 2;
  for (let i: usize = 0; i < bytes; i += 16) {
    const z = f32x4.mul(f32x4.sub(v128.load(row + i), v128.load(mean + i)), v128.load(a + i));
    v128.store(row + i, f32x4.mul(f32x4.pmax(f32x4.pmin(z, high), low), v128.load(b + i)));
  }
}

/** sums += row - centre; squares += (row - centre)^2. */
export function addMoments(row: usize, centre: f32, sums: usize, squares: usize, count: i32): void {
  const middle = f32x4.splat(centre);
  const bytes = (<usize>count) << 2;
  for (let i: usize = 0; i < bytes; i += 16) {
    const value = f32x4.sub(v128.load(row + i), middle);
    v128.store(sums + i, f32x4.add(v128.load(sums + i), value));
    v128.store(squares + i, f32x4.add(v128.load(squares + i), f32x4.mul(value, value)));
  }
}
