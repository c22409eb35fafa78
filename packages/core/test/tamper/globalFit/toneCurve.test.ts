import { describe, expect, test } from 'vitest';
import { applyToneCurve, fitToneCurve } from '../../../src/tamper/globalFit/toneCurve.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const uniform = seededUniform(3);
const REFERENCE = Float32Array.from({ length: 20_000 }, () => 255 * uniform());
const ALL = new Uint8Array(REFERENCE.length).fill(1);

function fitted(change: (value: number, i: number) => number): Float32Array {
  const query = REFERENCE.map((value, i) => Math.min(255, Math.max(0, change(value, i))));
  const out = REFERENCE.slice();
  applyToneCurve(fitToneCurve(REFERENCE, query, ALL), out);
  return out;
}

describe('toneCurve', () => {
  test('gamma, contrast and clipping are reproduced to about a level', () => {
    for (const change of [(v: number) => 255 * (v / 255) ** 0.6, (v: number) => (v - 128) * 1.6 + 163]) {
      const out = fitted(change);
      const errors = out.map((value, i) => Math.abs(value - Math.min(255, Math.max(0, change(REFERENCE[i]!)))));
      expect(errors.slice().sort()[Math.floor(0.95 * errors.length)]).toBeLessThan(1.5);
    }
  });

  test('an edit of less than half of the pixels does not bend it', () => {
    const out = fitted((value, i) => (i % 10 < 3 ? 255 - value : value));
    const errors = out.map((value, i) => Math.abs(value - REFERENCE[i]!));
    // Every bin's median moves a little, because the edited values all lie on one side of it.
    expect(errors.slice().sort()[errors.length >> 1]).toBeLessThan(2);
  });

  test('it never falls, whatever the query does', () => {
    const { from, to } = fitToneCurve(
      REFERENCE,
      REFERENCE.map((value) => 255 - value),
      ALL,
    );
    for (let k = 1; k < to.length; k++) {
      expect(from[k]!).toBeGreaterThan(from[k - 1]!);
      expect(to[k]!).toBeGreaterThanOrEqual(to[k - 1]!);
    }
  });

  test('without enough pixels it is the identity', () => {
    const channel = Float32Array.of(0, 77, 255);
    applyToneCurve(fitToneCurve(channel, channel, Uint8Array.of(1, 1, 0)), channel);
    expect([...channel]).toEqual([0, 77, 255]);
  });
});
