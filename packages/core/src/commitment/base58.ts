/**
 * Base 58 as Bitcoin and Solana write it: a number without the letters 0, O, I, l; each leading zero byte is a 1.
 * Source: draft-msporny-base58-03.
 * @module
 */

const LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE = 58;

/** For names of transactions and accounts: 64 and 32 bytes; the time grows with the square of the length. */
export function base58OfBytes(bytes: Uint8Array): string {
  // Digits of the number, the lowest first.
  const digits: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let at = 0; at < digits.length; at++) {
      carry += (digits[at] as number) << 8;
      digits[at] = carry % BASE;
      carry = Math.floor(carry / BASE);
    }
    for (; carry > 0; carry = Math.floor(carry / BASE)) digits.push(carry % BASE);
  }
  const firstOther = bytes.findIndex((byte) => byte !== 0);
  const zeros = firstOther < 0 ? bytes.length : firstOther;
  return (
    LETTERS.charAt(0).repeat(zeros) +
    digits
      .reverse()
      .map((digit) => LETTERS.charAt(digit))
      .join('')
  );
}
