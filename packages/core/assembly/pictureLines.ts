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
 * Adds x y, a change of luma, to the colours of `count` pixels in their place, rounded and clipped; alpha stays.
 * @param channels 3 or 4
 * @param r,g,b change of each colour for a unit of luma
 * @returns the sum of squared changes of the samples
 */
export function markLine(pixels: usize, channels: i32, x: usize, y: usize, r: f32, g: f32, b: f32, count: i32): f64 {
  const red = channelMask(channels, 0);
  const green = channelMask(channels, 1);
  const blue = channelMask(channels, 2);
  const ur = f32x4.splat(r);
  const ug = f32x4.splat(g);
  const ub = f32x4.splat(b);
  const step = (<usize>channels) << 2;
  const alpha = channels == 4 ? i32x4.splat(0xff000000) : i32x4.splat(0);
  // Four pixels of four bytes become four of `channels` bytes.
  const pack =
    channels == 4
      ? i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
      : i8x16(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
  let total: f64 = 0;
  let squares = i32x4.splat(0);
  const whole = count & ~3;
  for (let done = 0; done < count; done += 4) {
    // 2^14 groups of squares below 2^16 each, three colours: the lanes hold them.
    if ((done & 0x3fff) == 0) {
      total += sumLanes(squares);
      squares = i32x4.splat(0);
    }
    const four = v128.load(pixels);
    let change = f32x4.mul(v128.load(x), v128.load(y));
    if (done == whole) change = v128.and(change, lanesBelow(count - whole));
    const oldRed = i8x16.swizzle(four, red);
    const oldGreen = i8x16.swizzle(four, green);
    const oldBlue = i8x16.swizzle(four, blue);
    const newRed = marked(oldRed, f32x4.mul(ur, change));
    const newGreen = marked(oldGreen, f32x4.mul(ug, change));
    const newBlue = marked(oldBlue, f32x4.mul(ub, change));
    squares = i32x4.add(squares, square(i32x4.sub(newRed, oldRed)));
    squares = i32x4.add(squares, square(i32x4.sub(newGreen, oldGreen)));
    squares = i32x4.add(squares, square(i32x4.sub(newBlue, oldBlue)));
    let out = v128.or(newRed, v128.or(i32x4.shl(newGreen, 8), i32x4.shl(newBlue, 16)));
    if (channels == 4) {
      out = v128.or(out, v128.and(four, alpha));
      v128.store(pixels, out);
    } else {
      out = i8x16.swizzle(out, pack);
      store<u64>(pixels, i64x2.extract_lane(out, 0));
      store<u32>(pixels, i32x4.extract_lane(out, 2), 8);
    }
    pixels += step;
    x += 16;
    y += 16;
  }
  return total + sumLanes(squares);
}

/** floor(sample + change + 1/2), clipped to a byte. */
function marked(sample: v128, change: v128): v128 {
  const sum = f32x4.add(f32x4.add(f32x4.convert_i32x4_s(sample), change), f32x4.splat(0.5));
  const clipped = f32x4.pmin(f32x4.pmax(sum, f32x4.splat(0)), f32x4.splat(255));
  return i32x4.trunc_sat_f32x4_s(clipped);
}

function square(value: v128): v128 {
  return i32x4.mul(value, value);
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
