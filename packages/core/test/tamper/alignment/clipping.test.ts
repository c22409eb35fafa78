import { describe, expect, test } from 'vitest';
import type { AlignedPictures } from '../../../src/tamper/alignment/alignPictures.ts';
import { comparablePixels } from '../../../src/tamper/alignment/clipping.ts';
import type { ColourPlanes } from '../../../src/tamper/alignment/registeredColour.ts';

const SIZE = { width: 20, height: 20 };
const COUNT = SIZE.width * SIZE.height;
const MIDDLE = 10 * SIZE.width + 10;
/** One level all over, and another at the middle. */
type Colour = readonly [number, number, number];
const picture = (level: number, middle: number | Colour): ColourPlanes => {
  const channel = (c: 0 | 1 | 2): Float32Array => {
    const data = new Float32Array(COUNT).fill(level);
    data[MIDDLE] = typeof middle === 'number' ? middle : middle[c];
    return data;
  };
  return { ...SIZE, channels: [channel(0), channel(1), channel(2)] };
};
const judged = (query: number | Colour, before: number | Colour, fitted: number | Colour): boolean => {
  const aligned: AlignedPictures = {
    query: picture(128, query),
    covered: new Uint8Array(COUNT).fill(1),
    inside: new Uint8Array(COUNT).fill(1),
    queryLow: picture(128, query),
    referenceLow: picture(100, before),
    fitted: picture(128, fitted),
    fittedLow: picture(128, fitted),
    globalLow: picture(128, fitted),
    registered: picture(100, before),
    hidden: null,
  };
  return comparablePixels(aligned)[MIDDLE] === 1;
};

describe('what a change of tone has clipped is not judged', () => {
  test('at the bright end', () => expect(judged(255, 220, 250)).toBe(false));
  test('at the dark end', () => expect(judged(0, 30, 4)).toBe(false));
  test('what was black before is', () => expect(judged(0, 3, 0)).toBe(true));
  test('what was painted white where the reference is neither is', () => expect(judged(255, 120, 140)).toBe(true));
  test('where one channel is clipped and the others are as they should be', () =>
    expect(judged([90, 70, 0], [95, 80, 20], [88, 72, 5])).toBe(false));
  test('but a colour painted there is', () => expect(judged([180, 60, 0], [95, 80, 20], [88, 72, 5])).toBe(true));
  test('black painted on dark ground where the tone is as it was is', () => expect(judged(0, 25, 24)).toBe(true));
});
