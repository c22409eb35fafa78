/**
 * Kernel of src/search/similarityVote.ts, which says what it computes. Descriptors are 48 numbers of 8 bits; their differences are
 * squared and added in pairs, eight at a time.
 * @module
 */

const DESCRIPTOR_BYTES: usize = 48;
/** More than any squared distance: 48 * 254^2 is below 2^22. */
const FAR: i32 = i32.MAX_VALUE;

function squares(own: v128, other: usize, offset: usize): v128 {
  const difference = i16x8.sub(own, v128.load_ext<i8>(other + offset));
  return i32x4.dot_i16x8_s(difference, difference);
}

function sumOf(lanes: v128): i32 {
  const pairs = i32x4.add(lanes, i8x16.shuffle(lanes, lanes, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1);
}

/**
 * @param out for each query descriptor three integers: its nearest stored one (-1: none), its squared distance, that of the second
 *   nearest
 */
export function nearestFeatures(query: usize, queryCount: i32, stored: usize, storedCount: i32, out: usize): void {
  for (let i = 0; i < queryCount; i++) {
    const a = v128.load_ext<i8>(query);
    const b = v128.load_ext<i8>(query, 8);
    const c = v128.load_ext<i8>(query, 16);
    const d = v128.load_ext<i8>(query, 24);
    const e = v128.load_ext<i8>(query, 32);
    const f = v128.load_ext<i8>(query, 40);
    let first = FAR;
    let second = FAR;
    let nearest = -1;
    let at = stored;
    for (let j = 0; j < storedCount; j++) {
      // The leading axes hold most of a distance: half of them tell of nearly every descriptor that it is too far.
      let lanes = i32x4.add(i32x4.add(squares(a, at, 0), squares(b, at, 8)), squares(c, at, 16));
      if (sumOf(lanes) < second) {
        lanes = i32x4.add(lanes, i32x4.add(i32x4.add(squares(d, at, 24), squares(e, at, 32)), squares(f, at, 40)));
        const distance = sumOf(lanes);
        if (distance < first) {
          second = first;
          first = distance;
          nearest = j;
        } else if (distance < second) second = distance;
      }
      at += DESCRIPTOR_BYTES;
    }
    store<i32>(out, nearest);
    store<i32>(out, first, 4);
    store<i32>(out, second, 8);
    query += DESCRIPTOR_BYTES;
    out += 12;
  }
}
