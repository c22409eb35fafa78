import { expect, test } from 'vitest';
import type { Colour } from '../../../src/tamper/overlays/graphicColour.ts';
import { isMostlyOneInk } from '../../../src/tamper/overlays/mostlyOneInk.ts';
import { at, blended, CHANGED, isLetter, OTHER, painted, type Painting, SCENE, WHITE, WIDTH } from './paintedScene.ts';

const isOneInk = (painting: Painting): boolean => isMostlyOneInk(painted(painting), CHANGED, 1);
const NAVY: Colour = [20, 40, 74];

test('a bar with letters is, seen through or not', () => {
  for (const opacity of [0.5, 0.8, 1]) {
    const glass = blended(opacity, NAVY);
    expect(isOneInk((x, y, below) => (isLetter(x, y) ? WHITE : glass(below)))).toBe(true);
  }
});

test('other content is not, nor is nothing', () => {
  expect(isOneInk((x, y) => at(OTHER, y * WIDTH + x))).toBe(false);
  expect(isOneInk((x, y) => at(SCENE, (y - 30) * WIDTH + x))).toBe(false);
  expect(isOneInk(() => null)).toBe(false);
});
