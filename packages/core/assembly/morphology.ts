/**
 * Kernel of src/tamper/regions/morphology.ts: the least or the largest of the square around each place of a mask, sixteen places at a
 * time. Of zeros and ones these are what all or any have in common.
 * @module
 */

/** Bytes that are read and written beyond a line. */
const BEYOND: i32 = 16;

/** Bytes that `input`, `out`, `spare` and `line` need beyond `width` x `height`, and `line` beyond `width`. */
export function maskSpareBytes(radius: i32): i32 {
  return 2 * radius + BEYOND;
}

/**
 * @param input   a byte for each place, 0 or 1
 * @param out     may be `input`
 * @param line    room for a line
 * @param spreads 1 where any is 1 within `radius`, beyond the border none; else where all are, beyond the border too
 */
export function squareOfMask(
  input: usize,
  out: usize,
  spare: usize,
  line: usize,
  width: i32,
  height: i32,
  radius: i32,
  spreads: i32,
): void {
  memory.fill(line, spreads !== 0 ? 0 : 1, <usize>(width + 2 * radius + BEYOND));
  // What a line writes beyond its end the next one overwrites.
  for (let y = 0; y < height; y++) {
    memory.copy(line + <usize>radius, input + <usize>(y * width), <usize>width);
    const to = spare + <usize>(y * width);
    for (let x = 0; x < width; x += 16) v128.store(to + <usize>x, along(line + <usize>x, 1, 2 * radius + 1, spreads));
  }
  for (let y = 0; y < height; y++) {
    const begin = max(0, y - radius);
    const end = min(height, y + radius + 1);
    const from = spare + <usize>(begin * width);
    const to = out + <usize>(y * width);
    for (let x = 0; x < width; x += 16)
      v128.store(to + <usize>x, along(from + <usize>x, <usize>width, end - begin, spreads));
  }
}

/** What `count` vectors, `step` bytes apart, have in any or in all of them. */
function along(from: usize, step: usize, count: i32, spreads: i32): v128 {
  let found = v128.load(from);
  if (spreads !== 0)
    for (let k = 1; k < count; k++) {
      from += step;
      found = v128.or(found, v128.load(from));
    }
  else
    for (let k = 1; k < count; k++) {
      from += step;
      found = v128.and(found, v128.load(from));
    }
  return found;
}
