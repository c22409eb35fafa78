/**
 * Kernel of src/signal/blur/gaussianBlur.ts, which says what it computes. Both passes hold sixteen sums in registers while they go
 * through the taps; sums are single precision, which costs about 1e-6 of the largest value in reach.
 * @module
 */
import { reflect } from './reflect';

/** Floats that a sweep sums at once. */
const SWEEP: i32 = 16;

/** Bytes of scratch that `gaussianPlane` needs beside a whole plane. */
export function gaussianScratchBytes(width: i32, radius: i32): i32 {
  return ((width + 2 * radius + SWEEP) << 2) + ((2 * radius + 1) << 2);
}

/**
 * @param input  plane of floats; not written
 * @param out    plane of floats; may be `input`
 * @param spare  plane of floats
 * @param half   weights at distances 0 .. radius
 * @param scratch `gaussianScratchBytes`
 * The width is at least 4, the height at least 2.
 */
export function gaussianPlane(
  input: usize,
  out: usize,
  spare: usize,
  scratch: usize,
  width: i32,
  height: i32,
  half: usize,
  radius: i32,
): void {
  const rowBytes = (<usize>width) << 2;
  for (let y = 0; y < height; y++) {
    const row = <usize>y * rowBytes;
    blurRow(input + row, spare + row, scratch, width, half, radius);
  }
  const rows = scratch;
  for (let y = 0; y < height; y++) {
    for (let n = -radius; n <= radius; n++)
      store<u32>(rows + ((<usize>(n + radius)) << 2), <u32>(spare + <usize>reflect(y + n, height) * rowBytes));
    blurColumns(rows, out + <usize>y * rowBytes, width, half, radius);
  }
}

/** From a row to another through one with mirrored ends. */
function blurRow(input: usize, out: usize, scratch: usize, width: i32, half: usize, radius: i32): void {
  const line = scratch + ((<usize>radius) << 2);
  memory.copy(line, input, (<usize>width) << 2);
  for (let n = 1; n <= radius; n++) {
    store<f32>(line - ((<usize>n) << 2), load<f32>(input + ((<usize>reflect(-n, width)) << 2)));
    store<f32>(
      line + ((<usize>(width - 1 + n)) << 2),
      load<f32>(input + ((<usize>reflect(width - 1 + n, width)) << 2)),
    );
  }
  let x = 0;
  for (; x + SWEEP <= width; x += SWEEP) {
    const at = line + ((<usize>x) << 2);
    const centre = v128.load32_splat(half);
    let sum0 = f32x4.mul(centre, v128.load(at));
    let sum1 = f32x4.mul(centre, v128.load(at, 16));
    let sum2 = f32x4.mul(centre, v128.load(at, 32));
    let sum3 = f32x4.mul(centre, v128.load(at, 48));
    for (let n = 1; n <= radius; n++) {
      const step = (<usize>n) << 2;
      const weight = v128.load32_splat(half + step);
      const left = at - step;
      const right = at + step;
      sum0 = f32x4.add(sum0, f32x4.mul(weight, f32x4.add(v128.load(left), v128.load(right))));
      sum1 = f32x4.add(sum1, f32x4.mul(weight, f32x4.add(v128.load(left, 16), v128.load(right, 16))));
      sum2 = f32x4.add(sum2, f32x4.mul(weight, f32x4.add(v128.load(left, 32), v128.load(right, 32))));
      sum3 = f32x4.add(sum3, f32x4.mul(weight, f32x4.add(v128.load(left, 48), v128.load(right, 48))));
    }
    const target = out + ((<usize>x) << 2);
    v128.store(target, sum0);
    v128.store(target, sum1, 16);
    v128.store(target, sum2, 32);
    v128.store(target, sum3, 48);
  }
  // The last four are taken once more where four do not go into what is left.
  for (; x < width; x += 4) {
    const from = (<usize>min(x, width - 4)) << 2;
    const at = line + from;
    let sum = f32x4.mul(v128.load32_splat(half), v128.load(at));
    for (let n = 1; n <= radius; n++) {
      const step = (<usize>n) << 2;
      sum = f32x4.add(
        sum,
        f32x4.mul(v128.load32_splat(half + step), f32x4.add(v128.load(at - step), v128.load(at + step))),
      );
    }
    v128.store(out + from, sum);
  }
}

/** @param rows addresses of the 2 radius + 1 rows around the one that is made */
function blurColumns(rows: usize, out: usize, width: i32, half: usize, radius: i32): void {
  const middle = rows + ((<usize>radius) << 2);
  let x = 0;
  for (; x + SWEEP <= width; x += SWEEP) {
    const from = (<usize>x) << 2;
    const at = <usize>load<u32>(middle) + from;
    const centre = v128.load32_splat(half);
    let sum0 = f32x4.mul(centre, v128.load(at));
    let sum1 = f32x4.mul(centre, v128.load(at, 16));
    let sum2 = f32x4.mul(centre, v128.load(at, 32));
    let sum3 = f32x4.mul(centre, v128.load(at, 48));
    for (let n = 1; n <= radius; n++) {
      const step = (<usize>n) << 2;
      const weight = v128.load32_splat(half + step);
      const above = <usize>load<u32>(middle - step) + from;
      const below = <usize>load<u32>(middle + step) + from;
      sum0 = f32x4.add(sum0, f32x4.mul(weight, f32x4.add(v128.load(above), v128.load(below))));
      sum1 = f32x4.add(sum1, f32x4.mul(weight, f32x4.add(v128.load(above, 16), v128.load(below, 16))));
      sum2 = f32x4.add(sum2, f32x4.mul(weight, f32x4.add(v128.load(above, 32), v128.load(below, 32))));
      sum3 = f32x4.add(sum3, f32x4.mul(weight, f32x4.add(v128.load(above, 48), v128.load(below, 48))));
    }
    const target = out + from;
    v128.store(target, sum0);
    v128.store(target, sum1, 16);
    v128.store(target, sum2, 32);
    v128.store(target, sum3, 48);
  }
  for (; x < width; x += 4) {
    const from = (<usize>min(x, width - 4)) << 2;
    let sum = f32x4.mul(v128.load32_splat(half), v128.load(<usize>load<u32>(middle) + from));
    for (let n = 1; n <= radius; n++) {
      const step = (<usize>n) << 2;
      const above = <usize>load<u32>(middle - step) + from;
      const below = <usize>load<u32>(middle + step) + from;
      sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(half + step), f32x4.add(v128.load(above), v128.load(below))));
    }
    v128.store(out + from, sum);
  }
}
