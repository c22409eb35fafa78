/**
 * Kernels of `reduceRows` in src/signal/resample/resize.ts for rasters of 8 bits: luma is weighed and averaged in one pass
 * over the bytes.
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
