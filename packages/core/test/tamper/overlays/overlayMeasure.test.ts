import { expect, test } from 'vitest';
import { gaussianBlur } from '../../../src/signal/blur/gaussianBlur.ts';
import type { ColourPlanes } from '../../../src/tamper/alignment/registeredColour.ts';
import type { Colour } from '../../../src/tamper/overlays/graphicColour.ts';
import { HEIGHT, isOverlay, SCENE, SIZE, WIDTH } from './paintedScene.ts';

test('small letters with an outline, close to each other and softened by coding, were laid over though they are flat nowhere', () => {
  const isBlock = (x: number, y: number): boolean => x >= 50 && x < 150 && y >= 48 && y < 92;
  const isWhite = (x: number, y: number): boolean =>
    [1, 2].includes((x - 50) % 4) && (y - 48) % 8 > 0 && (y - 48) % 8 < 7;
  const data = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    isWhite(Math.max(50, i % WIDTH), Math.max(48, Math.floor(i / WIDTH))) ? 255 : 0,
  );
  const soft = gaussianBlur({ ...SIZE, data }, 0.7).data;
  const dim: ColourPlanes = { ...SIZE, channels: SCENE.channels.map((plane) => plane.map((v) => 0.6 * v)) as never };
  const grey = (i: number): Colour => [soft[i] as number, soft[i] as number, soft[i] as number];
  expect(isOverlay((x, y) => (isBlock(x, y) ? grey(y * WIDTH + x) : null), dim)).toBe(true);
});
