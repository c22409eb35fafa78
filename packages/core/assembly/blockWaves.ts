/**
 * Kernel of src/watermark/tile/nonrigid/blockWaves.ts, which says what it computes. Waves that share their frequency along
 * x share the sums along x: an upright pose's pilots have a quarter as many of these as there are pilots.
 * @module
 */

/** Side of a block: a row of it is eight vectors. */
const SIDE: i32 = 32;
const ROW_BYTES: usize = 128;

/**
 * @param first  first sample of the first block
 * @param stride bytes from one row of samples to the next
 * @param alongX for each of `lines` frequencies, cosines of all columns' samples, then sines
 * @param line   which of these frequencies wave k has, 32-bit integers
 * @param alongY for each row of samples and each of `count` waves, cosine and sine
 * @param sums   room for 2 `lines` floats
 * @param out    pairs, one for each wave in each block; must be 0 at first
 */
export function blockWaves(
  first: usize,
  stride: usize,
  columns: i32,
  rows: i32,
  alongX: usize,
  lines: i32,
  line: usize,
  alongY: usize,
  count: i32,
  sums: usize,
  out: usize,
): void {
  const sineOffset = <usize>columns * ROW_BYTES;
  const blockBytes = (<usize>count) << 3;
  for (let y = 0; y < rows * SIDE; y++) {
    const row = first + <usize>y * stride;
    const turns = alongY + <usize>y * blockBytes;
    const blocks = out + <usize>((y / SIDE) * columns) * blockBytes;
    for (let column = 0; column < columns; column++) {
      const offset = <usize>column * ROW_BYTES;
      sumsAlongX(row + offset, alongX + offset, sineOffset, lines, sums);
      addTurned(sums, line, turns, count, blocks + <usize>column * blockBytes);
    }
  }
}

function sumsAlongX(samples: usize, cosines: usize, sineOffset: usize, lines: i32, sums: usize): void {
  const a = v128.load(samples);
  const b = v128.load(samples, 16);
  const c = v128.load(samples, 32);
  const d = v128.load(samples, 48);
  const e = v128.load(samples, 64);
  const f = v128.load(samples, 80);
  const g = v128.load(samples, 96);
  const h = v128.load(samples, 112);
  let from = cosines;
  for (let i = 0; i < 2 * lines; i++) {
    const left = f32x4.add(
      f32x4.add(f32x4.mul(a, v128.load(from)), f32x4.mul(b, v128.load(from, 16))),
      f32x4.add(f32x4.mul(c, v128.load(from, 32)), f32x4.mul(d, v128.load(from, 48))),
    );
    const right = f32x4.add(
      f32x4.add(f32x4.mul(e, v128.load(from, 64)), f32x4.mul(f, v128.load(from, 80))),
      f32x4.add(f32x4.mul(g, v128.load(from, 96)), f32x4.mul(h, v128.load(from, 112))),
    );
    const four = f32x4.add(left, right);
    const sum =
      f32x4.extract_lane(four, 0) +
      f32x4.extract_lane(four, 1) +
      (f32x4.extract_lane(four, 2) + f32x4.extract_lane(four, 3));
    store<f32>(sums + ((<usize>i) << 2), sum);
    from += sineOffset;
  }
}

/** out_k += (re + i im) (cos + i sin), re and im of the wave's frequency along x. */
function addTurned(sums: usize, line: usize, turns: usize, count: i32, out: usize): void {
  for (let k = 0; k < count; k++) {
    const at = sums + ((<usize>load<i32>(line + ((<usize>k) << 2))) << 3);
    const offset = (<usize>k) << 3;
    const re = load<f32>(at);
    const im = load<f32>(at, 4);
    const cosine = load<f32>(turns + offset);
    const sine = load<f32>(turns + offset, 4);
    store<f32>(out + offset, load<f32>(out + offset) + re * cosine - im * sine);
    store<f32>(out + offset, load<f32>(out + offset, 4) + re * sine + im * cosine, 4);
  }
}
