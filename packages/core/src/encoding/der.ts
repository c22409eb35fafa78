/**
 * As much of DER as a time-stamp needs. Source: ITU-T X.690; tags are those of universal class unless they are in
 * square brackets in RFC 3161 and RFC 5652.
 * @module
 */

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** [0], constructed. */
  context0: 0xa0,
} as const;

/** 4 GiB; nothing that we read comes near. */
const LENGTH_BYTES_MAX = 4;

export interface DerValue {
  readonly tag: number;
  /** Without tag and length. */
  readonly content: Uint8Array;
  /** With them. */
  readonly whole: Uint8Array;
}

/** One value from its parts. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head = [tag, ...lengthOctets(length)];
  const bytes = new Uint8Array(head.length + length);
  bytes.set(head);
  let at = head.length;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return [0x80 | octets.length, ...octets];
}

/** Object identifier from its arcs. */
export function objectIdentifier(dotted: string): Uint8Array {
  const [first, second, ...rest] = dotted.split('.').map(Number);
  const octets: number[] = [];
  for (const arc of [(first as number) * 40 + (second as number), ...rest]) {
    const groups = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) groups.unshift(0x80 | (left % 128));
    octets.push(...groups);
  }
  return der(TAG.objectIdentifier, Uint8Array.from(octets));
}

/** The value at the beginning of the bytes. @throws {RangeError} if there is none whole */
export function readValue(bytes: Uint8Array, start = 0): DerValue {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined) throw new RangeError('DER: a value is cut off');
  let length = first;
  let at = start + 2;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count === 0 || count > LENGTH_BYTES_MAX) throw new RangeError('DER: a length cannot be read');
    length = 0;
    for (let octet = 0; octet < count; octet++) length = length * 256 + (bytes[at++] ?? 0);
  }
  if (at + length > bytes.length) throw new RangeError('DER: a value is cut off');
  return { tag, content: bytes.subarray(at, at + length), whole: bytes.subarray(start, at + length) };
}

/** The values one after the other inside a constructed one. @throws {RangeError} if the last is cut off */
export function readValues(content: Uint8Array): DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < content.length; ) {
    const value = readValue(content, at);
    values.push(value);
    at += value.whole.length;
  }
  return values;
}
