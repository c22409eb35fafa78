/**
 * Base 64 with padding, one text for one sequence of bytes, by @scure/base: core runs in browsers as well, so it takes
 * neither Node's Buffer nor the DOM's atob. Source: RFC 4648, section 4.
 * @module
 */
import { base64 } from '@scure/base';

export const base64OfBytes = (bytes: Uint8Array): string => base64.encode(bytes);

/** Null unless it is exactly what `base64OfBytes` writes. */
export function bytesOfBase64(text: string): Uint8Array | null {
  try {
    return base64.decode(text);
  } catch {
    return null;
  }
}

/**
 * Learned numbers in source files: little-endian 32-bit floats.
 * @throws {RangeError} for what is no base 64, or no whole number of floats
 */
export function floatsOfBase64(text: string): Float32Array {
  const bytes = bytesOfBase64(text);
  if (bytes === null) throw new RangeError('floatsOfBase64: the text is no base 64');
  if (bytes.length % 4 !== 0)
    throw new RangeError(`floatsOfBase64: ${bytes.length} bytes are no whole number of floats`);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
}
