import { expect, test } from 'vitest';
import type { Raster } from '../../../src/raster.ts';
import { renderScene } from '../../../src/scene/renderScene.ts';
import { paletteOf } from '../../../src/tamper/wholePicture/palette.ts';
import { EDITS } from './madeEdits.ts';

const SCENE = renderScene({ width: 96, height: 64, seed: 3 });
const edited = (name: string): Raster => EDITS[name]!.edit(SCENE);
const levels = (step: number): Raster => ({
  ...SCENE,
  data: SCENE.data.map((value) => step * Math.floor(value / step)) as Uint8Array,
});

test('colours are counted, and dither is told from flat areas', () => {
  const flat = paletteOf(edited('eight colours'), SCENE);
  const dithered = paletteOf(edited('eight colours, dithered'), SCENE);
  expect(flat).toMatchObject({ isDithered: false });
  expect(dithered).toEqual({ colours: 8, isDithered: true });
  expect(flat?.colours).toBeLessThanOrEqual(8);
});

test('a photo, a grey photo, and a picture whose original has few colours too, have none', () => {
  expect(paletteOf(SCENE, SCENE)).toBeNull();
  expect(paletteOf(edited('black and white'), SCENE)).toBeNull();
  expect(paletteOf(levels(64), levels(64))).toBeNull();
  expect(paletteOf({ ...SCENE, data: SCENE.data.map(() => 7) as Uint8Array }, SCENE)).toBeNull();
});
