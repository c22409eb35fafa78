import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codedLength, encodeConvolutional, GENERATORS, MEMORY, outputsOf } from '../../src/coding/convolutionalCode.ts';
import { decodeViterbi } from '../../src/coding/viterbi.ts';
import { VECTORS } from '../vectors/watermarkVectors.ts';

const bitsOf = (max: number) => fc.uint8Array({ minLength: 1, maxLength: max, max: 1 });

describe('convolutional code', () => {
  test('agrees with the encoder of generate.py', () => {
    expect([...encodeConvolutional(Uint8Array.from(VECTORS.codes.bits))]).toEqual(VECTORS.codes.coded);
  });

  test('every generator holds the first and the last tap, which the decoder’s butterflies need', () => {
    for (const generator of GENERATORS) expect([generator >> 12, generator & 1]).toEqual([1, 1]);
  });

  test('the free distance is the 33 of Larsen’s table', () => {
    expect(freeDistance()).toBe(33);
  });
});

const weightOf = (register: number): number => outputsOf(register).toString(2).replaceAll('0', '').length;

/** Weight of the lightest detour from state 0 back to state 0, by relaxing all branches until nothing gets lighter. */
function freeDistance(): number {
  const states = 1 << MEMORY;
  const lightest = new Float64Array(states).fill(Number.POSITIVE_INFINITY);
  lightest[states >> 1] = weightOf(states);
  let home = Number.POSITIVE_INFINITY;
  for (let changed = true; changed; ) {
    changed = false;
    for (let state = 1; state < states; state++)
      for (const bit of [0, states]) {
        const register = bit | state;
        const weight = (lightest[state] as number) + weightOf(register);
        const next = register >> 1;
        if (next === 0) home = Math.min(home, weight);
        else if (weight < (lightest[next] as number)) {
          lightest[next] = weight;
          changed = true;
        }
      }
  }
  return home;
}

describe('viterbi', () => {
  test('agrees with the decoder of generate.py at a noise level where some bits are lost', () => {
    const { soft, decoded } = VECTORS.codes;
    expect([...decodeViterbi(Float32Array.from(soft), decoded.length)]).toEqual(decoded);
  });

  test('gives back any message from its code word, at any scale', () => {
    fc.assert(
      fc.property(bitsOf(40), fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (bits, scale) => {
        const soft = Float32Array.from(encodeConvolutional(bits), (bit) => scale * (1 - 2 * bit));
        expect(decodeViterbi(soft, bits.length)).toEqual(bits);
      }),
      { numRuns: 25 },
    );
  });

  test('corrects any 16 wrong code bits: half the free distance', () => {
    fc.assert(
      fc.property(bitsOf(24), fc.uint8Array({ minLength: 16, maxLength: 16 }), (bits, places) => {
        const soft = Float32Array.from(encodeConvolutional(bits), (bit) => 1 - 2 * bit);
        for (const place of new Set(places)) soft[place % soft.length] = -(soft[place % soft.length] as number);
        expect(decodeViterbi(soft, bits.length)).toEqual(bits);
      }),
      { numRuns: 25 },
    );
  });

  test('refuses soft values that do not fit the message', () => {
    expect(() => decodeViterbi(new Float32Array(codedLength(8)), 9)).toThrow(RangeError);
  });
});
