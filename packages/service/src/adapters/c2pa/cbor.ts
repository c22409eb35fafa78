/** The few forms of CBOR that a COSE signature needs; RFC 8949, section 3, lengths in their shortest form. @module */

const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6 } as const;

function head(major: number, value: number): Buffer {
  const type = major << 5;
  if (value < 24) return Buffer.from([type | value]);
  if (value < 0x100) return Buffer.from([type | 24, value]);
  if (value < 0x1_0000) return Buffer.from([type | 25, value >> 8, value & 0xff]);
  const long = Buffer.alloc(5);
  long[0] = type | 26;
  long.writeUInt32BE(value, 1);
  return long;
}

/** @param value -2^32 .. 2^32 - 1 */
export const cborInteger = (value: number): Buffer =>
  value < 0 ? head(MAJOR.negative, -1 - value) : head(MAJOR.unsigned, value);
export const cborBytes = (bytes: Uint8Array): Buffer => Buffer.concat([head(MAJOR.bytes, bytes.length), bytes]);
export const cborText = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([head(MAJOR.text, bytes.length), bytes]);
};
export const cborArray = (...items: readonly Uint8Array[]): Buffer =>
  Buffer.concat([head(MAJOR.array, items.length), ...items]);
export const cborMap = (...entries: readonly (readonly [Uint8Array, Uint8Array])[]): Buffer =>
  Buffer.concat([head(MAJOR.map, entries.length), ...entries.flat()]);
export const cborTagged = (tag: number, item: Uint8Array): Buffer => Buffer.concat([head(MAJOR.tag, tag), item]);
export const CBOR_NULL: Uint8Array = Uint8Array.of(0xf6);
