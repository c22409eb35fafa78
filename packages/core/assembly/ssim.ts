/**
 * Kernel of src/signal/ssimWindow.ts: one row of windows.
 * @module
 */

const TAPS: i32 = 11;
const RADIUS: i32 = 5;

/**
 * Sum of SSIM over the windows whose columns go from RADIUS to width - RADIUS - 1.
 * @param a,b      first of the 11 rows of the pictures
 * @param kernel   weights at distances 0 .. 5
 * @param centre   taken off all samples while squares are summed: single precision keeps more of small variances
 * @param sums     scratch for four rows, `rowBytes` apart
 * Rows have room for a vector more than their width.
 */
export function ssimRow(
  a: usize,
  b: usize,
  rowBytes: usize,
  sumBytes: usize,
  width: i32,
  kernel: usize,
  centre: f32,
  c1: f32,
  c2: f32,
  sums: usize,
): f64 {
  const sumA = sums;
  const sumB = sums + sumBytes;
  const sumSquares = sums + 2 * sumBytes;
  const sumProduct = sums + 3 * sumBytes;
  const middle = f32x4.splat(centre);
  const bytes = (<usize>width) << 2;
  for (let x: usize = 0; x < bytes; x += 16) {
    let meanA = f32x4.splat(0);
    let meanB = f32x4.splat(0);
    let squares = f32x4.splat(0);
    let product = f32x4.splat(0);
    let row: usize = x;
    for (let n = 0; n < TAPS; n++) {
      const weight = v128.load32_splat(kernel + ((<usize>abs(n - RADIUS)) << 2));
      const va = f32x4.sub(v128.load(a + row), middle);
      const vb = f32x4.sub(v128.load(b + row), middle);
      const wa = f32x4.mul(weight, va);
      const wb = f32x4.mul(weight, vb);
      meanA = f32x4.add(meanA, wa);
      meanB = f32x4.add(meanB, wb);
      squares = f32x4.add(squares, f32x4.add(f32x4.mul(wa, va), f32x4.mul(wb, vb)));
      product = f32x4.add(product, f32x4.mul(wa, vb));
      row += rowBytes;
    }
    v128.store(sumA + x, meanA);
    v128.store(sumB + x, meanB);
    v128.store(sumSquares + x, squares);
    v128.store(sumProduct + x, product);
  }
  return sumAlong(sumA, sumB, sumSquares, sumProduct, width, kernel, middle, f32x4.splat(c1), f32x4.splat(c2));
}

function sumAlong(
  sumA: usize,
  sumB: usize,
  sumSquares: usize,
  sumProduct: usize,
  width: i32,
  kernel: usize,
  middle: v128,
  c1: v128,
  c2: v128,
): f64 {
  const windows = width - 2 * RADIUS;
  let total = f32x4.splat(0);
  for (let x = 0; x < windows; x += 4) {
    const at = (<usize>x) << 2;
    const meanA = weigh(sumA + at, kernel);
    const meanB = weigh(sumB + at, kernel);
    const cross = f32x4.mul(meanA, meanB);
    const own = f32x4.add(f32x4.mul(meanA, meanA), f32x4.mul(meanB, meanB));
    const covariance = f32x4.sub(weigh(sumProduct + at, kernel), cross);
    const variances = f32x4.sub(weigh(sumSquares + at, kernel), own);
    // The means themselves, with the centre back.
    const a = f32x4.add(meanA, middle);
    const b = f32x4.add(meanB, middle);
    const ab = f32x4.mul(a, b);
    const squares = f32x4.add(f32x4.mul(a, a), f32x4.mul(b, b));
    const upper = f32x4.mul(f32x4.add(f32x4.add(ab, ab), c1), f32x4.add(f32x4.add(covariance, covariance), c2));
    const lower = f32x4.mul(f32x4.add(squares, c1), f32x4.add(variances, c2));
    let similarity = f32x4.div(upper, lower);
    if (windows - x < 4) similarity = v128.and(similarity, i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(windows - x)));
    total = f32x4.add(total, similarity);
  }
  return (
    <f64>f32x4.extract_lane(total, 0) +
    <f64>f32x4.extract_lane(total, 1) +
    <f64>f32x4.extract_lane(total, 2) +
    <f64>f32x4.extract_lane(total, 3)
  );
}

/** sum over n = 0 .. 10 of kernel[|n - 5|] row[n], for four windows side by side. */
function weigh(row: usize, kernel: usize): v128 {
  let sum = f32x4.mul(v128.load32_splat(kernel), v128.load(row, 20));
  sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(kernel, 4), f32x4.add(v128.load(row, 16), v128.load(row, 24))));
  sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(kernel, 8), f32x4.add(v128.load(row, 12), v128.load(row, 28))));
  sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(kernel, 12), f32x4.add(v128.load(row, 8), v128.load(row, 32))));
  sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(kernel, 16), f32x4.add(v128.load(row, 4), v128.load(row, 36))));
  return f32x4.add(sum, f32x4.mul(v128.load32_splat(kernel, 20), f32x4.add(v128.load(row), v128.load(row, 40))));
}
