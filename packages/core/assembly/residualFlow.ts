/**
 * Kernels of src/tamper/alignment/residualFlow.ts, which says what they compute: a picture read along a flow, the products of
 * gradients, and a step of the flow.
 * @module
 */

/**
 * Reads planes at every pixel plus its displacement, bilinear, clamped to the border. Sides are 2 or more.
 * @param input, out `count` planes, `planeBytes` apart
 */
export function displacePlanes(
  input: usize,
  count: i32,
  planeBytes: usize,
  dx: usize,
  dy: usize,
  width: i32,
  height: i32,
  out: usize,
): void {
  for (let y = 0; y < height; y++) {
    let x = 0;
    for (; x + 4 <= width; x += 4) {
      const at = (<usize>(y * width + x)) << 2;
      fourDisplaced(input, count, planeBytes, dx + at, dy + at, x, y, width, height, out + at);
    }
    for (; x < width; x++) {
      const at = (<usize>(y * width + x)) << 2;
      for (let k = 0; k < count; k++) {
        const plane = <usize>k * planeBytes;
        store<f32>(
          out + plane + at,
          oneDisplaced(input + plane, load<f32>(dx + at), load<f32>(dy + at), x, y, width, height),
        );
      }
    }
  }
}

/** The places are the same in all planes. */
function fourDisplaced(
  input: usize,
  count: i32,
  planeBytes: usize,
  dx: usize,
  dy: usize,
  x: i32,
  y: i32,
  width: i32,
  height: i32,
  out: usize,
): void {
  const zero = f32x4.splat(0);
  const columns = f32x4.add(f32x4.splat(<f32>x), f32x4(0, 1, 2, 3));
  const u = f32x4.min(f32x4.splat(<f32>(width - 1)), f32x4.max(zero, f32x4.add(columns, v128.load(dx))));
  const v = f32x4.min(f32x4.splat(<f32>(height - 1)), f32x4.max(zero, f32x4.add(f32x4.splat(<f32>y), v128.load(dy))));
  const left = i32x4.min_s(i32x4.splat(width - 2), i32x4.trunc_sat_f32x4_s(u));
  const top = i32x4.min_s(i32x4.splat(height - 2), i32x4.trunc_sat_f32x4_s(v));
  const fx = f32x4.sub(u, f32x4.convert_i32x4_s(left));
  const fy = f32x4.sub(v, f32x4.convert_i32x4_s(top));
  const places = i32x4.shl(i32x4.add(i32x4.mul(top, i32x4.splat(width)), left), 2);
  const rowBytes = (<usize>width) << 2;
  for (let k = 0; k < count; k++) {
    const plane = <usize>k * planeBytes;
    const from = input + plane;
    const p0 = from + <usize>i32x4.extract_lane(places, 0);
    const p1 = from + <usize>i32x4.extract_lane(places, 1);
    const p2 = from + <usize>i32x4.extract_lane(places, 2);
    const p3 = from + <usize>i32x4.extract_lane(places, 3);
    const above = acrossFour(pairs(p0, p1), pairs(p2, p3), fx);
    const below = acrossFour(pairs(p0 + rowBytes, p1 + rowBytes), pairs(p2 + rowBytes, p3 + rowBytes), fx);
    v128.store(out + plane, f32x4.add(above, f32x4.mul(fy, f32x4.sub(below, above))));
  }
}

/** Two neighbours each of two places. */
function pairs(first: usize, second: usize): v128 {
  return v128.load64_lane(second, v128.load64_zero(first), 1);
}

/** Between the neighbours of four places. */
function acrossFour(first: v128, second: v128, fx: v128): v128 {
  const left = v128.shuffle<f32>(first, second, 0, 2, 4, 6);
  const right = v128.shuffle<f32>(first, second, 1, 3, 5, 7);
  return f32x4.add(left, f32x4.mul(fx, f32x4.sub(right, left)));
}

function oneDisplaced(plane: usize, dx: f32, dy: f32, x: i32, y: i32, width: i32, height: i32): f32 {
  const u = min<f32>(<f32>(width - 1), max<f32>(0, <f32>x + dx));
  const v = min<f32>(<f32>(height - 1), max<f32>(0, <f32>y + dy));
  const left = min(width - 2, <i32>u);
  const top = min(height - 2, <i32>v);
  const fx = u - <f32>left;
  const fy = v - <f32>top;
  const rowBytes = (<usize>width) << 2;
  const p = plane + <usize>top * rowBytes + ((<usize>left) << 2);
  const a = load<f32>(p);
  const c = load<f32>(p + rowBytes);
  const above = a + fx * (load<f32>(p, 4) - a);
  const below = c + fx * (load<f32>(p + rowBytes, 4) - c);
  return above + fy * (below - above);
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
