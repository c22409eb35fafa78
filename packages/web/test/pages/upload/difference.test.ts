import { expect, test } from 'vitest';
import { amplifiedDifference, windowOf } from '../../../src/pages/upload/difference.ts';

test('what did not change is black; what changed shines eight times as strong, at most white', () => {
  const before = new Uint8ClampedArray([10, 20, 30, 255, 0, 100, 255, 0]);
  const after = new Uint8ClampedArray([10, 21, 28, 255, 255, 100, 250, 9]);
  const out = new Uint8ClampedArray(8);
  amplifiedDifference(before, after, out);
  expect([...out]).toEqual([0, 8, 16, 255, 255, 0, 40, 255]);
  expect(() => amplifiedDifference(before, after.subarray(4), out)).toThrow(RangeError);
});

test('the window stays within the picture', () => {
  const size = { width: 800, height: 400 };
  expect(windowOf(size, 1, 0.3, 0.9)).toEqual({ x: 0, y: 0, w: 800, h: 400 });
  expect(windowOf(size, 8, 1, 0)).toEqual({ x: 700, y: 0, w: 100, h: 50 });
  expect(windowOf(size, 2, 0.5, 0.5)).toEqual({ x: 200, y: 100, w: 400, h: 200 });
});
