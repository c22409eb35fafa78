/**
 * Polar code of length 1024 for messages of 160 bits: the best known family for a few hundred bits when it is decoded with
 * a list and a checksum. The message stands at the 160 most reliable positions of u (the information set), all others are
 * frozen to 0, and
 *     x = u F^(x)10 over GF(2),   F = [[1, 0], [1, 1]],
 * in natural order, so that the left half of u is decoded first. Lightest code word: 64.
 * Source: Arikan 2009; Tal and Vardy 2015.
 * @module
 */

export const POLAR_LOG_LENGTH = 10;
export const POLAR_LENGTH = 1 << POLAR_LOG_LENGTH;
export const MESSAGE_BITS = 160;

/** Design point of the information set below, Es / N0: of 0.2 to 0.4 the one with the fewest frame errors (bench/coding). */
export const DESIGN_SIGNAL_TO_NOISE = 0.3;

/** Positions that carry the message, four a digit, the first in the highest bit; `informationSet` of polarConstruction.ts. */
const INFORMATION_SET =
  '0000000000000000000000000000000000000000000000000000000000000000' +
  '000000000000000000000000000000000000000000000001000000010003077f' +
  '000000000000000000000000000000010000000000000001000000170117177f' +
  '000000000000011700010117013f7fff0001017f077f7fff177f7fff7fffffff';

/** 1 where u is always 0. */
export const FROZEN: Uint8Array = Uint8Array.from(
  { length: POLAR_LENGTH },
  (_, i) => 1 - ((Number.parseInt(INFORMATION_SET.charAt(i >> 2), 16) >> (3 - (i & 3))) & 1),
);

/** @param message 160 values 0 or 1. @returns 1024 code bits. @throws {RangeError} if the length differs */
export function encodePolar(message: Uint8Array): Uint8Array {
  if (message.length !== MESSAGE_BITS)
    throw new RangeError(`polar code: expected ${MESSAGE_BITS} message bits, got ${message.length}`);
  const code = new Uint8Array(POLAR_LENGTH);
  for (let i = 0, next = 0; i < POLAR_LENGTH; i++) if (!FROZEN[i]) code[i] = message[next++] as number;
  polarTransform(code, 0, POLAR_LENGTH);
  return code;
}

/** u -> u F^(x)log2(size), in place. @param size a power of two */
export function polarTransform(bits: Uint8Array, at: number, size: number): void {
  for (let half = 1; half < size; half <<= 1)
    for (let block = at; block < at + size; block += 2 * half)
      for (let i = block; i < block + half; i++) bits[i] = (bits[i] as number) ^ (bits[i + half] as number);
}
