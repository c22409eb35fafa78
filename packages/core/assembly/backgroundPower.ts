/**
 * Kernel of `powerPart` of src/watermark/tile/spectrum/pictureSpectrum.ts: box means over (2 radius + 1)^2 samples, cut at
 * the borders. Sums of a window are put together from sums within blocks of its length (from the left and from the right),
 * so no error of single precision is carried along, whatever peaks the line holds.
 * Source: van Herk 1992; Gil and Werman 1993, for the blocks.
 * @module
 */
import { copyLines, gatherRows, LINES, SAMPLE_BYTES, scatterRows } from './lanes';

/** Bytes of scratch for lines of `length` samples. */
export function backgroundScratchBytes(length: i32, radius: i32): i32 {
  return 3 * lineBytes(length, radius);
}

/** Margins on both sides, and room to fill the last block. */
function lineBytes(length: i32, radius: i32): i32 {
  return (length + 2 * radius + 2 * (2 * radius + 1)) * <i32>SAMPLE_BYTES;
}

/**
 * @param power receives power / (robust mean + floor), at most `relativeMax`
 * @param background receives the robust mean: that of min(power, outlierRatio * plain mean)
 * @param spare as large
 * @param scratch `backgroundScratchBytes` of the longer side
 * Width and height are at least 8.
 */
export function relatePower(
  power: usize,
  background: usize,
  spare: usize,
  scratch: usize,
  width: i32,
  height: i32,
  radius: i32,
  outlierRatio: f32,
  relativeMax: f32,
  floor: f32,
): void {
  boxMean(power, background, spare, scratch, width, height, radius);
  const end = ((<usize>(width * height)) << 2) & ~15;
  const ratio = f32x4.splat(outlierRatio);
  for (let i: usize = 0; i < end; i += 16) {
    const limit = f32x4.mul(ratio, v128.load(background + i));
    v128.store(background + i, f32x4.pmin(v128.load(power + i), limit));
  }
  const all = (<usize>(width * height)) << 2;
  for (let i = end; i < all; i += 4)
    store<f32>(background + i, min(load<f32>(power + i), outlierRatio * load<f32>(background + i)));
  boxMean(background, background, spare, scratch, width, height, radius);
  const most = f32x4.splat(relativeMax);
  const least = f32x4.splat(floor);
  for (let i: usize = 0; i < end; i += 16) {
    const ratioHere = f32x4.div(v128.load(power + i), f32x4.add(v128.load(background + i), least));
    v128.store(power + i, f32x4.pmin(ratioHere, most));
  }
  for (let i = end; i < all; i += 4)
    store<f32>(power + i, min(relativeMax, load<f32>(power + i) / (load<f32>(background + i) + floor)));
}

function boxMean(input: usize, out: usize, spare: usize, scratch: usize, width: i32, height: i32, radius: i32): void {
  const rowBytes: usize = (<usize>width) << 2;
  const margin = <usize>radius * SAMPLE_BYTES;
  memory.fill(scratch, 0, <usize>lineBytes(width, radius));
  for (let y = 0; y < height; y += LINES) {
    const top = <usize>min(y, height - LINES) * rowBytes;
    gatherRows(input + top, rowBytes, scratch + margin, width);
    const sums = slideWindow(scratch, width, radius);
    scatterRows(sums, spare + top, rowBytes, width);
  }
  memory.fill(scratch, 0, <usize>lineBytes(height, radius));
  for (let x = 0; x < width; x += LINES) {
    const left = (<usize>min(x, width - LINES)) << 2;
    copyLines(spare + left, rowBytes, scratch + margin, SAMPLE_BYTES, height);
    copyLines(slideWindow(scratch, height, radius), SAMPLE_BYTES, out + left, rowBytes, height);
  }
}

/** Means over windows of a line that stands behind a margin of zeros; returns where they begin. */
function slideWindow(line: usize, length: i32, radius: i32): usize {
  const window = 2 * radius + 1;
  const bytes = <usize>lineBytes(length, radius);
  const rising = line + bytes;
  const falling = rising + bytes;
  const blocks = (length + 2 * radius + window - 1) / window;
  const blockBytes = <usize>window * SAMPLE_BYTES;
  for (let b = 0; b < blocks; b++) {
    const first = <usize>b * blockBytes;
    let left0 = f32x4.splat(0);
    let left1 = f32x4.splat(0);
    let right0 = f32x4.splat(0);
    let right1 = f32x4.splat(0);
    let up = first;
    let down = first + blockBytes - SAMPLE_BYTES;
    for (let i = 0; i < window; i++) {
      left0 = f32x4.add(left0, v128.load(line + up));
      left1 = f32x4.add(left1, v128.load(line + up, 16));
      v128.store(rising + up, left0);
      v128.store(rising + up, left1, 16);
      right0 = f32x4.add(right0, v128.load(line + down));
      right1 = f32x4.add(right1, v128.load(line + down, 16));
      v128.store(falling + down, right0);
      v128.store(falling + down, right1, 16);
      up += SAMPLE_BYTES;
      down -= SAMPLE_BYTES;
    }
  }
  const reach = <usize>(window - 1) * SAMPLE_BYTES;
  for (let i = 0, phase = 0; i < length; i++) {
    const at = <usize>i * SAMPLE_BYTES;
    const count = min(length - 1, i + radius) - max(0, i - radius) + 1;
    const scale = f32x4.splat(<f32>1 / <f32>count);
    let sum0 = v128.load(falling + at);
    let sum1 = v128.load(falling + at, 16);
    // A window that is exactly one block has its whole sum on either side.
    if (phase !== 0) {
      sum0 = f32x4.add(sum0, v128.load(rising + at + reach));
      sum1 = f32x4.add(sum1, v128.load(rising + at + reach, 16));
    }
    v128.store(falling + at, f32x4.mul(scale, sum0));
    v128.store(falling + at, f32x4.mul(scale, sum1), 16);
    if (++phase === window) phase = 0;
  }
  return falling;
}
