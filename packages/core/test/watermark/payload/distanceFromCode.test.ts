import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distanceFromCode } from '../../../src/watermark/payload/distanceFromCode.ts';
import { encodePolar, FROZEN, MESSAGE_BITS, POLAR_LENGTH } from '../../../src/watermark/payload/polarCode.ts';

const messages = fc.uint8Array({ minLength: MESSAGE_BITS, maxLength: MESSAGE_BITS, max: 1 });
/** Whole numbers, so that many are 0, signs of zero among them, and sums have no rounding. */
const soft = fc
  .array(fc.integer({ min: -4, max: 4 }), { minLength: POLAR_LENGTH, maxLength: POLAR_LENGTH })
  .map((values) => Float32Array.from(values, (value) => (value === 0 ? -0 : value)));

/** Successive cancellation as the paper has it, bit after bit, no subtree at once. */
function cancelled(
  values: readonly number[],
  first: number,
): { readonly code: readonly number[]; readonly cost: number } {
  if (values.length === 1) {
    const [value] = values as [number];
    return FROZEN[first] === 1 ? { code: [0], cost: Math.max(0, -value) } : { code: [value < 0 ? 1 : 0], cost: 0 };
  }
  const half = values.length / 2;
  const [upper, lower] = [values.slice(0, half), values.slice(half)];
  const pairs = upper.map((a, i) => [a, lower[i] as number] as const);
  const left = cancelled(
    pairs.map(([a, b]) => (a < 0 === b < 0 ? 1 : -1) * Math.min(Math.abs(a), Math.abs(b))),
    first,
  );
  const right = cancelled(
    pairs.map(([a, b], i) => b + (left.code[i] === 1 ? -a : a)),
    first + half,
  );
  const code = [...left.code.map((bit, i) => bit ^ (right.code[i] as number)), ...right.code];
  return { code, cost: left.cost + right.cost };
}

describe('distance from the polar code', () => {
  test('is 0 for every code word, whatever its scale', () => {
    fc.assert(
      fc.property(messages, fc.double({ min: 0.01, max: 100, noNaN: true }), (message, scale) => {
        expect(distanceFromCode(Float32Array.from(encodePolar(message), (bit) => scale * (1 - 2 * bit)))).toBe(0);
      }),
      { numRuns: 20 },
    );
  });

  test('is what successive cancellation bit after bit leaves, zeros among the soft values too', () => {
    fc.assert(
      fc.property(soft, (values) => {
        const total = values.reduce((sum, value) => sum + Math.abs(value), 0);
        expect(distanceFromCode(values)).toBe(cancelled([...values], 0).cost / total);
      }),
      { numRuns: 60 },
    );
  });

  test('below the bound it is the same, and else it is not below the bound', () => {
    fc.assert(
      fc.property(messages, soft, fc.integer({ min: 1, max: 8 }), (message, noise, scale) => {
        const values = Float32Array.from(
          encodePolar(message),
          (bit, i) => scale * (1 - 2 * bit) + (noise[i] as number),
        );
        const whole = distanceFromCode(values);
        for (const most of [0.05, 0.213, whole, 1.001 * whole]) {
          const bounded = distanceFromCode(values, most);
          if (whole < most) expect(bounded).toBe(whole);
          else expect(bounded).toBeGreaterThanOrEqual(most);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('nothing at all is as far as can be; another number of values is refused', () => {
    expect(distanceFromCode(new Float32Array(POLAR_LENGTH))).toBe(1);
    expect(() => distanceFromCode(new Float32Array(512))).toThrow(RangeError);
  });
});
