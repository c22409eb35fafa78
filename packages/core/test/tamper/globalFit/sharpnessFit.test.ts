import { expect, test } from 'vitest';
import { luma } from '../../../src/raster.ts';
import { gaussianBlur } from '../../../src/signal/blur/gaussianBlur.ts';
import { withSharpnessOf } from '../../../src/tamper/globalFit/sharpnessFit.ts';
import { deadLeaves } from '../../pictures/deadLeaves.ts';

const SCENE = gaussianBlur(luma(deadLeaves(200, 150, 5, 500)), 1.6);
const EVERYWHERE = new Uint8Array(SCENE.data.length).fill(1);

function meanDifference(a: Float32Array, b: Float32Array, isCounted: (i: number) => boolean = () => true): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < a.length; i++) {
    if (!isCounted(i)) continue;
    sum += Math.abs(a[i]! - b[i]!);
    count++;
  }
  return sum / count;
}

for (const sigma of [1, 2])
  test(`a blur of sigma ${sigma} of the whole picture is taken for what it is`, () => {
    const query = gaussianBlur(SCENE, sigma);
    const fitted = withSharpnessOf(query, SCENE, EVERYWHERE);
    expect(meanDifference(fitted.data, query.data)).toBeLessThan(0.35 * meanDifference(SCENE.data, query.data));
  });

test('a blurred sixth of the picture leaves the rest sharp', () => {
  const soft = gaussianBlur(SCENE, 3).data;
  const isEdited = (i: number): boolean => i % 200 >= 60 && i % 200 < 130 && Math.floor(i / 200) < 70;
  const data = SCENE.data.map((value, i) => (isEdited(i) ? soft[i]! : value));
  const fitted = withSharpnessOf({ ...SCENE, data }, SCENE, EVERYWHERE);
  expect(meanDifference(fitted.data, data, (i) => !isEdited(i))).toBeLessThan(0.2);
  expect(meanDifference(fitted.data, data, isEdited)).toBeGreaterThan(0.8 * meanDifference(SCENE.data, data, isEdited));
});

test('a plain picture is left as it is', () => {
  const plain = { ...SCENE, data: new Float32Array(SCENE.data.length).fill(90) };
  expect(withSharpnessOf(plain, plain, EVERYWHERE).data).toEqual(plain.data);
});
