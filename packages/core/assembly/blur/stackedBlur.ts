/**
 * Kernel of src/signal/blur/stackedBlur.ts, which says what it computes. Eight lines, rows or columns, go through the three
 * passes together, as two vectors of four lanes: the running sums of one vector would wait for each other.
 * Sums are single precision: an error of about 1e-6 of the largest value in reach, see the test of the scalar fallback.
 * @module
 */
import { copyLines, gatherRows, LINES, SAMPLE_BYTES, scatterRows } from '../lanes';
import { reflect } from './reflect';

/** Bytes of scratch that `blurPlane` needs beside a whole plane. */
export function blurScratchBytes(length: i32, radius: i32): i32 {
  return 2 * paddedBytes(length, radius);
}

/** One sample more than the margins: the last step, whose sum nobody reads, reaches it. */
function paddedBytes(length: i32, radius: i32): i32 {
  return (length + 2 * (radius + 1) + 1) * <i32>SAMPLE_BYTES;
}

/**
 * @param input plane of floats; not written
 * @param out   plane of floats; may be `input`
 * @param spare plane of floats
 * @param scratch `blurScratchBytes` of the longer side
 * @param alpha weight of the samples beyond `radius`
 * Width and height are at least 8.
 */
export function blurPlane(
  input: usize,
  out: usize,
  spare: usize,
  scratch: usize,
  width: i32,
  height: i32,
  radius: i32,
  alpha: f32,
): void {
  const rowBytes: usize = (<usize>width) << 2;
  for (let y = 0; y < height; y += LINES) {
    const top = <usize>min(y, height - LINES) * rowBytes;
    blurRows(input + top, spare + top, scratch, width, rowBytes, radius, alpha);
  }
  for (let x = 0; x < width; x += LINES) {
    const left = (<usize>min(x, width - LINES)) << 2;
    blurColumns(spare + left, out + left, scratch, height, rowBytes, radius, alpha);
  }
}

function blurRows(
  input: usize,
  out: usize,
  scratch: usize,
  width: i32,
  rowBytes: usize,
  radius: i32,
  alpha: f32,
): void {
  const first = scratch + <usize>(radius + 1) * SAMPLE_BYTES;
  const second = first + <usize>paddedBytes(width, radius);
  gatherRows(input, rowBytes, first, width);
  threePasses(first, second, width, radius, alpha);
  scatterRows(second, out, rowBytes, width);
}

function blurColumns(
  input: usize,
  out: usize,
  scratch: usize,
  height: i32,
  rowBytes: usize,
  radius: i32,
  alpha: f32,
): void {
  const first = scratch + <usize>(radius + 1) * SAMPLE_BYTES;
  const second = first + <usize>paddedBytes(height, radius);
  copyLines(input, rowBytes, first, SAMPLE_BYTES, height);
  threePasses(first, second, height, radius, alpha);
  copyLines(second, SAMPLE_BYTES, out, rowBytes, height);
}

/** From `first` to `second`, over and back. */
function threePasses(first: usize, second: usize, length: i32, radius: i32, alpha: f32): void {
  onePass(first, second, length, radius, alpha);
  onePass(second, first, length, radius, alpha);
  onePass(first, second, length, radius, alpha);
}

function onePass(line: usize, out: usize, length: i32, radius: i32, alpha: f32): void {
  mirrorEnds(line, length, radius + 1);
  const scale: f32 = <f32>1 / (<f32>(radius + radius + 1) + alpha + alpha);
  const inner = f32x4.splat(scale * (<f32>1 - alpha));
  const outer = f32x4.splat(scale * alpha);
  const begin = line - <usize>(radius + 1) * SAMPLE_BYTES;
  const span = <usize>(2 * (radius + 1)) * SAMPLE_BYTES;
  let sum0 = f32x4.mul(outer, f32x4.add(v128.load(begin), v128.load(begin + span)));
  let sum1 = f32x4.mul(outer, f32x4.add(v128.load(begin, 16), v128.load(begin + span, 16)));
  const whole = f32x4.splat(scale);
  for (let p = begin + SAMPLE_BYTES; p < begin + span; p += SAMPLE_BYTES) {
    sum0 = f32x4.add(sum0, f32x4.mul(whole, v128.load(p)));
    sum1 = f32x4.add(sum1, f32x4.mul(whole, v128.load(p, 16)));
  }
  // What enters and leaves at the edge of one step is inside at the next.
  let entering0 = v128.load(begin + span);
  let entering1 = v128.load(begin + span, 16);
  let edge0 = v128.load(begin);
  let edge1 = v128.load(begin, 16);
  for (let i = 0; i < length; i++) {
    const at = <usize>i * SAMPLE_BYTES;
    v128.store(out + at, sum0);
    v128.store(out + at, sum1, 16);
    const next = begin + at + SAMPLE_BYTES;
    const ahead0 = v128.load(next + span);
    const ahead1 = v128.load(next + span, 16);
    const leaving0 = v128.load(next);
    const leaving1 = v128.load(next, 16);
    const step0 = f32x4.add(
      f32x4.mul(inner, f32x4.sub(entering0, leaving0)),
      f32x4.mul(outer, f32x4.sub(ahead0, edge0)),
    );
    const step1 = f32x4.add(
      f32x4.mul(inner, f32x4.sub(entering1, leaving1)),
      f32x4.mul(outer, f32x4.sub(ahead1, edge1)),
    );
    sum0 = f32x4.add(sum0, step0);
    sum1 = f32x4.add(sum1, step1);
    entering0 = ahead0;
    entering1 = ahead1;
    edge0 = leaving0;
    edge1 = leaving1;
  }
}

/** Margins of `margin` samples on both sides, mirrored without repeating the border sample. */
function mirrorEnds(line: usize, length: i32, margin: i32): void {
  for (let i = 1; i <= margin; i++) {
    copySample(line, reflect(-i, length), -i);
    copySample(line, reflect(length - 1 + i, length), length - 1 + i);
  }
}

function copySample(line: usize, from: i32, to: i32): void {
  const source = line + <usize>(from * <i32>SAMPLE_BYTES);
  const target = line + <usize>(to * <i32>SAMPLE_BYTES);
  v128.store(target, v128.load(source));
  v128.store(target, v128.load(source, 16), 16);
}
