/**
 * What JPEG does to blocks of 8 x 8 samples: src/signal/blockQuantisation.ts. Two blocks side by side at a time, a lane each, with 64
 * bits in between and 32 where the scalar form stores a sample, so that the two agree bit for bit.
 * @module
 */

/** 0.5 cos(k pi / 16), in every digit that 64 bits tell. */
const K1: f64 = 0.4903926402016152;
const K2: f64 = 0.46193976625564337;
const K3: f64 = 0.4157348061512726;
const K4: f64 = 0.3535533905932738;
const K5: f64 = 0.27778511650980114;
const K6: f64 = 0.19134171618254492;
const K7: f64 = 0.09754516100806417;

/** Bytes of a sample of both blocks, and of a row of them. */
const PAIR: usize = 16;
const ROW: usize = 8 * PAIR;

/** Samples of a band lie around 0, as a codec has them. */
const LEVEL: f64 = 128;

/** Bytes that `quantiseBand` needs beside the band. */
export function quantiseScratchBytes(): usize {
  return 8 * ROW;
}

/**
 * @param band    8 rows of 16 `pairs` floats, in their place
 * @param steps   64 floats by vertical, then horizontal frequency
 * @param scratch `quantiseScratchBytes`
 */
export function quantiseBand(band: usize, pairs: i32, steps: usize, scratch: usize): void {
  const rowBytes = (<usize>pairs) << 6;
  const end = scratch + 8 * ROW;
  for (let pair = 0; pair < pairs; pair++) {
    takePair(band, rowBytes, scratch);
    for (let at = scratch; at < scratch + ROW; at += PAIR) transformLine(at, ROW);
    for (let at = scratch; at < end; at += ROW) transformLine(at, PAIR);
    let step = steps;
    for (let at = scratch; at < end; at += PAIR) {
      const width = f64x2.promote_low_f32x4(v128.load32_splat(step));
      const nearest = f64x2.floor(f64x2.add(f64x2.div(v128.load(at), width), f64x2.splat(0.5)));
      v128.store(at, stored(f64x2.mul(nearest, width)));
      step += 4;
    }
    for (let at = scratch; at < scratch + ROW; at += PAIR) restoreLine(at, ROW);
    for (let at = scratch; at < end; at += ROW) restoreLine(at, PAIR);
    putPair(scratch, band, rowBytes);
    band += 64;
  }
}

/** As 32 bits keep it. */
function stored(value: v128): v128 {
  return f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(value));
}

function takePair(from: usize, rowBytes: usize, to: usize): void {
  for (let row = 0; row < 8; row++) {
    for (let x: usize = 0; x < 32; x += 4) {
      const both = f64x2.replace_lane(f64x2.splat(<f64>load<f32>(from + x)), 1, <f64>load<f32>(from + x, 32));
      v128.store(to, stored(f64x2.sub(both, f64x2.splat(LEVEL))));
      to += PAIR;
    }
    from += rowBytes;
  }
}

/** Rounded and clipped to [0, 255]. */
function putPair(from: usize, to: usize, rowBytes: usize): void {
  for (let row = 0; row < 8; row++) {
    for (let x: usize = 0; x < 32; x += 4) {
      const nearest = f64x2.floor(f64x2.add(f64x2.add(v128.load(from), f64x2.splat(LEVEL)), f64x2.splat(0.5)));
      const clipped = f32x4.demote_f64x2_zero(f64x2.max(f64x2.min(nearest, f64x2.splat(255)), f64x2.splat(0)));
      store<f32>(to + x, f32x4.extract_lane(clipped, 0));
      store<f32>(to + x, f32x4.extract_lane(clipped, 1), 32);
      from += PAIR;
    }
    to += rowBytes;
  }
}

function times(k: f64, value: v128): v128 {
  return f64x2.mul(f64x2.splat(k), value);
}

function transformLine(at: usize, step: usize): void {
  const x0 = v128.load(at);
  const x1 = v128.load(at + step);
  const x2 = v128.load(at + 2 * step);
  const x3 = v128.load(at + 3 * step);
  const x4 = v128.load(at + 4 * step);
  const x5 = v128.load(at + 5 * step);
  const x6 = v128.load(at + 6 * step);
  const x7 = v128.load(at + 7 * step);
  const s0 = f64x2.add(x0, x7);
  const s1 = f64x2.add(x1, x6);
  const s2 = f64x2.add(x2, x5);
  const s3 = f64x2.add(x3, x4);
  const d0 = f64x2.sub(x0, x7);
  const d1 = f64x2.sub(x1, x6);
  const d2 = f64x2.sub(x2, x5);
  const d3 = f64x2.sub(x3, x4);
  const even = f64x2.sub(s0, s3);
  const odd = f64x2.sub(s1, s2);
  v128.store(at, stored(times(K4, f64x2.add(f64x2.add(f64x2.add(s0, s1), s2), s3))));
  v128.store(at + 4 * step, stored(times(K4, f64x2.add(f64x2.sub(f64x2.sub(s0, s1), s2), s3))));
  v128.store(at + 2 * step, stored(f64x2.add(times(K2, even), times(K6, odd))));
  v128.store(at + 6 * step, stored(f64x2.sub(times(K6, even), times(K2, odd))));
  v128.store(at + step, stored(sumOfFour(times(K1, d0), times(K3, d1), times(K5, d2), times(K7, d3))));
  v128.store(at + 3 * step, stored(sumOfFour(times(K3, d0), times(-K7, d1), times(-K1, d2), times(-K5, d3))));
  v128.store(at + 5 * step, stored(sumOfFour(times(K5, d0), times(-K1, d1), times(K7, d2), times(K3, d3))));
  v128.store(at + 7 * step, stored(sumOfFour(times(K7, d0), times(-K5, d1), times(K3, d2), times(-K1, d3))));
}

function sumOfFour(a: v128, b: v128, c: v128, d: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.add(a, b), c), d);
}

function restoreLine(at: usize, step: usize): void {
  const y0 = v128.load(at);
  const y1 = v128.load(at + step);
  const y2 = v128.load(at + 2 * step);
  const y3 = v128.load(at + 3 * step);
  const y4 = v128.load(at + 4 * step);
  const y5 = v128.load(at + 5 * step);
  const y6 = v128.load(at + 6 * step);
  const y7 = v128.load(at + 7 * step);
  const sum = times(K4, f64x2.add(y0, y4));
  const difference = times(K4, f64x2.sub(y0, y4));
  const outer = f64x2.add(times(K2, y2), times(K6, y6));
  const inner = f64x2.sub(times(K6, y2), times(K2, y6));
  const e0 = f64x2.add(sum, outer);
  const e1 = f64x2.add(difference, inner);
  const e2 = f64x2.sub(difference, inner);
  const e3 = f64x2.sub(sum, outer);
  const o0 = sumOfFour(times(K1, y1), times(K3, y3), times(K5, y5), times(K7, y7));
  const o1 = sumOfFour(times(K3, y1), times(-K7, y3), times(-K1, y5), times(-K5, y7));
  const o2 = sumOfFour(times(K5, y1), times(-K1, y3), times(K7, y5), times(K3, y7));
  const o3 = sumOfFour(times(K7, y1), times(-K5, y3), times(K3, y5), times(-K1, y7));
  v128.store(at, stored(f64x2.add(e0, o0)));
  v128.store(at + step, stored(f64x2.add(e1, o1)));
  v128.store(at + 2 * step, stored(f64x2.add(e2, o2)));
  v128.store(at + 3 * step, stored(f64x2.add(e3, o3)));
  v128.store(at + 4 * step, stored(f64x2.sub(e3, o3)));
  v128.store(at + 5 * step, stored(f64x2.sub(e2, o2)));
  v128.store(at + 6 * step, stored(f64x2.sub(e1, o1)));
  v128.store(at + 7 * step, stored(f64x2.sub(e0, o0)));
}
