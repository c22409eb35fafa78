import { expect, test } from 'vitest';
import { type Colour, lumaOf } from '../../../src/tamper/overlays/graphicColour.ts';
import { mixes } from '../../../src/tamper/overlays/inkMixture.ts';
import {
  colourAt,
  distance,
  distanceAt,
  distanceFrom,
  type RegionPixels,
} from '../../../src/tamper/overlays/regionPixels.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const COUNT = 2000;
const uniform = seededUniform(5);
const samples = (): Float32Array => Float32Array.from({ length: COUNT }, () => 255 * uniform());
const planes = (): RegionPixels['query'] => [samples(), samples(), samples()];
const [query, reference] = [planes(), planes()];
const places = Array.from({ length: COUNT }, (_, i) => i);

test('distances of pixels are those of their colours', () => {
  const colour: Colour = [30, 90, 88];
  for (const i of places) {
    expect(distanceAt(query, reference, i)).toBe(distance(colourAt(query, i), colourAt(reference, i)));
    expect(distanceFrom(query, i, colour)).toBe(distance(colourAt(query, i), colour));
  }
});

/** q = (1 - a) u + a v, least squares over the channels, luma and hue held to their bounds. */
function liesBetween(q: Colour, u: Colour, v: Colour): boolean {
  const step = u.map((from, c) => (v[c] as number) - from);
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, c) => sum + value * (b[c] as number), 0);
  if (dot(step, step) < 400) return false;
  const from = q.map((value, c) => value - (u[c] as number));
  const a = Math.min(1, Math.max(0, dot(step, from) / dot(step, step)));
  const off = from.map((value, c) => value - a * (step[c] as number));
  return Math.abs(lumaOf(off)) <= 12 + 2 && off.every((value) => Math.abs(value - lumaOf(off)) <= 30);
}

test('an edge of ink is told as the equation tells it', () => {
  const pixels = { query, reference, noise: 2 } as unknown as RegionPixels;
  const inks: readonly Colour[] = [
    [250, 250, 250],
    [20, 30, 120],
  ];
  const expected = places.filter((i) => {
    const [q, r] = [colourAt(query, i), colourAt(reference, i)];
    const [first, second] = inks as [Colour, Colour];
    return liesBetween(q, r, first) || liesBetween(q, first, second) || liesBetween(q, r, second);
  });
  expect(expected.length).toBeGreaterThan(20);
  expect(places.filter((i) => mixes(pixels, i, inks))).toEqual(expected);
});
