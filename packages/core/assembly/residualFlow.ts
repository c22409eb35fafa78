/**
 * Kernels of src/tamper/alignment/residualFlow.ts, which says what they compute: a picture read along a flow, the products of
 * gradients, and a step of the flow.
 * @module
 */

/** Reads `input` at every pixel plus its displacement, bilinear, clamped to the border. Sides are 2 or more. */
export function displacePlane(input: usize, dx: usize, dy: usize, width: i32, height: i32, out: usize): void {
  const rightmost = <f32>(width - 1);
  const lowest = <f32>(height - 1);
  const rowBytes = (<usize>width) << 2;
  let at: usize = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      const u = min<f32>(rightmost, max<f32>(0, <f32>x + load<f32>(dx + at)));
      const v = min<f32>(lowest, max<f32>(0, <f32>y + load<f32>(dy + at)));
      const left = min(width - 2, <i32>u);
      const top = min(height - 2, <i32>v);
      const fx = u - <f32>left;
      const fy = v - <f32>top;
      const p = input + <usize>top * rowBytes + ((<usize>left) << 2);
      const a = load<f32>(p);
      const c = load<f32>(p + rowBytes);
      const above = a + fx * (load<f32>(p, 4) - a);
      const below = c + fx * (load<f32>(p + rowBytes, 4) - c);
      store<f32>(out + at, above + fy * (below - above));
    }
}

/**
 * Products of the mean gradient of both pictures with itself and with the clamped difference; 0 outside the mask and at the border.
 * @param mask a byte for each pixel, 0 or 1
 * @param out  five planes, `planeBytes` apart: xx, xy, yy, xt, yt
 */
export function gradientProducts(
  query: usize,
  warped: usize,
  mask: usize,
  width: i32,
  height: i32,
  differenceMax: f32,
  out: usize,
  planeBytes: usize,
): void {
  memory.fill(out, 0, 5 * planeBytes);
  const rowBytes = (<usize>width) << 2;
  for (let y = 1; y < height - 1; y++) {
    const row = y * width;
    let x = 1;
    for (; x + 4 <= width - 1; x += 4) {
      const at = (<usize>(row + x)) << 2;
      fourProducts(query + at, warped + at, mask + <usize>(row + x), rowBytes, differenceMax, out + at, planeBytes);
    }
    for (; x < width - 1; x++) {
      const at = (<usize>(row + x)) << 2;
      if (load<u8>(mask + <usize>(row + x)) !== 0)
        oneProduct(query + at, warped + at, rowBytes, differenceMax, out + at, planeBytes);
    }
  }
}

function fourProducts(
  q: usize,
  p: usize,
  mask: usize,
  rowBytes: usize,
  differenceMax: f32,
  out: usize,
  planeBytes: usize,
): void {
  const inside = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(mask))));
  const weight = f32x4.mul(f32x4.splat(0.25), inside);
  const alongQ = f32x4.sub(v128.load(q, 4), v128.load(q - 4));
  const alongP = f32x4.sub(v128.load(p, 4), v128.load(p - 4));
  const downQ = f32x4.sub(v128.load(q + rowBytes), v128.load(q - rowBytes));
  const downP = f32x4.sub(v128.load(p + rowBytes), v128.load(p - rowBytes));
  const gx = f32x4.mul(weight, f32x4.add(alongQ, alongP));
  const gy = f32x4.mul(weight, f32x4.add(downQ, downP));
  const difference = f32x4.sub(v128.load(q), v128.load(p));
  const gt = f32x4.min(f32x4.splat(differenceMax), f32x4.max(f32x4.splat(-differenceMax), difference));
  v128.store(out, f32x4.mul(gx, gx));
  v128.store(out + planeBytes, f32x4.mul(gx, gy));
  v128.store(out + 2 * planeBytes, f32x4.mul(gy, gy));
  v128.store(out + 3 * planeBytes, f32x4.mul(gx, gt));
  v128.store(out + 4 * planeBytes, f32x4.mul(gy, gt));
}

function oneProduct(q: usize, p: usize, rowBytes: usize, differenceMax: f32, out: usize, planeBytes: usize): void {
  const alongX = load<f32>(q, 4) - load<f32>(q - 4) + (load<f32>(p, 4) - load<f32>(p - 4));
  const alongY =
    load<f32>(q + rowBytes) - load<f32>(q - rowBytes) + (load<f32>(p + rowBytes) - load<f32>(p - rowBytes));
  const gx: f32 = 0.25 * alongX;
  const gy: f32 = 0.25 * alongY;
  const gt = min<f32>(differenceMax, max<f32>(-differenceMax, load<f32>(q) - load<f32>(p)));
  store<f32>(out, gx * gx);
  store<f32>(out + planeBytes, gx * gy);
  store<f32>(out + 2 * planeBytes, gy * gy);
  store<f32>(out + 3 * planeBytes, gx * gt);
  store<f32>(out + 4 * planeBytes, gy * gt);
}

/**
 * Moves the flow by the solution of the 2 x 2 system of every pixel, within its bound.
 * @param products five planes: means of what `gradientProducts` gives
 * @param planeBytes of each, and of `dx` and `dy`; a multiple of 16
 */
export function flowStep(products: usize, dx: usize, dy: usize, planeBytes: usize, ridge: f32, shiftMax: f32): void {
  const pull = f32x4.splat(ridge);
  const most = f32x4.splat(shiftMax);
  const least = f32x4.splat(-shiftMax);
  for (let at: usize = 0; at < planeBytes; at += 16) {
    const from = products + at;
    const a = f32x4.add(v128.load(from), pull);
    const b = v128.load(from + planeBytes);
    const c = f32x4.add(v128.load(from + 2 * planeBytes), pull);
    const xt = v128.load(from + 3 * planeBytes);
    const yt = v128.load(from + 4 * planeBytes);
    const determinant = f32x4.sub(f32x4.mul(a, c), f32x4.mul(b, b));
    const stepX = f32x4.div(f32x4.sub(f32x4.mul(c, xt), f32x4.mul(b, yt)), determinant);
    const stepY = f32x4.div(f32x4.sub(f32x4.mul(a, yt), f32x4.mul(b, xt)), determinant);
    v128.store(dx + at, f32x4.min(most, f32x4.max(least, f32x4.add(v128.load(dx + at), stepX))));
    v128.store(dy + at, f32x4.min(most, f32x4.max(least, f32x4.add(v128.load(dy + at), stepY))));
  }
}
