/**
 * Learned numbers in source files: little-endian 32-bit floats as base64 (RFC 4648, section 4), with or without padding.
 * Core runs in browsers as well, so it takes neither Node's Buffer nor the DOM's atob.
 * @throws {RangeError} at a character outside the alphabet, or if the bytes are no whole number of floats
 */
export function base64Floats(text: string): Float32Array {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const digits = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 6) / 8));
  let pending = 0;
  let bits = 0;
  let at = 0;
  for (const character of digits) {
    const value = alphabet.indexOf(character);
    if (value < 0) throw new RangeError(`base64Floats: "${character}" is not base64`);
    pending = ((pending << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (pending >> bits) & 0xff;
  }
  if (bytes.length % 4 !== 0) throw new RangeError(`base64Floats: ${bytes.length} bytes are no whole number of floats`);
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
}
