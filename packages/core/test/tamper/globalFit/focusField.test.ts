import { expect, test } from 'vitest';
import { luma } from '../../../src/raster.ts';
import { gaussianBlur } from '../../../src/signal/blur/gaussianBlur.ts';
import type { ColourPlanes } from '../../../src/tamper/alignment/registeredColour.ts';
import { withFocusOf } from '../../../src/tamper/globalFit/focusField.ts';
import { deadLeaves } from '../../pictures/deadLeaves.ts';

const [WIDTH, HEIGHT] = [240, 160];
const SCENE = luma(deadLeaves(WIDTH, HEIGHT, 5, 500));
const SOFT = gaussianBlur(SCENE, 3).data;
const EVERYWHERE = new Uint8Array(SCENE.data.length).fill(1);
const grey = (data: Float32Array): ColourPlanes => ({
  width: WIDTH,
  height: HEIGHT,
  channels: [data, data.slice(), data.slice()],
});
const blurredBy = (share: (x: number, y: number) => number): Float32Array =>
  SCENE.data.map((value, i) => {
    const part = share(i % WIDTH, Math.floor(i / WIDTH));
    return (1 - part) * value + part * (SOFT[i] as number);
  });

function meanDifference(a: Float32Array, b: Float32Array, isCounted: (x: number, y: number) => boolean): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    if (!isCounted(i % WIDTH, Math.floor(i / WIDTH))) continue;
    sum += Math.abs((a[i] as number) - (b[i] as number));
    count++;
  }
  return sum / count;
}

test('a picture that becomes softer to one side is followed', () => {
  const query = blurredBy((x) => Math.max(0, (1.4 * x) / WIDTH - 0.4));
  const fitted = withFocusOf(grey(query), grey(SCENE.data), EVERYWHERE).channels[0];
  const isSoft = (x: number): boolean => x > 0.6 * WIDTH;
  expect(meanDifference(fitted, query, isSoft)).toBeLessThan(0.4 * meanDifference(SCENE.data, query, isSoft));
});

test('a blurred area is not', () => {
  const isEdited = (x: number, y: number): boolean => x >= 90 && x < 150 && y >= 50 && y < 100;
  const query = blurredBy((x, y) => (isEdited(x, y) ? 1 : 0));
  const fitted = withFocusOf(grey(query), grey(SCENE.data), EVERYWHERE).channels[0];
  expect(meanDifference(fitted, query, isEdited)).toBeGreaterThan(0.6 * meanDifference(SCENE.data, query, isEdited));
});
