import { base64Bytes } from './base64Bytes.ts';

/**
 * Learned numbers in source files: little-endian 32-bit floats as base64, see base64Bytes.ts.
 * @throws {RangeError} at a character outside the alphabet, or if the bytes are no whole number of floats
 */
export function base64Floats(text: string): Float32Array {
  const bytes = base64Bytes(text);
  if (bytes.length % 4 !== 0) throw new RangeError(`base64Floats: ${bytes.length} bytes are no whole number of floats`);
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
}
