import { describe, expect, test } from 'vitest';
import type { AlignedPictures } from '../../../src/tamper/alignment/alignPictures.ts';
import { comparablePixels } from '../../../src/tamper/alignment/clipping.ts';
import type { ColourPlanes } from '../../../src/tamper/alignment/registeredColour.ts';

const SIZE = { width: 20, height: 20 };
const COUNT = SIZE.width * SIZE.height;
const MIDDLE = 10 * SIZE.width + 10;
/** One level all over, and another at the middle. */
const picture = (level: number, middle: number): ColourPlanes => {
  const data = new Float32Array(COUNT).fill(level);
  data[MIDDLE] = middle;
  return { ...SIZE, channels: [data, data, data] };
};
const judged = (query: number, before: number, fitted: number): boolean => {
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
  };
  return comparablePixels(aligned)[MIDDLE] === 1;
};

describe('what a change of tone has clipped is not judged', () => {
  test('at the bright end', () => expect(judged(255, 220, 250)).toBe(false));
  test('at the dark end', () => expect(judged(0, 30, 4)).toBe(false));
  test('what was black before is', () => expect(judged(0, 3, 0)).toBe(true));
  test('what was painted white where the reference is neither is', () => expect(judged(255, 120, 140)).toBe(true));
  test('black painted on dark ground where the tone is as it was is', () => expect(judged(0, 25, 24)).toBe(true));
});
