/**
 * Fourier transform of four lines at once, one in each lane of a vector:
 *     F[k] = sum_n f[n] exp(-2 pi i k n / length).
 * Radix 4, decimation in time, in place: the samples must stand in digit-reversed order (`positions` of
 * src/signal/fourier/fftTables.ts). A sample takes 32 bytes, four real parts and then four imaginary ones.
 * @module
 */

/** Bytes of one sample of four lines. */
export const POINT_BYTES: usize = 32;

/** @param twiddles cosine and minus sine of 2 pi k / length, k = 0 .. length - 1, as pairs */
export function transformFour(points: usize, length: i32, twiddles: usize): void {
  // Lengths that are no power of four have one step of radix 2, the first.
  let done = 1;
  if ((31 - clz(length)) & 1) {
    radix2(points, length);
    done = 2;
  }
  for (let span = done << 2; span <= length; span <<= 2) radix4(points, length, span, twiddles);
}

function radix2(points: usize, length: i32): void {
  const end = points + <usize>length * POINT_BYTES;
  for (let p = points; p < end; p += 2 * POINT_BYTES) {
    const re0 = v128.load(p);
    const im0 = v128.load(p, 16);
    const re1 = v128.load(p, 32);
    const im1 = v128.load(p, 48);
    v128.store(p, f32x4.add(re0, re1));
    v128.store(p, f32x4.add(im0, im1), 16);
    v128.store(p, f32x4.sub(re0, re1), 32);
    v128.store(p, f32x4.sub(im0, im1), 48);
  }
}

/** Joins transforms of length span / 4 to transforms of length `span`. */
function radix4(points: usize, length: i32, span: i32, twiddles: usize): void {
  const quarter = span >> 2;
  const step = <usize>quarter * POINT_BYTES;
  const turn = (<usize>(length / span)) << 3;
  for (let first = 0; first < length; first += span) {
    let p = points + <usize>first * POINT_BYTES;
    let w1 = twiddles;
    let w2 = twiddles;
    let w3 = twiddles;
    for (let j = 0; j < quarter; j++) {
      const c1 = v128.load32_splat(w1);
      const s1 = v128.load32_splat(w1, 4);
      const x1 = v128.load(p + step);
      const y1 = v128.load(p + step, 16);
      const re1 = f32x4.sub(f32x4.mul(x1, c1), f32x4.mul(y1, s1));
      const im1 = f32x4.add(f32x4.mul(x1, s1), f32x4.mul(y1, c1));
      const c2 = v128.load32_splat(w2);
      const s2 = v128.load32_splat(w2, 4);
      const x2 = v128.load(p + 2 * step);
      const y2 = v128.load(p + 2 * step, 16);
      const re2 = f32x4.sub(f32x4.mul(x2, c2), f32x4.mul(y2, s2));
      const im2 = f32x4.add(f32x4.mul(x2, s2), f32x4.mul(y2, c2));
      const c3 = v128.load32_splat(w3);
      const s3 = v128.load32_splat(w3, 4);
      const x3 = v128.load(p + 3 * step);
      const y3 = v128.load(p + 3 * step, 16);
      const re3 = f32x4.sub(f32x4.mul(x3, c3), f32x4.mul(y3, s3));
      const im3 = f32x4.add(f32x4.mul(x3, s3), f32x4.mul(y3, c3));
      butterfly(p, step, re1, im1, re2, im2, re3, im3);
      p += POINT_BYTES;
      w1 += turn;
      w2 += 2 * turn;
      w3 += 3 * turn;
    }
  }
}

/** Sum over r of t_r (-i)^(r k) to the places k = 0 .. 3; t_0 stands at `p` still. */
function butterfly(p: usize, step: usize, re1: v128, im1: v128, re2: v128, im2: v128, re3: v128, im3: v128): void {
  const re0 = v128.load(p);
  const im0 = v128.load(p, 16);
  const evenRe = f32x4.add(re0, re2);
  const evenIm = f32x4.add(im0, im2);
  const oddRe = f32x4.sub(re0, re2);
  const oddIm = f32x4.sub(im0, im2);
  const sumRe = f32x4.add(re1, re3);
  const sumIm = f32x4.add(im1, im3);
  const differenceRe = f32x4.sub(re1, re3);
  const differenceIm = f32x4.sub(im1, im3);
  v128.store(p, f32x4.add(evenRe, sumRe));
  v128.store(p, f32x4.add(evenIm, sumIm), 16);
  v128.store(p + step, f32x4.add(oddRe, differenceIm));
  v128.store(p + step, f32x4.sub(oddIm, differenceRe), 16);
  v128.store(p + 2 * step, f32x4.sub(evenRe, sumRe));
  v128.store(p + 2 * step, f32x4.sub(evenIm, sumIm), 16);
  v128.store(p + 3 * step, f32x4.sub(oddRe, differenceIm));
  v128.store(p + 3 * step, f32x4.add(oddIm, differenceRe), 16);
}
