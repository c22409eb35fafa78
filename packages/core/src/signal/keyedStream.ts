/**
 * Deterministic random numbers from a secret key: the ChaCha20 key stream with the key, a label as the nonce, and block
 * counter 0. Two labels give independent streams; the same key and label give the same numbers on every machine.
 * Source: RFC 8439, section 2.4.
 * @module
 */
import { chacha20 } from '@noble/ciphers/chacha.js';
import { utf8ToBytes } from '@noble/ciphers/utils.js';

const NONCE_BYTES = 12;
const BUFFER_BYTES = 4096;

export interface KeyedStream {
  /** Uniform on 0 .. 2^32 - 1. */
  uint32(): number;
  /** Uniform on 0 .. bound - 1, without modulo bias. */
  below(bound: number): number;
  /** Uniform on [0, 1), 32 bits of resolution. */
  unit(): number;
  /** +1 or -1. */
  sign(): 1 | -1;
}

/**
 * @param key 32 secret bytes
 * @param label at most 12 ASCII characters
 * @throws {RangeError} if the label is too long
 */
export function keyedStream(key: Uint8Array, label: string): KeyedStream {
  const name = utf8ToBytes(label);
  if (name.length > NONCE_BYTES)
    throw new RangeError(`keyedStream: label longer than ${NONCE_BYTES} bytes: "${label}"`);
  const nonce = new Uint8Array(NONCE_BYTES);
  nonce.set(name);
  const zeros = new Uint8Array(BUFFER_BYTES);
  let counter = 0;
  let position = BUFFER_BYTES;
  let words = new DataView(zeros.buffer);
  const uint32 = (): number => {
    if (position === BUFFER_BYTES) {
      words = new DataView(Uint8Array.from(chacha20(key, nonce, zeros, undefined, counter)).buffer);
      counter += BUFFER_BYTES / 64;
      position = 0;
    }
    position += 4;
    return words.getUint32(position - 4, true);
  };
  const below = (bound: number): number => {
    const usable = 2 ** 32 - (2 ** 32 % bound);
    let value = uint32();
    while (value >= usable) value = uint32();
    return value % bound;
  };
  return { uint32, below, unit: () => uint32() / 2 ** 32, sign: () => (uint32() & 1 ? 1 : -1) };
}

/** A uniformly random order of the items: Fisher and Yates. Returns a new array. */
export function shuffled<T>(items: readonly T[], stream: KeyedStream): T[] {
  const out = items.slice();
  for (let i = out.length - 1; i > 0; i--) {
    const j = stream.below(i + 1);
    [out[i], out[j]] = [out[j] as T, out[i] as T];
  }
  return out;
}
