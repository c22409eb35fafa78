/**
 * Bytes in source files, as base64 (RFC 4648, section 4), with or without padding.
 * Core runs in browsers as well, so it takes neither Node's Buffer nor the DOM's atob.
 * @throws {RangeError} at a character outside the alphabet
 */
export function base64Bytes(text: string): Uint8Array<ArrayBuffer> {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const digits = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 6) / 8));
  let pending = 0;
  let bits = 0;
  let at = 0;
  for (const character of digits) {
    const value = alphabet.indexOf(character);
    if (value < 0) throw new RangeError(`base64: "${character}" is not base64`);
    pending = ((pending << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (pending >> bits) & 0xff;
  }
  return bytes;
}
