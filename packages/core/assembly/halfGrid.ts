/**
 * Kernel of src/tamper/cues/localStatistics.ts: what masked pixels add up to in cells of 2 x 2.
 * @module
 */

/**
 * Sums of mask x a x b / 4 over each cell.
 * @param a, b  planes of floats, or 0 for one of ones
 * @param mask  a byte for each pixel, 0 or 1
 * @param out   plane of (width + 1) / 2 x (height + 1) / 2 floats
 */
export function halveProduct(a: usize, b: usize, mask: usize, width: i32, height: i32, out: usize): void {
  const cells = (width + 1) >> 1;
  for (let y = 0; y < height; y += 2) {
    const first = y * width;
    const rows = min(2, height - y);
    const row = out + ((<usize>((y >> 1) * cells)) << 2);
    let x = 0;
    for (; x + 8 <= width; x += 8) {
      let left = f32x4.splat(0);
      let right = f32x4.splat(0);
      for (let j = 0; j < rows; j++) {
        const i = first + j * width + x;
        left = f32x4.add(left, weighed(a, b, mask, i));
        right = f32x4.add(right, weighed(a, b, mask, i + 4));
      }
      const even = v128.shuffle<f32>(left, right, 0, 2, 4, 6);
      const odd = v128.shuffle<f32>(left, right, 1, 3, 5, 7);
      v128.store(row + ((<usize>x) << 1), f32x4.mul(f32x4.splat(0.25), f32x4.add(even, odd)));
    }
    for (; x < width; x += 2) {
      let sum: f32 = 0;
      for (let j = 0; j < rows; j++)
        for (let i = first + j * width + x; i < first + j * width + min(x + 2, width); i++)
          if (load<u8>(mask + <usize>i) !== 0) sum += one(a, i) * one(b, i);
      store<f32>(row + ((<usize>x) << 1), sum * 0.25);
    }
  }
}

function weighed(a: usize, b: usize, mask: usize, i: i32): v128 {
  const at = (<usize>i) << 2;
  const bytes = v128.load32_zero(mask + <usize>i);
  const weights = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(bytes)));
  const first = a === 0 ? weights : f32x4.mul(weights, v128.load(a + at));
  return b === 0 ? first : f32x4.mul(first, v128.load(b + at));
}

function one(plane: usize, i: i32): f32 {
  return plane === 0 ? 1 : load<f32>(plane + ((<usize>i) << 2));
}
