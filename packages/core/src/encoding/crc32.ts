/**
 * Cyclic redundancy check CRC-32 (polynomial 0x04C11DB7, reflected, initial and final value all ones).
 * A random frame passes with probability 2^-32.
 * Source: ISO/IEC/IEEE 8802-3 (Ethernet), clause 3.2.9; check value of "123456789" is CBF43926.
 * @module
 */

const REFLECTED_POLYNOMIAL = 0xedb88320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++)
    remainder = remainder & 1 ? (remainder >>> 1) ^ REFLECTED_POLYNOMIAL : remainder >>> 1;
  return remainder;
});

/** @returns the checksum, 0 .. 2^32 - 1 */
export function crc32(bytes: Uint8Array): number {
  let remainder = 0xffffffff;
  for (const byte of bytes) remainder = (remainder >>> 8) ^ (TABLE[(remainder ^ byte) & 0xff] as number);
  return (remainder ^ 0xffffffff) >>> 0;
}
