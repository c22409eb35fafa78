/**
 * Sign-bit hash of a vector by random hyperplanes: bit k = [ r_k . v >= 0 ], r_k a fixed row of random signs. Two unit
 * vectors at angle t differ in about 256 t / pi bits. 64 lower-case hex characters, bit 0 the highest of the first.
 * Sources: Charikar 2002 (random hyperplanes); Achlioptas 2003 (signs instead of normal variates).
 * @module
 */

const BITS = 256;
/** Fixed for ever: another seed makes stored hashes incomparable. The digits say "Assay". */
const SEED = 0x41553341;

export function signHash(vector: Float32Array): string {
  let state = SEED;
  let hex = '';
  for (let nibble = 0; nibble < BITS / 4; nibble++) {
    let value = 0;
    for (let bit = 0; bit < 4; bit++) {
      let sum = 0;
      for (let i = 0; i < vector.length; i++) {
        // xorshift32, Marsaglia 2003; one step a sign, the highest bit.
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        sum += state < 0 ? -(vector[i] as number) : (vector[i] as number);
      }
      value = value * 2 + (sum >= 0 ? 1 : 0);
    }
    hex += value.toString(16);
  }
  return hex;
}
