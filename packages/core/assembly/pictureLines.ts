/**
 * Kernels on rows of 8-bit samples, R G B or R G B A: luma out of them, a mark into them. They read and write whole
 * groups of four pixels, so rows have room for 16 bytes more.
 * @module
 */

/** Bytes of four pixels' red samples to four lanes; green and blue by shifting. */
function channelMask(channels: i32, channel: i32): v128 {
  const first = channel;
  const second = channel + channels;
  const third = second + channels;
  const fourth = third + channels;
  // 255 picks nothing and leaves 0.
  const rest: i32 = 0xffffff00;
  return i32x4.replace_lane(
    i32x4.replace_lane(
      i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(0), 0, first | rest), 1, second | rest),
      2,
      third | rest,
    ),
    3,
    fourth | rest,
  );
}

function samples(pixels: v128, mask: v128): v128 {
  return f32x4.convert_i32x4_s(i8x16.swizzle(pixels, mask));
}

/** out = r R + g G + b B of `count` pixels. @param channels 3 or 4 */
export function lumaLine(pixels: usize, channels: i32, r: f32, g: f32, b: f32, out: usize, count: i32): void {
  const red = channelMask(channels, 0);
  const green = channelMask(channels, 1);
  const blue = channelMask(channels, 2);
  const wr = f32x4.splat(r);
  const wg = f32x4.splat(g);
  const wb = f32x4.splat(b);
  const step = (<usize>channels) << 2;
  for (let x = 0; x < count; x += 4) {
    const four = v128.load(pixels);
    const sum = f32x4.add(f32x4.mul(wr, samples(four, red)), f32x4.mul(wg, samples(four, green)));
    v128.store(out, f32x4.add(sum, f32x4.mul(wb, samples(four, blue))));
    pixels += step;
    out += 16;
  }
}

/**
 * Adds to `count` pixels, luma Y of each being  r R + g G + b B:  moments += Y - centre,  squares += (Y - centre)^2,
 * sums += Y - centre; one sum for cells, one for a reduced picture, which end at different rows.
 * @param channels 3 or 4
 */
export function addLumaMoments(
  pixels: usize,
  channels: i32,
  r: f32,
  g: f32,
  b: f32,
  centre: f32,
  moments: usize,
  squares: usize,
  sums: usize,
  count: i32,
): void {
  const red = channelMask(channels, 0);
  const green = channelMask(channels, 1);
  const blue = channelMask(channels, 2);
  const wr = f32x4.splat(r);
  const wg = f32x4.splat(g);
  const wb = f32x4.splat(b);
  const middle = f32x4.splat(centre);
  const step = (<usize>channels) << 2;
  const bytes = (<usize>count) << 2;
  for (let i: usize = 0; i < bytes; i += 16) {
    const four = v128.load(pixels);
    const sum = f32x4.add(f32x4.mul(wr, samples(four, red)), f32x4.mul(wg, samples(four, green)));
    const value = f32x4.sub(f32x4.add(sum, f32x4.mul(wb, samples(four, blue))), middle);
    v128.store(moments + i, f32x4.add(v128.load(moments + i), value));
    v128.store(squares + i, f32x4.add(v128.load(squares + i), f32x4.mul(value, value)));
    v128.store(sums + i, f32x4.add(v128.load(sums + i), value));
    pixels += step;
  }
}

/**
 * Adds x y, a change of luma, to the colours of `count` pixels in their place, rounded and clipped; alpha stays.
 * @param channels 3 or 4
 * @param r,g,b change of each colour for a unit of luma
 * @returns the sum of squared changes of the samples
 */
export function markLine(pixels: usize, channels: i32, x: usize, y: usize, r: f32, g: f32, b: f32, count: i32): f64 {
  return channels == 4 ? markRgba(pixels, x, y, r, g, b, count) : markRgb(pixels, x, y, r, g, b, count);
}

/** Four pixels of three bytes are three vectors of samples, R G B R, G B R G, B R G B. */
function markRgb(pixels: usize, x: usize, y: usize, r: f32, g: f32, b: f32, count: i32): f64 {
  const first = f32x4(r, g, b, r);
  const second = f32x4(g, b, r, g);
  const third = f32x4(b, r, g, b);
  let total: f64 = 0;
  let squares = i32x4.splat(0);
  const whole = count & ~3;
  for (let done = 0; done < count; done += 4) {
    if ((done & SUMMED_PIXELS) == 0) {
      total += sumLanes(squares);
      squares = i32x4.splat(0);
    }
    const four = v128.load(pixels);
    let change = f32x4.mul(v128.load(x), v128.load(y));
    if (done == whole) change = v128.and(change, lanesBelow(count - whole));
    const low = i16x8.extend_low_i8x16_u(four);
    const high = i16x8.extend_high_i8x16_u(four);
    const a = marked(i32x4.extend_low_i16x8_u(low), f32x4.mul(first, v128.shuffle<f32>(change, change, 0, 0, 0, 1)));
    const m = marked(i32x4.extend_high_i16x8_u(low), f32x4.mul(second, v128.shuffle<f32>(change, change, 1, 1, 2, 2)));
    const z = marked(i32x4.extend_low_i16x8_u(high), f32x4.mul(third, v128.shuffle<f32>(change, change, 2, 3, 3, 3)));
    // The last four bytes are the next pixels' and stay.
    const rest = i32x4.extend_high_i16x8_u(high);
    const out = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(a, m), i16x8.narrow_i32x4_s(z, rest));
    squares = i32x4.add(squares, squaredChange(out, low, high));
    v128.store_lane<u64>(pixels, out, 0);
    v128.store_lane<u32>(pixels, out, 2, 8);
    pixels += 12;
    x += 16;
    y += 16;
  }
  return total + sumLanes(squares);
}

/** Four pixels of four bytes are a vector each. */
function markRgba(pixels: usize, x: usize, y: usize, r: f32, g: f32, b: f32, count: i32): f64 {
  const units = f32x4(r, g, b, 0);
  let total: f64 = 0;
  let squares = i32x4.splat(0);
  const whole = count & ~3;
  for (let done = 0; done < count; done += 4) {
    if ((done & SUMMED_PIXELS) == 0) {
      total += sumLanes(squares);
      squares = i32x4.splat(0);
    }
    const four = v128.load(pixels);
    let change = f32x4.mul(v128.load(x), v128.load(y));
    if (done == whole) change = v128.and(change, lanesBelow(count - whole));
    const low = i16x8.extend_low_i8x16_u(four);
    const high = i16x8.extend_high_i8x16_u(four);
    const p = marked(i32x4.extend_low_i16x8_u(low), f32x4.mul(units, v128.shuffle<f32>(change, change, 0, 0, 0, 0)));
    const q = marked(i32x4.extend_high_i16x8_u(low), f32x4.mul(units, v128.shuffle<f32>(change, change, 1, 1, 1, 1)));
    const s = marked(i32x4.extend_low_i16x8_u(high), f32x4.mul(units, v128.shuffle<f32>(change, change, 2, 2, 2, 2)));
    const t = marked(i32x4.extend_high_i16x8_u(high), f32x4.mul(units, v128.shuffle<f32>(change, change, 3, 3, 3, 3)));
    const out = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(p, q), i16x8.narrow_i32x4_s(s, t));
    squares = i32x4.add(squares, squaredChange(out, low, high));
    v128.store(pixels, out);
    pixels += 16;
    x += 16;
    y += 16;
  }
  return total + sumLanes(squares);
}

/** Mask of the pixels whose squares a vector of four sums can hold: 2^12 groups of four squares a lane, each below 2^16. */
const SUMMED_PIXELS: i32 = 0x3fff;

/** 1.5 * 2^23: added to a whole number below 2^22 it puts that number into the mantissa's low bits. */
const WHOLE: f32 = 12582912;
const WHOLE_BITS: i32 = 0x4b400000;

/** floor(sample + change + 1/2), not yet clipped; below 2^22 in size. */
function marked(sample: v128, change: v128): v128 {
  const sum = f32x4.add(f32x4.add(f32x4.convert_i32x4_s(sample), change), f32x4.splat(0.5));
  return i32x4.sub(f32x4.add(f32x4.floor(sum), f32x4.splat(WHOLE)), i32x4.splat(WHOLE_BITS));
}

/** Sums of (new - old)^2 of sixteen samples, in four lanes. @param low,high the old samples in two halves */
function squaredChange(bytes: v128, low: v128, high: v128): v128 {
  const a = i16x8.sub(i16x8.extend_low_i8x16_u(bytes), low);
  const b = i16x8.sub(i16x8.extend_high_i8x16_u(bytes), high);
  return i32x4.add(i32x4.dot_i16x8_s(a, a), i32x4.dot_i16x8_s(b, b));
}

function sumLanes(v: v128): f64 {
  return (
    <f64>i32x4.extract_lane(v, 0) +
    <f64>i32x4.extract_lane(v, 1) +
    <f64>i32x4.extract_lane(v, 2) +
    <f64>i32x4.extract_lane(v, 3)
  );
}

/** Ones in the first `count` lanes. */
function lanesBelow(count: i32): v128 {
  return i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(count));
}
