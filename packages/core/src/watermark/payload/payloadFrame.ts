/**
 * The bits a tile carries: 128 payload bits, then their CRC-32, under the polar code; 1024 coded bits.
 * @module
 */
import { crc32 } from '../../encoding/crc32.ts';
import { encodePolar, MESSAGE_BITS, POLAR_LENGTH } from './polarCode.ts';
import { decodePolarList } from './polarDecoder.ts';
import { PAYLOAD_BITS, PAYLOAD_BYTES } from './payloadCipher.ts';

/** 32 rather than 24: costs 0.2 dB, and lets a detector try 250 times as many candidates at the same false alarm rate. */
const CHECK_BITS = 32;
if (PAYLOAD_BITS + CHECK_BITS !== MESSAGE_BITS) throw new RangeError('payload and checksum do not fill the code');

export const CODED_BITS = POLAR_LENGTH;

/** The coded bits of a payload. @throws {RangeError} unless it holds 16 bytes */
export function encodePayload(payload: Uint8Array): Uint8Array {
  if (payload.length !== PAYLOAD_BYTES)
    throw new RangeError(`payload: expected ${PAYLOAD_BYTES} bytes, got ${payload.length}`);
  const frame = new Uint8Array(MESSAGE_BITS / 8);
  frame.set(payload);
  new DataView(frame.buffer).setUint32(PAYLOAD_BYTES, crc32(payload));
  return encodePolar(bitsOf(frame));
}

export interface DecodedPayload {
  readonly payload: Uint8Array;
  /** True if a checksum fits: by chance once in 2^32 for each that was tried. */
  readonly valid: boolean;
  readonly checksums: number;
}

/**
 * The most likely message whose checksum fits, else the most likely one.
 * @param llr a soft value for every coded bit, > 0 says 0
 * @param messagesMax how many messages may be checked, most likely first: each is one more chance in 2^32 to err
 */
export function decodePayload(llr: Float32Array, messagesMax: number): DecodedPayload {
  const frames = decodePolarList(llr).slice(0, messagesMax).map(bytesOf);
  const rank = frames.findIndex(isValid);
  const payload = (frames[Math.max(0, rank)] as Uint8Array).slice(0, PAYLOAD_BYTES);
  return { payload, valid: rank >= 0, checksums: rank < 0 ? frames.length : rank + 1 };
}

function isValid(frame: Uint8Array): boolean {
  const check = new DataView(frame.buffer, frame.byteOffset).getUint32(PAYLOAD_BYTES);
  return crc32(frame.subarray(0, PAYLOAD_BYTES)) === check;
}

/**
 * Share of the soft values' weight that agrees with a payload, 0..1; about 0.5 for a payload that is not there.
 */
export function agreement(llr: Float32Array, payload: Uint8Array): number {
  const coded = encodePayload(payload);
  let agreeing = 0;
  let total = 0;
  for (let i = 0; i < llr.length; i++) {
    const value = llr[i] as number;
    total += Math.abs(value);
    if (value > 0 === (coded[i] === 0)) agreeing += Math.abs(value);
  }
  return total > 0 ? agreeing / total : 0;
}

/** Highest bit of each byte first. */
function bitsOf(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(8 * bytes.length);
  for (let i = 0; i < out.length; i++) out[i] = ((bytes[i >> 3] as number) >> (7 - (i & 7))) & 1;
  return out;
}

function bytesOf(bits: Uint8Array): Uint8Array {
  const out = new Uint8Array(bits.length / 8);
  for (let i = 0; i < bits.length; i++) out[i >> 3] = (out[i >> 3] as number) | ((bits[i] as number) << (7 - (i & 7)));
  return out;
}
