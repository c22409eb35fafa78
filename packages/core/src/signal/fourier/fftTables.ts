/**
 * What the transforms of packages/core/assembly/fft.ts look up, for one power of two.
 * @module
 */

export interface FftTables {
  /** exp(-2 pi i k / length) as pairs (real, imaginary). */
  readonly twiddles: Float32Array;
  /**
   * Where sample n must stand before a transform in place by radix 4, after one step of radix 2 if need be: its digits to
   * base 4 in reverse order.
   */
  readonly positions: Int32Array;
}

const known = new Map<number, FftTables>();

/** @param length a power of two from 4 on */
export function fftTables(length: number): FftTables {
  const made = known.get(length) ?? makeTables(length);
  known.set(length, made);
  return made;
}

function makeTables(length: number): FftTables {
  const twiddles = new Float32Array(2 * length);
  for (let k = 0; k < length; k++) {
    const angle = (-2 * Math.PI * k) / length;
    twiddles[2 * k] = Math.cos(angle);
    twiddles[2 * k + 1] = Math.sin(angle);
  }
  return { twiddles, positions: Int32Array.from({ length }, (_, n) => positionOf(n, length)) };
}

function positionOf(n: number, length: number): number {
  let position = 0;
  let rest = n;
  for (let block = length; block > 2; rest >>= 2) {
    block /= 4;
    position += (rest & 3) * block;
  }
  // Powers of four leave 1 when divided by 3, the others 2: those have one bit left.
  return position + (length % 3 === 2 ? rest : 0);
}
