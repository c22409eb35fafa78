import { describe, expect, test } from 'vitest';
import { withoutKernels } from '../../../src/kernels/kernels.ts';
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

  test('of a negative it falls, and reproduces it; of anything else it rises', () => {
    const errors = fitted((value) => 255 - value).map((value, i) => Math.abs(value - (255 - REFERENCE[i]!)));
    expect(errors.sort()[Math.floor(0.95 * errors.length)]).toBeLessThan(1.5);
    const { from, to } = fitToneCurve(
      REFERENCE,
      REFERENCE.map((value) => 120 + 40 * Math.sin(value / 40)),
      ALL,
    );
    const steps = Array.from(to.subarray(1), (value, k) => value - to[k]!);
    expect(Array.from(from.subarray(1), (value, k) => value - from[k]!).every((step) => step > 0)).toBe(true);
    expect(steps.every((step) => step >= 0) || steps.every((step) => step <= 0)).toBe(true);
  });

  test('beyond its last knots it goes on as steeply as it came', () => {
    const dark = new Uint8Array(REFERENCE.map((value) => (value < 200 ? 1 : 0)));
    const query = REFERENCE.map((value) => 0.6 * value + 10);
    const channel = Float32Array.of(100, 240);
    applyToneCurve(fitToneCurve(REFERENCE, query, dark), channel);
    expect(Math.abs(channel[0]! - 70)).toBeLessThan(1.5);
    expect(Math.abs(channel[1]! - 154)).toBeLessThan(3);
  });

  test('without enough pixels it is the identity', () => {
    const channel = Float32Array.of(0, 77, 255);
    applyToneCurve(fitToneCurve(channel, channel, Uint8Array.of(1, 1, 0)), channel);
    expect([...channel]).toEqual([0, 77, 255]);
  });
});

test('a curve is applied by the kernel as by a plain loop, bit for bit, beyond the range and to an odd number of samples too', () => {
  const curve = { from: Float64Array.of(3.3, 40.1, 200.7), to: Float64Array.of(10, 60.5, 190) };
  const applied = (): Float32Array => {
    const channel = Float32Array.from({ length: 1001 }, (_, i) => i * 0.2731 - 8);
    applyToneCurve(curve, channel);
    return channel;
  };
  expect(applied()).toEqual(withoutKernels(applied));
});
