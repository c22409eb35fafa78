import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DESIGN_SIGNAL_TO_NOISE,
  encodePolar,
  FROZEN,
  MESSAGE_BITS,
  POLAR_LENGTH,
} from '../../../src/watermark/payload/polarCode.ts';
import { informationSet, channelMeans } from '../../../src/watermark/payload/polarConstruction.ts';
import { decodePolarList, LIST_SIZE } from '../../../src/watermark/payload/polarDecoder.ts';
import { numbers, VECTORS } from '../../vectors/watermarkVectors.ts';

const messages = fc.uint8Array({ minLength: MESSAGE_BITS, maxLength: MESSAGE_BITS, max: 1 });
const { codes } = VECTORS;
const places = [...FROZEN.keys()].filter((i) => FROZEN[i] === 0);
const weightOf = (bits: Uint8Array): number => bits.reduce((sum, bit) => sum + bit, 0);
const softOf = (code: Uint8Array): Float32Array => Float32Array.from(code, (bit) => 1 - 2 * bit);

describe('polar code', () => {
  test('its places are those of the construction, here and in generate.py', () => {
    expect(places).toEqual(informationSet(channelMeans(POLAR_LENGTH, DESIGN_SIGNAL_TO_NOISE), MESSAGE_BITS));
    expect(places).toEqual(codes.places);
  });

  test('agrees with the generator matrix of generate.py', () => {
    expect([...encodePolar(Uint8Array.from(codes.bits))]).toEqual(codes.coded);
  });

  test('is linear, and its lightest generator has weight 64', () => {
    fc.assert(
      fc.property(messages, messages, (a, b) => {
        const sum = encodePolar(a.map((bit, i) => bit ^ (b[i] as number)));
        const codeB = encodePolar(b);
        expect(sum).toEqual(encodePolar(a).map((bit, i) => bit ^ (codeB[i] as number)));
      }),
    );
    const generators = places.map((_, k) =>
      encodePolar(Uint8Array.from({ length: MESSAGE_BITS }, (_, i) => +(i === k))),
    );
    expect(Math.min(...generators.map(weightOf))).toBe(64);
  });

  test('refuses a message of another length', () => {
    expect(() => encodePolar(new Uint8Array(MESSAGE_BITS - 1))).toThrow(RangeError);
  });
});

describe('list decoding', () => {
  test('finds the message of generate.py under noise that turns nearly a quarter of the code bits', () => {
    const wrong = codes.soft.filter((value, i) => value < 0 !== (codes.coded[i] === 1)).length;
    expect(wrong).toBeGreaterThan(240);
    expect([...(decodePolarList(Float32Array.from(codes.soft))[0] as Uint8Array)]).toEqual(codes.bits);
  });

  test('gives back any message from its code word, at any scale', () => {
    fc.assert(
      fc.property(messages, fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (message, scale) => {
        const soft = softOf(encodePolar(message)).map((value) => scale * value);
        expect(decodePolarList(soft)[0]).toEqual(message);
      }),
      { numRuns: 25 },
    );
  });

  test('orders its list by likelihood: each message fits the soft values at least as well as the next', () => {
    const uniform = numbers(3, POLAR_LENGTH);
    const soft = Float32Array.from(uniform, (value) => value - 0.5);
    const list = decodePolarList(soft);
    const fits = list.map((message) => {
      const code = softOf(encodePolar(message));
      return code.reduce((sum, value, i) => sum + value * (soft[i] as number), 0);
    });
    expect(list).toHaveLength(LIST_SIZE);
    expect(new Set(list.map(String)).size).toBe(LIST_SIZE);
    for (const [i, fit] of fits.slice(1).entries()) expect(fit).toBeLessThanOrEqual((fits[i] as number) + 1e-3);
  });

  test('knows nothing of the call before', () => {
    const soft = Float32Array.from(codes.soft);
    const first = decodePolarList(soft);
    decodePolarList(soft.map((value) => -value));
    expect(decodePolarList(soft)).toEqual(first);
  });

  test('refuses soft values of another length', () => {
    expect(() => decodePolarList(new Float32Array(688))).toThrow(RangeError);
  });
});
