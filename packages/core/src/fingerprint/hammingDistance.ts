/** Set bits of every byte value. */
const POPULATION = Uint8Array.from({ length: 256 }, (_, byte) => {
  let bits = 0;
  for (let rest = byte; rest > 0; rest >>= 1) bits += rest & 1;
  return bits;
});

/**
 * Number of bits in which two hashes of equal length differ, 0..8 * length.
 * @throws {RangeError} if the lengths differ
 */
export function hammingDistance(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) throw new RangeError(`hammingDistance: got ${a.length} and ${b.length} bytes`);
  let distance = 0;
  for (let i = 0; i < a.length; i++) distance += POPULATION[(a[i] as number) ^ (b[i] as number)] as number;
  return distance;
}
