/**
 * Kernels of `reduceRows` in src/signal/resize.ts for rasters of 8 bits: luma is weighed and averaged in one pass over
 * the bytes.
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
    const zero = i8x16.splat(0);
    // Each byte in a lane of its own; index 16 and above take a zero of the second operand.
    const red = v128.shuffle<u8>(bytes, zero, 0, 16, 16, 16, 3, 16, 16, 16, 6, 16, 16, 16, 9, 16, 16, 16);
    const green = v128.shuffle<u8>(bytes, zero, 1, 16, 16, 16, 4, 16, 16, 16, 7, 16, 16, 16, 10, 16, 16, 16);
    const blue = v128.shuffle<u8>(bytes, zero, 2, 16, 16, 16, 5, 16, 16, 16, 8, 16, 16, 16, 11, 16, 16, 16);
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
