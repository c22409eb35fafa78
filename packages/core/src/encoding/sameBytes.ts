/** Equal bytes. Not in constant time: for hashes, keys and proofs that are public. @module */

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
