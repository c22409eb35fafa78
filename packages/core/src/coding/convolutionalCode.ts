/**
 * Convolutional code of constraint length 13 and rate 1/4, terminated by 12 zero bits, with free distance 33.
 * Input bit b[t] and the 12 bits before it form the register  r = b[t] 2^12 + b[t-1] 2^11 + ... + b[t-12];  output bit g
 * of step t is the parity of  r & GENERATORS[g].
 * Source: Larsen 1973, "Short convolutional codes with maximal free distance for rates 1/2, 1/3, and 1/4", table III.
 * @module
 */

export const CONSTRAINT_LENGTH = 13;
/** Bits of register history; the state. */
export const MEMORY = CONSTRAINT_LENGTH - 1;
export const OUTPUTS_PER_BIT = 4;
/** Octal generators, highest bit = the newest input bit. All contain their first and last tap: `viterbi` relies on it. */
export const GENERATORS = [0o11145, 0o12477, 0o15573, 0o16727] as const;

/** Number of coded bits of a message. */
export function codedLength(messageBits: number): number {
  return (messageBits + MEMORY) * OUTPUTS_PER_BIT;
}

/** The four output bits of a register as a number 0..15, first generator in the highest bit. */
export function outputsOf(register: number): number {
  let outputs = 0;
  for (const generator of GENERATORS) outputs = (outputs << 1) | parity(register & generator);
  return outputs;
}

function parity(word: number): number {
  let folded = word ^ (word >> 8);
  folded ^= folded >> 4;
  folded ^= folded >> 2;
  return (folded ^ (folded >> 1)) & 1;
}

/** @param bits 0 or 1 each. @returns `codedLength(bits.length)` bits */
export function encodeConvolutional(bits: Uint8Array): Uint8Array {
  const coded = new Uint8Array(codedLength(bits.length));
  let state = 0;
  for (let t = 0; t < bits.length + MEMORY; t++) {
    const register = ((bits[t] ?? 0) << MEMORY) | state;
    const outputs = outputsOf(register);
    for (let g = 0; g < OUTPUTS_PER_BIT; g++)
      coded[t * OUTPUTS_PER_BIT + g] = (outputs >> (OUTPUTS_PER_BIT - 1 - g)) & 1;
    state = register >> 1;
  }
  return coded;
}
