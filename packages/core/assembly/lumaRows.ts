/**
 * Kernels of src/signal/resample/resize.ts: rows of bytes are weighed, luma or all channels, and columns averaged.
 * @module
 */

/**
 * line[x] += r R + g G + b B, from pixels of three bytes. Reads up to 4 bytes beyond the last pixel.
 * @param count a multiple of 4; what is beyond the row's width is nobody's
 */
export function addRgbRow(pixels: usize, count: i32, r: f32, g: f32, b: f32, line: usize): void {
  const weightR = f32x4.splat(r);
  const weightG = f32x4.splat(g);
  const weightB = f32x4.splat(b);
  const end = line + ((<usize>count) << 2);
  for (let to = line, from = pixels; to < end; to += 16, from += 12) {
    const bytes = v128.load(from);
    // Each byte in a lane of its own; an index beyond the vector takes zero.
    const red = i8x16.swizzle(bytes, i8x16(0, -1, -1, -1, 3, -1, -1, -1, 6, -1, -1, -1, 9, -1, -1, -1));
    const green = i8x16.swizzle(bytes, i8x16(1, -1, -1, -1, 4, -1, -1, -1, 7, -1, -1, -1, 10, -1, -1, -1));
    const blue = i8x16.swizzle(bytes, i8x16(2, -1, -1, -1, 5, -1, -1, -1, 8, -1, -1, -1, 11, -1, -1, -1));
    const colours = f32x4.add(
      f32x4.mul(weightR, f32x4.convert_i32x4_s(red)),
      f32x4.mul(weightG, f32x4.convert_i32x4_s(green)),
    );
    const weighed = f32x4.add(colours, f32x4.mul(weightB, f32x4.convert_i32x4_s(blue)));
    v128.store(to, f32x4.add(v128.load(to), weighed));
  }
}

/** out[i] = sum over p < count[i] of weights[i stride + p] line[first[i] + p]. */
export function averageColumns(
  line: usize,
  first: usize,
  count: usize,
  weights: usize,
  stride: i32,
  length: i32,
  out: usize,
): void {
  for (let i = 0; i < length; i++) {
    const at = (<usize>i) << 2;
    const from = line + ((<usize>load<i32>(first + at)) << 2);
    const weight = weights + ((<usize>(i * stride)) << 2);
    const taps = (<usize>load<i32>(count + at)) << 2;
    let sum: f32 = 0;
    for (let p: usize = 0; p < taps; p += 4) sum += load<f32>(weight + p) * load<f32>(from + p);
    store<f32>(out + at, sum);
  }
}

/** line[i] += weight bytes[i]; of both, up to a multiple of 16 samples. */
export function addByteRow(bytes: usize, weight: f32, line: usize, count: i32): void {
  const w = f32x4.splat(weight);
  for (let i = 0; i < count; i += 16, bytes += 16, line += 64) {
    const samples = v128.load(bytes);
    const low = i16x8.extend_low_i8x16_u(samples);
    const high = i16x8.extend_high_i8x16_u(samples);
    addFloats(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(low)), w, line);
    addFloats(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(low)), w, line + 16);
    addFloats(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(high)), w, line + 32);
    addFloats(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(high)), w, line + 48);
  }
}

function addFloats(values: v128, weight: v128, line: usize): void {
  v128.store(line, f32x4.add(v128.load(line), f32x4.mul(values, weight)));
}

/** As `averageColumns`, of interleaved channels. */
export function averagePixels(
  line: usize,
  channels: i32,
  first: usize,
  count: usize,
  weights: usize,
  stride: i32,
  length: i32,
  out: usize,
): void {
  const pixelBytes = (<usize>channels) << 2;
  for (let i = 0; i < length; i++) {
    const from = line + <usize>load<i32>(first + ((<usize>i) << 2)) * pixelBytes;
    const weight = weights + ((<usize>(i * stride)) << 2);
    const taps = load<i32>(count + ((<usize>i) << 2));
    for (let c: usize = 0; c < pixelBytes; c += 4, out += 4) {
      let sum: f32 = 0;
      for (let p = 0; p < taps; p++)
        sum += load<f32>(weight + ((<usize>p) << 2)) * load<f32>(from + <usize>p * pixelBytes + c);
      store<f32>(out, sum);
    }
  }
}
