/**
 * Moves between rows of a plane and lanes of vectors, shared by the kernels that work on several lines at once.
 * @module
 */

/** Four rows of four floats become four columns. */
export function transpose(from: usize, fromStride: usize, to: usize, toStride: usize): void {
  const a = v128.load(from);
  const b = v128.load(from + fromStride);
  const c = v128.load(from + 2 * fromStride);
  const d = v128.load(from + 3 * fromStride);
  const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
  const abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  const cdHigh = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5));
  v128.store(to + toStride, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
  v128.store(to + 2 * toStride, v128.shuffle<f32>(abHigh, cdHigh, 0, 1, 4, 5));
  v128.store(to + 3 * toStride, v128.shuffle<f32>(abHigh, cdHigh, 2, 3, 6, 7));
}

/** Lines that kernels of eight take together, and the bytes of one sample of all eight. */
export const LINES: i32 = 8;
export const SAMPLE_BYTES: usize = 32;

/** Eight rows of `length` floats, four or more, to `to`, sample by sample. */
export function gatherRows(from: usize, rowBytes: usize, to: usize, length: i32): void {
  for (let x = 0; x < length; x += 4) {
    const left = min(x, length - 4);
    const source = from + ((<usize>left) << 2);
    const target = to + <usize>left * SAMPLE_BYTES;
    transpose(source, rowBytes, target, SAMPLE_BYTES);
    transpose(source + (rowBytes << 2), rowBytes, target + 16, SAMPLE_BYTES);
  }
}

/** The way back of `gatherRows`. */
export function scatterRows(from: usize, to: usize, rowBytes: usize, length: i32): void {
  for (let x = 0; x < length; x += 4) {
    const left = min(x, length - 4);
    const source = from + <usize>left * SAMPLE_BYTES;
    const target = to + ((<usize>left) << 2);
    transpose(source, SAMPLE_BYTES, target, rowBytes);
    transpose(source + 16, SAMPLE_BYTES, target + (rowBytes << 2), rowBytes);
  }
}

/** Eight floats from each of `count` places to another: eight columns of a plane to samples, or back. */
export function copyLines(from: usize, fromStride: usize, to: usize, toStride: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    v128.store(to, v128.load(from));
    v128.store(to, v128.load(from, 16), 16);
    from += fromStride;
    to += toStride;
  }
}
