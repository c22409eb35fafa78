/**
 * Kernel of src/registration/hammingMatch.ts, which says what it computes. Four words of 64 bits a descriptor and the
 * processor's own population count; vectors would have to count by table.
 * @module
 */

/** More than any distance between descriptors of 256 bits. */
const FAR: i32 = 257;
const DESCRIPTOR_BYTES: usize = 32;

/**
 * @param nearest  for each query descriptor three integers: its nearest reference (-1: none), its distance, the distance of
 *   the second nearest
 * @param reverse  for each reference descriptor two integers: its nearest query (-1: none), its distance
 */
export function nearestDescriptors(
  query: usize,
  queryCount: i32,
  reference: usize,
  referenceCount: i32,
  nearest: usize,
  reverse: usize,
): void {
  for (let j = 0; j < referenceCount; j++) {
    store<i32>(reverse + ((<usize>j) << 3), -1);
    store<i32>(reverse + ((<usize>j) << 3), FAR, 4);
  }
  for (let i = 0; i < queryCount; i++) {
    const q = query + <usize>i * DESCRIPTOR_BYTES;
    const a = load<u64>(q);
    const b = load<u64>(q, 8);
    const c = load<u64>(q, 16);
    const d = load<u64>(q, 24);
    let best = FAR;
    let second = FAR;
    let bestIndex = -1;
    let r = reference;
    let back = reverse;
    for (let j = 0; j < referenceCount; j++) {
      const distance = <i32>(
        (popcnt<u64>(a ^ load<u64>(r)) +
          popcnt<u64>(b ^ load<u64>(r, 8)) +
          (popcnt<u64>(c ^ load<u64>(r, 16)) + popcnt<u64>(d ^ load<u64>(r, 24))))
      );
      if (distance < load<i32>(back, 4)) {
        store<i32>(back, i);
        store<i32>(back, distance, 4);
      }
      if (distance < second) {
        if (distance < best) {
          second = best;
          best = distance;
          bestIndex = j;
        } else second = distance;
      }
      r += DESCRIPTOR_BYTES;
      back += 8;
    }
    const out = nearest + <usize>i * 12;
    store<i32>(out, bestIndex);
    store<i32>(out, best, 4);
    store<i32>(out, second, 8);
  }
}
