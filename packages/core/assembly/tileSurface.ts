/**
 * Kernel of src/watermark/tile/detect/tileOffset.ts: the highest point of the pilots' surface
 *     s[y, x] = Re sum_k p[k] exp(2 pi i (u x + v y) / side).
 * Columns of equal u first, then four rows at a time; samples x and side - x share their products, as in
 * src/watermark/tile/carriers/bandSynthesis.ts. The surface itself is not kept.
 * @module
 */

/** Bytes of a float for each of the PILOTS of carrierLayout.ts. */
const PLANE: usize = 352;

export function surfaceScratchBytes(side: i32, columns: i32): i32 {
  return 8 * side * columns;
}

/** Highest value so far in each lane, and its place. */
let high: v128 = f32x4.splat(-Infinity);
let highAt: v128 = i32x4.splat(0);

/**
 * @param pilots planes of 88 floats: u, v, real and imaginary part of p
 * @param waves  cosines, then sines, of 2 pi k n / side: a row of n = 0 .. side - 1 for each k = 0 .. columns - 1
 * @param columns more than the largest |u| and |v|
 * @param out    receives six floats: the highest value, its neighbours left, right, above and below, then its place
 *   y side + x as an integer
 * The side is a multiple of 8.
 */
export function tilePeak(pilots: usize, waves: usize, side: i32, columns: i32, scratch: usize, out: usize): void {
  const rowBytes = (<usize>side) << 2;
  sumEqualColumns(pilots, waves, rowBytes, <usize>columns * rowBytes, scratch);
  high = f32x4.splat(-Infinity);
  highAt = i32x4.splat(0);
  // Up to side / 2; what the last vector holds beyond is true as well.
  for (let y = 0; y < side; y += 4)
    for (let x = 0; x <= side >> 1; x += 4) searchBlock(waves, side, columns, scratch, x, y);
  let best = f32x4.extract_lane(high, 0);
  let at = i32x4.extract_lane(highAt, 0);
  for (let lane = 1; lane < 4; lane++) {
    high = v128.shuffle<f32>(high, high, 1, 2, 3, 0);
    highAt = v128.shuffle<f32>(highAt, highAt, 1, 2, 3, 0);
    const value = f32x4.extract_lane(high, 0);
    if (value <= best) continue;
    best = value;
    at = i32x4.extract_lane(highAt, 0);
  }
  const x = at % side;
  const y = at / side;
  store<f32>(out, valueAt(pilots, waves, side, columns, x, y));
  store<f32>(out, valueAt(pilots, waves, side, columns, x - 1, y), 4);
  store<f32>(out, valueAt(pilots, waves, side, columns, x + 1, y), 8);
  store<f32>(out, valueAt(pilots, waves, side, columns, x, y - 1), 12);
  store<f32>(out, valueAt(pilots, waves, side, columns, x, y + 1), 16);
  store<i32>(out, at, 20);
}

/** partial[u][y] = sum over the pilots of this u of p exp(2 pi i v y / side); real parts, then imaginary ones. */
function sumEqualColumns(pilots: usize, waves: usize, rowBytes: usize, planeBytes: usize, partial: usize): void {
  memory.fill(partial, 0, 2 * planeBytes);
  for (let i: usize = 0; i < PLANE; i += 4) {
    const v = <i32>load<f32>(pilots + i, PLANE);
    const cosine = waves + <usize>abs(v) * rowBytes;
    const sine = cosine + planeBytes;
    const to = partial + <usize>(<i32>load<f32>(pilots + i)) * rowBytes;
    const re = v128.load32_splat(pilots + i, 2 * PLANE);
    const im = v128.load32_splat(pilots + i, 3 * PLANE);
    // The sine is odd in v.
    const signed: f32 = v < 0 ? -1 : 1;
    const reSine = f32x4.mul(re, f32x4.splat(signed));
    const imSine = f32x4.mul(im, f32x4.splat(signed));
    for (let y: usize = 0; y < rowBytes; y += 16) {
      const c = v128.load(cosine + y);
      const s = v128.load(sine + y);
      const real = f32x4.sub(f32x4.mul(re, c), f32x4.mul(imSine, s));
      const imaginary = f32x4.add(f32x4.mul(reSine, s), f32x4.mul(im, c));
      v128.store(to + y, f32x4.add(v128.load(to + y), real));
      v128.store(to + planeBytes + y, f32x4.add(v128.load(to + planeBytes + y), imaginary));
    }
  }
}

/** Rows y .. y + 3 at x .. x + 3 and at their mirror places. */
function searchBlock(waves: usize, side: i32, columns: i32, scratch: usize, x: i32, y: i32): void {
  const rowBytes = (<usize>side) << 2;
  const planeBytes = <usize>columns * rowBytes;
  let even0 = f32x4.splat(0);
  let even1 = even0;
  let even2 = even0;
  let even3 = even0;
  let odd0 = even0;
  let odd1 = even0;
  let odd2 = even0;
  let odd3 = even0;
  let wave = waves + ((<usize>x) << 2);
  let partial = scratch + ((<usize>y) << 2);
  for (let u = 0; u < columns; u++) {
    const cosine = v128.load(wave);
    const sine = v128.load(wave + planeBytes);
    const imaginary = partial + planeBytes;
    even0 = f32x4.add(even0, f32x4.mul(cosine, v128.load32_splat(partial)));
    even1 = f32x4.add(even1, f32x4.mul(cosine, v128.load32_splat(partial, 4)));
    even2 = f32x4.add(even2, f32x4.mul(cosine, v128.load32_splat(partial, 8)));
    even3 = f32x4.add(even3, f32x4.mul(cosine, v128.load32_splat(partial, 12)));
    odd0 = f32x4.add(odd0, f32x4.mul(sine, v128.load32_splat(imaginary)));
    odd1 = f32x4.add(odd1, f32x4.mul(sine, v128.load32_splat(imaginary, 4)));
    odd2 = f32x4.add(odd2, f32x4.mul(sine, v128.load32_splat(imaginary, 8)));
    odd3 = f32x4.add(odd3, f32x4.mul(sine, v128.load32_splat(imaginary, 12)));
    wave += rowBytes;
    partial += rowBytes;
  }
  const right = i32x4(x, x + 1, x + 2, x + 3);
  const left = i32x4((side - x) % side, side - x - 1, side - x - 2, side - x - 3);
  consider(f32x4.sub(even0, odd0), right, y * side);
  consider(f32x4.add(even0, odd0), left, y * side);
  consider(f32x4.sub(even1, odd1), right, (y + 1) * side);
  consider(f32x4.add(even1, odd1), left, (y + 1) * side);
  consider(f32x4.sub(even2, odd2), right, (y + 2) * side);
  consider(f32x4.add(even2, odd2), left, (y + 2) * side);
  consider(f32x4.sub(even3, odd3), right, (y + 3) * side);
  consider(f32x4.add(even3, odd3), left, (y + 3) * side);
}

function consider(values: v128, columns: v128, row: i32): void {
  const isHigher = f32x4.gt(values, high);
  high = v128.bitselect(values, high, isHigher);
  highAt = v128.bitselect(i32x4.add(columns, i32x4.splat(row)), highAt, isHigher);
}

/** The surface at one place, from the second row of the waves. */
function valueAt(pilots: usize, waves: usize, side: i32, columns: i32, x: i32, y: i32): f32 {
  const cosine = waves + ((<usize>side) << 2);
  const sine = cosine + ((<usize>(side * columns)) << 2);
  let sum: f32 = 0;
  for (let i: usize = 0; i < PLANE; i += 4) {
    const phase = (<i32>load<f32>(pilots + i) * x + <i32>load<f32>(pilots + i, PLANE) * y) % side;
    const at = (<usize>(phase < 0 ? phase + side : phase)) << 2;
    sum += load<f32>(pilots + i, 2 * PLANE) * load<f32>(cosine + at);
    sum -= load<f32>(pilots + i, 3 * PLANE) * load<f32>(sine + at);
  }
  return sum;
}
