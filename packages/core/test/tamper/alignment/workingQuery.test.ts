import { expect, test } from 'vitest';
import type { Raster } from '../../../src/raster.ts';
import { renderScene } from '../../../src/scene/renderScene.ts';
import { workingQuery } from '../../../src/tamper/alignment/workingQuery.ts';

const [SCENE, OTHER] = [3, 4].map((seed) => renderScene({ width: 96, height: 64, seed })) as [Raster, Raster];
const SIZE = { width: 48, height: 32 };

test('the last picture is kept at the size that was asked for, and is what it would be anew', () => {
  const first = workingQuery(SCENE, SIZE);
  expect(workingQuery(SCENE, { ...SIZE })).toBe(first);
  const small = workingQuery(SCENE, { width: 24, height: 16 });
  expect(small.colour.width).toBe(24);
  expect(workingQuery(OTHER, SIZE)).not.toEqual(first);
  const again = workingQuery(SCENE, SIZE);
  expect(again).not.toBe(first);
  expect(again).toEqual(first);
  expect(workingQuery({ ...SCENE }, SIZE)).toEqual(first);
});
