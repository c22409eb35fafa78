import { expect, test } from 'vitest';
import { lostContent } from '../../../src/tamper/cues/lostContent.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const SIZE = { width: 120, height: 80 };
const COUNT = SIZE.width * SIZE.height;
const VALID = new Uint8Array(COUNT).fill(1);

type Place = (x: number, y: number) => boolean;
const maskOf = (isIn: Place): Uint8Array =>
  Uint8Array.from({ length: COUNT }, (_, i) => (isIn(i % SIZE.width, Math.floor(i / SIZE.width)) ? 1 : 0));
const isCastle: Place = (x, y) => x >= 20 && x < 50 && y >= 30 && y < 60;
const isShed: Place = (x, y) => x >= 90 && x < 93 && y >= 50 && y < 53;
const isGround: Place = (_x, y) => y >= 30;

/** @param badOf probability that texture at a place does not correlate */
function correlated(isTextured: Place, badOf: (x: number, y: number) => number) {
  const uniform = seededUniform(5);
  const textured = maskOf(isTextured);
  const bad = maskOf((x, y) => isTextured(x, y) && uniform() < badOf(x, y));
  return { ...SIZE, valid: VALID, textured, bad };
}

test('what is gone is told although nothing else has its texture', () => {
  const { strength, marked } = lostContent(
    correlated(isGround, (x, y) => (isCastle(x, y) ? 0.9 : isShed(x, y) ? 1 : 0)),
  );
  expect(strength).toBe(2);
  expect(marked[45 * SIZE.width + 35]).toBe(2);
  expect(marked[45 * SIZE.width + 100]).toBe(0);
});

test.each<[string, Place, (x: number, y: number) => number]>([
  ['nothing is bad', isGround, () => 0],
  ['noise makes some of it bad everywhere', isGround, () => 0.3],
  ['it is bad all over', isGround, () => 0.9],
  ['a rope alone moved', isGround, (x, y) => (y === 50 && x < 60 ? 1 : 0)],
  ['there is hardly any texture beside it', isCastle, () => 0.9],
])('nothing is said where %s', (_what, isTextured, badOf) => {
  const { strength, marked } = lostContent(correlated(isTextured, badOf));
  expect(strength).toBe(0);
  expect(marked.includes(2)).toBe(false);
});

test('nothing is said of a picture without texture', () => {
  expect(
    lostContent(
      correlated(
        () => false,
        () => 0,
      ),
    ).strength,
  ).toBe(0);
});
