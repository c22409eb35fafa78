/**
 * Kernel of src/tamper/cues/localStatistics.ts: what masked pixels add up to in cells of 2 x 2.
 * @module
 */

/**
 * Sums of mask x a x b / 4 over each cell.
 * @param a, b  planes of floats, or 0 for one of ones
 * @param mask  a byte for each pixel, 0 or 1
 * @param out   plane of (width + 1) / 2 x (height + 1) / 2 floats
 */
export function halveProduct(a: usize, b: usize, mask: usize, width: i32, height: i32, out: usize): void {
  const cells = (width + 1) >> 1;
  for (let y = 0; y < height; y += 2) {
    const first = y * width;
    const rows = min(2, height - y);
    const row = out + ((<usize>((y >> 1) * cells)) << 2);
    let x = 0;
    for (; x + 8 <= width; x += 8) {
      let left = f32x4.splat(0);
      let right = f32x4.splat(0);
      for (let j = 0; j < rows; j++) {
        const i = first + j * width + x;
        left = f32x4.add(left, weighed(a, b, mask, i));
        right = f32x4.add(right, weighed(a, b, mask, i + 4));
      }
      const even = v128.shuffle<f32>(left, right, 0, 2, 4, 6);
      const odd = v128.shuffle<f32>(left, right, 1, 3, 5, 7);
      v128.store(row + ((<usize>x) << 1), f32x4.mul(f32x4.splat(0.25), f32x4.add(even, odd)));
    }
    for (; x < width; x += 2) {
      let sum: f32 = 0;
      for (let j = 0; j < rows; j++)
        for (let i = first + j * width + x; i < first + j * width + min(x + 2, width); i++)
          if (load<u8>(mask + <usize>i) !== 0) sum += one(a, i) * one(b, i);
      store<f32>(row + ((<usize>x) << 1), sum * 0.25);
    }
  }
}

/**
 * `halveProduct` of all that moments of two planes are made of, in one go: a, b, a a, b b, a b.
 * @param out five planes, `planeBytes` apart
 */
export function halveMoments(
  a: usize,
  b: usize,
  mask: usize,
  width: i32,
  height: i32,
  out: usize,
  planeBytes: usize,
): void {
  const cells = (width + 1) >> 1;
  for (let y = 0; y < height; y += 2) {
    const rows = min(2, height - y);
    let at = out + ((<usize>((y >> 1) * cells)) << 2);
    let x = 0;
    for (; x + 8 <= width; x += 8, at += 16) fourCells(a, b, mask, y * width + x, width, rows, at, planeBytes);
    for (; x < width; x += 2, at += 4)
      oneCell(a, b, mask, y * width + x, min(2, width - x), width, rows, at, planeBytes);
  }
}

function fourCells(
  a: usize,
  b: usize,
  mask: usize,
  first: i32,
  width: i32,
  rows: i32,
  out: usize,
  planeBytes: usize,
): void {
  const zero = f32x4.splat(0);
  let a0 = zero;
  let b0 = zero;
  let aa0 = zero;
  let bb0 = zero;
  let ab0 = zero;
  let a1 = zero;
  let b1 = zero;
  let aa1 = zero;
  let bb1 = zero;
  let ab1 = zero;
  for (let j = 0; j < rows; j++) {
    const i = first + j * width;
    const at = (<usize>i) << 2;
    let weights = weightsAt(mask, i);
    let p = v128.load(a + at);
    let q = v128.load(b + at);
    let wp = f32x4.mul(weights, p);
    let wq = f32x4.mul(weights, q);
    a0 = f32x4.add(a0, wp);
    b0 = f32x4.add(b0, wq);
    aa0 = f32x4.add(aa0, f32x4.mul(wp, p));
    bb0 = f32x4.add(bb0, f32x4.mul(wq, q));
    ab0 = f32x4.add(ab0, f32x4.mul(wp, q));
    weights = weightsAt(mask, i + 4);
    p = v128.load(a + at, 16);
    q = v128.load(b + at, 16);
    wp = f32x4.mul(weights, p);
    wq = f32x4.mul(weights, q);
    a1 = f32x4.add(a1, wp);
    b1 = f32x4.add(b1, wq);
    aa1 = f32x4.add(aa1, f32x4.mul(wp, p));
    bb1 = f32x4.add(bb1, f32x4.mul(wq, q));
    ab1 = f32x4.add(ab1, f32x4.mul(wp, q));
  }
  storeCells(a0, a1, out);
  storeCells(b0, b1, out + planeBytes);
  storeCells(aa0, aa1, out + 2 * planeBytes);
  storeCells(bb0, bb1, out + 3 * planeBytes);
  storeCells(ab0, ab1, out + 4 * planeBytes);
}

/** A quarter of what two neighbours add up to, of eight. */
function storeCells(left: v128, right: v128, out: usize): void {
  const even = v128.shuffle<f32>(left, right, 0, 2, 4, 6);
  const odd = v128.shuffle<f32>(left, right, 1, 3, 5, 7);
  v128.store(out, f32x4.mul(f32x4.splat(0.25), f32x4.add(even, odd)));
}

function oneCell(
  a: usize,
  b: usize,
  mask: usize,
  first: i32,
  columns: i32,
  width: i32,
  rows: i32,
  out: usize,
  planeBytes: usize,
): void {
  let sumA: f32 = 0;
  let sumB: f32 = 0;
  let sumAA: f32 = 0;
  let sumBB: f32 = 0;
  let sumAB: f32 = 0;
  for (let j = 0; j < rows; j++)
    for (let i = first + j * width; i < first + j * width + columns; i++) {
      if (load<u8>(mask + <usize>i) === 0) continue;
      const p = one(a, i);
      const q = one(b, i);
      sumA += p;
      sumB += q;
      sumAA += p * p;
      sumBB += q * q;
      sumAB += p * q;
    }
  store<f32>(out, sumA * 0.25);
  store<f32>(out + planeBytes, sumB * 0.25);
  store<f32>(out + 2 * planeBytes, sumAA * 0.25);
  store<f32>(out + 3 * planeBytes, sumBB * 0.25);
  store<f32>(out + 4 * planeBytes, sumAB * 0.25);
}

/** Four bytes of the mask as floats. */
function weightsAt(mask: usize, i: i32): v128 {
  const bytes = v128.load32_zero(mask + <usize>i);
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(bytes)));
}

function weighed(a: usize, b: usize, mask: usize, i: i32): v128 {
  const at = (<usize>i) << 2;
  const weights = weightsAt(mask, i);
  const first = a === 0 ? weights : f32x4.mul(weights, v128.load(a + at));
  return b === 0 ? first : f32x4.mul(first, v128.load(b + at));
}

function one(plane: usize, i: i32): f32 {
  return plane === 0 ? 1 : load<f32>(plane + ((<usize>i) << 2));
}
