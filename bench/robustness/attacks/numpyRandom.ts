/**
 * The random numbers of NumPy's `RandomState(seed)`, to the bit, so that these attacks fall on the same places and add
 * the same noise as the Python bench whose published results they are compared with.
 * Source: Matsumoto and Nishimura 1998, MT19937; the derived draws follow NumPy's legacy generator, which NumPy promises
 * never to change (NEP 19).
 * @module
 */
import { createHash } from 'node:crypto';

const STATE_WORDS = 624;
const MIDDLE = 397;

export class NumpyRandom {
  readonly #state = new Uint32Array(STATE_WORDS);
  #position = STATE_WORDS;
  /** The polar method makes two normal numbers at a time; the second waits here. */
  #spare: number | null = null;

  /** @param seed 0 .. 2^32 - 1 */
  constructor(seed: number) {
    const state = this.#state;
    state[0] = seed;
    for (let i = 1; i < STATE_WORDS; i++) {
      const before = state[i - 1] as number;
      state[i] = Math.imul(1_812_433_253, before ^ (before >>> 30)) + i;
    }
  }

  #refill(): void {
    const state = this.#state;
    for (let i = 0; i < STATE_WORDS; i++) {
      const mixed = ((state[i] as number) & 0x8000_0000) | ((state[(i + 1) % STATE_WORDS] as number) & 0x7fff_ffff);
      const twist = mixed & 1 ? 0x9908_b0df : 0;
      state[i] = (state[(i + MIDDLE) % STATE_WORDS] as number) ^ (mixed >>> 1) ^ twist;
    }
    this.#position = 0;
  }

  uint32(): number {
    if (this.#position === STATE_WORDS) this.#refill();
    let y = this.#state[this.#position++] as number;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c_5680;
    y ^= (y << 15) & 0xefc6_0000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  /** `rand()`: uniform in [0, 1), 53 bits. */
  unit(): number {
    const high = this.uint32() >>> 5;
    const low = this.uint32() >>> 6;
    return (high * 67_108_864 + low) / 9_007_199_254_740_992;
  }

  /** `uniform(low, high)`. */
  uniform(low: number, high: number): number {
    return low + (high - low) * this.unit();
  }

  /** `randint(low, high)`: an integer in [low, high), by rejection under a mask. @throws {RangeError} if there is none */
  integer(low: number, high: number): number {
    const range = high - low - 1;
    if (range < 0) throw new RangeError(`integer: no integer in [${low}, ${high})`);
    if (range === 0) return low;
    const mask = 2 ** (32 - Math.clz32(range)) - 1;
    let value = (this.uint32() & mask) >>> 0;
    while (value > range) value = (this.uint32() & mask) >>> 0;
    return low + value;
  }

  /** `normal(0, 1)`: Marsaglia's polar method, the second number of each pair first. */
  normal(): number {
    if (this.#spare !== null) {
      const spare = this.#spare;
      this.#spare = null;
      return spare;
    }
    let a: number;
    let b: number;
    let square: number;
    do {
      a = 2 * this.unit() - 1;
      b = 2 * this.unit() - 1;
      square = a * a + b * b;
    } while (square >= 1 || square === 0);
    const scale = Math.sqrt((-2 * Math.log(square)) / square);
    this.#spare = scale * a;
    return scale * b;
  }
}

/** The seed of a picture's attack: first 32 bits of SHA-256("1|name|attack"), as in the Python bench. */
export function attackRandom(pictureName: string, attack: string): NumpyRandom {
  const digest = createHash('sha256').update(`1|${pictureName}|${attack}`).digest();
  return new NumpyRandom(digest.readUInt32BE(0));
}

/** The 16 payload bytes of a picture: SHA-256("payload|1|0|name"), as in the Python bench. */
export function payloadOf(pictureName: string): Uint8Array {
  return Uint8Array.from(createHash('sha256').update(`payload|1|0|${pictureName}`).digest().subarray(0, 16));
}
