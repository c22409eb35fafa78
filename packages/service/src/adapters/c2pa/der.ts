/** The few forms of DER (ITU-T X.690) that a certificate needs. @module */

const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

function derLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  if (length < 0x100) return Buffer.from([0x81, length]);
  return Buffer.from([0x82, length >> 8, length & 0xff]);
}

/** @param tag of any class; content below 64 KiB */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), derLength(content.length), content]);
}

export const derSequence = (...parts: readonly Uint8Array[]): Buffer => der(TAG.sequence, ...parts);
export const derSet = (...parts: readonly Uint8Array[]): Buffer => der(TAG.set, ...parts);
/** @param bytes big-endian, first bit 0 for a positive number */
export const derInteger = (bytes: Uint8Array): Buffer => der(TAG.integer, bytes);
export const DER_TRUE: Uint8Array = der(TAG.boolean, Uint8Array.of(0xff));
export const derOctets = (bytes: Uint8Array): Buffer => der(TAG.octetString, bytes);
/** @param unusedBits of the last byte */
export const derBits = (bytes: Uint8Array, unusedBits = 0): Buffer =>
  der(TAG.bitString, Uint8Array.of(unusedBits), bytes);
export const derText = (text: string): Buffer => der(TAG.utf8, Buffer.from(text));

export function derObjectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const groups = [part & 127];
    for (let left = Math.floor(part / 128); left > 0; left = Math.floor(left / 128)) groups.unshift((left & 127) | 128);
    bytes.push(...groups);
  }
  return der(TAG.objectIdentifier, Uint8Array.from(bytes));
}

/** RFC 5280, 4.1.2.5: two digits of the year until 2049, four from 2050 on. */
export function derTime(at: Date): Buffer {
  const digits = `${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
  return at.getUTCFullYear() < 2050
    ? der(TAG.utcTime, Buffer.from(digits.slice(2)))
    : der(TAG.generalizedTime, Buffer.from(digits));
}
