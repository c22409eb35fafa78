/**
 * Code words and payloads: docs/spec/watermark-a.md, section 2, written from that page alone. The decoder follows one
 * path only (Arikan 2009, successive cancellation), which is enough for pictures that nobody attacked.
 */
import { createDecipheriv, hkdfSync } from 'node:crypto';

export const CODED_BITS = 1024;

/** Which of the 1024 places carry the frame, four a digit. */
const PLACES =
  '0000000000000000000000000000000000000000000000000000000000000000' +
  '000000000000000000000000000000000000000000000001000000010003077f' +
  '000000000000000000000000000000010000000000000001000000170117177f' +
  '000000000000011700010117013f7fff0001017f077f7fff177f7fff7fffffff';
const isFrame = (place: number): boolean =>
  ((Number.parseInt(PLACES.charAt(place >> 2), 16) >> (3 - (place & 3))) & 1) === 1;

/** The 160 bits of a frame from soft values of the coded bits, > 0 says 0; highest bit of each byte first. */
export function decodeFrame(soft: readonly number[]): Buffer {
  const bits: number[] = [];
  decodePart(soft, 0, bits);
  const frame = Buffer.alloc(20);
  bits.forEach((bit, i) => {
    frame[i >> 3] = (frame[i >> 3] as number) | (bit << (7 - (i & 7)));
  });
  return frame;
}

/** Decides the part of u that begins at `place`, left half first; returns that part's code bits. */
function decodePart(soft: readonly number[], place: number, frame: number[]): number[] {
  if (soft.length === 1) {
    if (!isFrame(place)) return [0];
    const bit = (soft[0] as number) < 0 ? 1 : 0;
    frame.push(bit);
    return [bit];
  }
  const half = soft.length / 2;
  const [a, b] = [soft.slice(0, half), soft.slice(half)];
  const either = a.map((x, i) => {
    const y = b[i] as number;
    return Math.sign(x) * Math.sign(y) * Math.min(Math.abs(x), Math.abs(y));
  });
  const left = decodePart(either, place, frame);
  const both = a.map((x, i) => (b[i] as number) + (left[i] === 1 ? -x : x));
  const right = decodePart(both, place + half, frame);
  return [...left.map((bit, i) => bit ^ (right[i] as number)), ...right];
}

function crc32(bytes: Uint8Array): number {
  let rest = 0xffff_ffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb8_8320 : rest >>> 1;
  }
  return ~rest >>> 0;
}

/** The payload of a frame; null if its checksum does not fit. */
export function payloadOf(frame: Buffer): Buffer | null {
  const payload = frame.subarray(0, 16);
  return crc32(payload) === frame.readUInt32BE(16) ? payload : null;
}

/** The UUID that a payload of Assay names. */
export function assetIdOf(payload: Uint8Array, serviceKey: Uint8Array): string {
  const key = Buffer.from(hkdfSync('sha256', serviceKey, 'assay/watermark/v1', 'payload block', 32));
  const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const hex = Buffer.concat([decipher.update(payload), decipher.final()]).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
