import { expect, test } from 'vitest';
import { isBalancedDetail } from '../../../src/tamper/overlays/balancedDetail.ts';
import type { RegionPixels } from '../../../src/tamper/overlays/regionPixels.ts';

const [WIDTH, HEIGHT] = [40, 30];
const COUNT = WIDTH * HEIGHT;
const NONE = new Uint8Array(COUNT);

/** A grey place on which `added` was added, levels; 0 differs not. */
function place(added: (x: number, y: number) => number): RegionPixels {
  const plane = (value: (i: number) => number): Float32Array =>
    Float32Array.from({ length: COUNT }, (_, i) => value(i));
  const at = (i: number): number => added(i % WIDTH, Math.floor(i / WIDTH));
  const [grey, drawn] = [plane(() => 120), plane((i) => 120 + at(i))];
  const differs = Uint8Array.from({ length: COUNT }, (_, i) => (at(i) === 0 ? 0 : 1));
  return {
    ...{ width: WIDTH, height: HEIGHT, left: 0, top: 0, noise: 1 },
    query: [drawn, drawn, drawn],
    reference: [grey, grey, grey],
    covered: NONE.map(() => 1),
    region: NONE.map(() => 1),
    differs,
    differing: differs.reduce((sum, value) => sum + value, 0),
  };
}

const isLine = (x: number): boolean => x % 6 < 2;
const displaced = place((x) => (isLine(x) ? 40 : isLine(x + 2) ? -40 : 0));

test('lines that were displaced are as light as dark', () => {
  expect(isBalancedDetail(displaced, NONE)).toBe(true);
});

test('letters in one ink are not', () => {
  expect(
    isBalancedDetail(
      place((x) => (isLine(x) ? 60 : 0)),
      NONE,
    ),
  ).toBe(false);
  expect(
    isBalancedDetail(
      place((x) => (isLine(x) ? 60 : isLine(x + 2) ? -20 : 0)),
      NONE,
    ),
  ).toBe(false);
});

test('letters with an outline have ink', () => {
  const ink = Uint8Array.from({ length: COUNT }, (_, i) => (isLine(i % WIDTH) ? 1 : 0));
  expect(isBalancedDetail(displaced, ink)).toBe(false);
});

test('of a few pixels nothing is told', () => {
  expect(
    isBalancedDetail(
      place((x, y) => (y > 4 || !isLine(x) ? 0 : x % 2 === 0 ? 40 : -40)),
      NONE,
    ),
  ).toBe(true);
  expect(
    isBalancedDetail(
      place((x, y) => (y > 2 || !isLine(x) ? 0 : x % 2 === 0 ? 40 : -40)),
      NONE,
    ),
  ).toBe(false);
});
