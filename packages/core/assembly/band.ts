/**
 * Kernels of src/watermark/tile/carriers/bandSynthesis.ts and bandAnalysis.ts, which say what they compute. Waves are rows
 * of cosines and sines of `side` samples, a multiple of four: row k holds cos and sin of 2 pi k n / side, n = 0 .. side -
 * 1.
 * @module
 */

/**
 * Adds Z exp(2 pi i v y / side) of every coefficient to the partial sums of its column.
 * @param u,v,values  columns and rows of the coefficients as floats, v from 0 to side - 1; pairs (real, imaginary)
 * @param real,imaginary partial sums, `side` floats a column, cleared
 */
export function addColumnWaves(
  u: usize,
  v: usize,
  values: usize,
  count: i32,
  side: i32,
  cosine: usize,
  sine: usize,
  real: usize,
  imaginary: usize,
): void {
  const bytes = (<usize>side) << 2;
  for (let k = 0; k < count; k++) {
    const at = (<usize>k) << 2;
    const column = <usize>load<f32>(u + at) * bytes;
    const row = <usize>load<f32>(v + at) * bytes;
    const re = v128.load32_splat(values + 2 * at);
    const im = v128.load32_splat(values + 2 * at, 4);
    for (let i: usize = 0; i < bytes; i += 16) {
      const c = v128.load(cosine + row + i);
      const s = v128.load(sine + row + i);
      const atReal = real + column + i;
      const atImaginary = imaginary + column + i;
      v128.store(atReal, f32x4.add(v128.load(atReal), f32x4.sub(f32x4.mul(re, c), f32x4.mul(im, s))));
      v128.store(atImaginary, f32x4.add(v128.load(atImaginary), f32x4.add(f32x4.mul(re, s), f32x4.mul(im, c))));
    }
  }
}

/** tile[y, x] = sum over columns of Re(partial[column][y] exp(2 pi i column x / side)); `tile` is cleared. */
export function sumColumnWaves(
  columns: i32,
  side: i32,
  cosine: usize,
  sine: usize,
  real: usize,
  imaginary: usize,
  tile: usize,
): void {
  const bytes = (<usize>side) << 2;
  for (let y: usize = 0; y < bytes; y += 4) {
    const row = tile + y * <usize>side;
    for (let column: usize = 0; column < <usize>columns * bytes; column += bytes) {
      const re = v128.load32_splat(real + column + y);
      const im = v128.load32_splat(imaginary + column + y);
      for (let i: usize = 0; i < bytes; i += 16) {
        const wave = f32x4.sub(
          f32x4.mul(re, v128.load(cosine + column + i)),
          f32x4.mul(im, v128.load(sine + column + i)),
        );
        v128.store(row + i, f32x4.add(v128.load(row + i), wave));
      }
    }
  }
}

/** real, imaginary [column][y] = sum_x tile[y, x] exp(-2 pi i column x / side). */
export function analyseRows(
  columns: i32,
  side: i32,
  cosine: usize,
  sine: usize,
  tile: usize,
  real: usize,
  imaginary: usize,
): void {
  const bytes = (<usize>side) << 2;
  for (let y: usize = 0; y < bytes; y += 4) {
    const row = tile + y * <usize>side;
    for (let column: usize = 0; column < <usize>columns * bytes; column += bytes) {
      let re = f32x4.splat(0);
      let im = f32x4.splat(0);
      for (let i: usize = 0; i < bytes; i += 16) {
        const value = v128.load(row + i);
        re = f32x4.add(re, f32x4.mul(value, v128.load(cosine + column + i)));
        im = f32x4.sub(im, f32x4.mul(value, v128.load(sine + column + i)));
      }
      store<f32>(real + column + y, sumLanes(re));
      store<f32>(imaginary + column + y, sumLanes(im));
    }
  }
}

/** values[k] = sum_y (real + i imaginary)[u][y] exp(-2 pi i v y / side), pairs. */
export function analyseColumns(
  u: usize,
  v: usize,
  count: i32,
  side: i32,
  cosine: usize,
  sine: usize,
  real: usize,
  imaginary: usize,
  values: usize,
): void {
  const bytes = (<usize>side) << 2;
  for (let k = 0; k < count; k++) {
    const at = (<usize>k) << 2;
    const column = <usize>load<f32>(u + at) * bytes;
    const row = <usize>load<f32>(v + at) * bytes;
    let re = f32x4.splat(0);
    let im = f32x4.splat(0);
    for (let i: usize = 0; i < bytes; i += 16) {
      const c = v128.load(cosine + row + i);
      const s = v128.load(sine + row + i);
      const a = v128.load(real + column + i);
      const b = v128.load(imaginary + column + i);
      re = f32x4.add(re, f32x4.add(f32x4.mul(a, c), f32x4.mul(b, s)));
      im = f32x4.add(im, f32x4.sub(f32x4.mul(b, c), f32x4.mul(a, s)));
    }
    store<f32>(values + 2 * at, sumLanes(re));
    store<f32>(values + 2 * at, sumLanes(im), 4);
  }
}

function sumLanes(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}
