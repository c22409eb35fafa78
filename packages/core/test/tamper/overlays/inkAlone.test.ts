import { describe, expect, test } from 'vitest';
import { isInkAlone } from '../../../src/tamper/overlays/inkAlone.ts';
import type { RegionPixels } from '../../../src/tamper/overlays/regionPixels.ts';

const [WIDTH, HEIGHT] = [160, 60];
const GROUND = 120;
const column = (i: number): number => i % WIDTH;
const row = (i: number): number => Math.floor(i / WIDTH);
/** Bars of three pixels, white, in the upper part. */
const isStroke = (i: number): boolean => column(i) % 9 < 3 && row(i) >= 8 && row(i) < 28 && column(i) < 150;
const PLACES = Array.from({ length: WIDTH * HEIGHT }, (_, i) => i);
const strokes = Uint8Array.from(PLACES, (i) => (isStroke(i) ? 1 : 0));
const none = new Uint8Array(PLACES.length);

/** White letters, and below them so many rows that became lighter or darker. */
function lettersOver(rows: number, by: number, letters = 250): RegionPixels {
  const isBelow = (i: number): boolean => row(i) >= 28 && row(i) < 28 + rows && column(i) < 60;
  const stored = new Float32Array(PLACES.length).fill(GROUND);
  const shown = Float32Array.from(PLACES, (i) => (isStroke(i) ? letters : isBelow(i) ? GROUND + by : GROUND));
  const differs = Uint8Array.from(shown, (value) => (value === GROUND ? 0 : 1));
  return {
    width: WIDTH,
    height: HEIGHT,
    left: 0,
    top: 0,
    query: [shown, shown, shown],
    reference: [stored, stored, stored],
    covered: new Uint8Array(PLACES.length).fill(1),
    region: differs,
    differs,
    differing: differs.reduce((sum, value) => sum + value, 0),
    noise: 1,
  };
}

describe('ink alone', () => {
  test('differs where nothing does further than 4 px from lines that can be read', () => {
    expect(isInkAlone(lettersOver(3, -30), none, strokes, true)).toBe(true);
    expect(isInkAlone(lettersOver(3, -30), strokes, none, true)).toBe(true);
    expect(isInkAlone(lettersOver(0, 0, GROUND + 30), none, strokes, true)).toBe(false);
  });

  test('or where a little more became darker, as by a shadow, and none where that became lighter or is much', () => {
    expect(isInkAlone(lettersOver(7, -30), none, strokes, true)).toBe(true);
    expect(isInkAlone(lettersOver(7, 30), none, strokes, true)).toBe(false);
    expect(isInkAlone(lettersOver(20, -30), none, strokes, true)).toBe(false);
  });

  test('by less where colours do not tell of it', () => {
    expect(isInkAlone(lettersOver(2, -30), none, strokes, false)).toBe(true);
    expect(isInkAlone(lettersOver(7, -30), none, strokes, false)).toBe(false);
  });
});
