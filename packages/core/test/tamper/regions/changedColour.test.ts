import { expect, test } from 'vitest';
import type { ColourPlanes } from '../../../src/tamper/alignment/registeredColour.ts';
import { changedColour, coloursApart, isPlainIn } from '../../../src/tamper/regions/changedColour.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const SIDE = 48;
const COUNT = SIDE * SIDE;

function grey(levels: (i: number) => number): ColourPlanes {
  const plane = Float32Array.from({ length: COUNT }, (_, i) => levels(i));
  return { width: SIDE, height: SIDE, channels: [plane, plane.slice(), plane.slice()] };
}
/** Stripes of four pixels, in random order of brightness. */
function texture(seed: number): Float32Array {
  const uniform = seededUniform(seed);
  const levels = Float32Array.from({ length: COUNT }, () => 60 + 80 * uniform());
  return levels.map((_, i) => levels[4 * ((i % SIDE) >> 2) + SIDE * 4 * (Math.floor(i / SIDE) >> 2)] as number);
}
const inside = Uint8Array.from({ length: COUNT }, (_, i) => (i % SIDE > 12 && i % SIDE < 36 ? 1 : 0));
const [scene, other] = [texture(3), texture(4)];
const fitted = grey((i) => scene[i] as number);

test('light that falls on a region leaves its structure, other content does not', () => {
  const lamp = (i: number): number => 50 * Math.exp(-(((i % SIDE) - 24) ** 2) / 200);
  const lit = changedColour({ queryLow: grey((i) => (scene[i] as number) + lamp(i)), fittedLow: fitted }, inside);
  expect(lit.luma).toBeGreaterThan(30);
  expect(lit.structure).toBeGreaterThan(0.9);
  const replaced = changedColour({ queryLow: grey((i) => other[i] as number), fittedLow: fitted }, inside);
  expect(Math.abs(replaced.structure)).toBeLessThan(0.3);
});

test('nothing changed, or nothing but flat ground: no structure is shared', () => {
  expect(changedColour({ queryLow: fitted, fittedLow: fitted }, new Uint8Array(COUNT))).toEqual({
    luma: 0,
    chroma: 0,
    structure: 0,
  });
  const flat = grey(() => 90);
  expect(changedColour({ queryLow: flat, fittedLow: flat }, inside).structure).toBeCloseTo(0, 6);
});

test('of several regions each is told apart, where the stored picture shows something', () => {
  const half = (i: number): number => Math.sign((i % SIDE) - 24);
  const twoOf = Uint8Array.from({ length: COUNT }, (_, i) => (Math.abs((i % SIDE) - 24) > 6 ? 1 : 0));
  const queryLow = grey((i) => (half(i) > 0 ? (scene[i] as number) + 50 : (other[i] as number)));
  const [one, another] = coloursApart({ queryLow, fittedLow: fitted }, twoOf).map(({ structure }) => structure);
  expect([one! > 0.9, another! > 0.9].sort()).toEqual([false, true]);
  expect(coloursApart({ queryLow, fittedLow: fitted }, inside)).toEqual([]);
  const flat = grey(() => 90);
  expect(coloursApart({ queryLow, fittedLow: flat }, twoOf)).toEqual([]);
});

test('what one mask was told of is not told of other pictures', () => {
  const told = (content: Float32Array) =>
    changedColour({ queryLow: grey((i) => content[i] as number), fittedLow: fitted }, inside);
  const aside = { queryLow: grey((i) => scene[i] as number), fittedLow: fitted };
  const [same, replaced] = [told(scene), told(other)];
  expect(told(scene)).toEqual(same);
  expect(told(other)).toEqual(replaced);
  expect(changedColour(aside, inside)).toEqual(changedColour(aside, inside.slice()));
  expect(isPlainIn(aside, inside)).toBe(isPlainIn(aside, inside.slice()));
});
