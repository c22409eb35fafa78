import { expect, test } from 'vitest';
import { luma, type Plane } from '../../src/raster.ts';
import { cutOutHypothesis } from '../../src/registration/cutOutFit.ts';
import { project } from '../../src/registration/homography.ts';
import { renderScene } from '../../src/scene/renderScene.ts';

const SCENE = luma(renderScene({ width: 480, height: 320, seed: 3 }));

const cut = ({ width, data }: Plane, left: number, top: number, w: number, h: number): Plane => {
  const out = new Float32Array(w * h);
  for (let y = 0; y < h; y++) out.set(data.subarray((top + y) * width + left, (top + y) * width + left + w), y * w);
  return { width: w, height: h, data: out };
};

test('a part is found where it was cut out, to the pixel of the level', () => {
  const part = cut(SCENE, 130, 90, 200, 120);
  const found = cutOutHypothesis(part, SCENE, 1);
  const corner = project(found!, 0, 0);
  expect(Math.hypot(corner.x - 130, corner.y - 90)).toBeLessThan(2);
  const far = project(found!, 199, 119);
  expect(Math.hypot(far.x - 329, far.y - 209)).toBeLessThan(2);
});

test('a part that is drawn larger needs the scale that it has', () => {
  const part = cut(SCENE, 130, 90, 200, 120);
  const doubled: Plane = {
    width: 400,
    height: 240,
    data: Float32Array.from({ length: 400 * 240 }, (_, i) => {
      const [x, y] = [i % 400, Math.floor(i / 400)];
      return part.data[(y >> 1) * 200 + (x >> 1)] as number;
    }),
  };
  const corner = project(cutOutHypothesis(doubled, SCENE, 0.5)!, 0, 0);
  expect(Math.hypot(corner.x - 130, corner.y - 90)).toBeLessThan(2);
  expect(cutOutHypothesis(doubled, SCENE, 1)).toBeNull();
});

test('another picture fits nowhere; one larger than the reference or too small to tell is not looked for', () => {
  const other = luma(renderScene({ width: 200, height: 120, seed: 9 }));
  expect(cutOutHypothesis(other, SCENE, 1)).toBeNull();
  expect(cutOutHypothesis(SCENE, other, 1)).toBeNull();
  expect(cutOutHypothesis(cut(SCENE, 100, 100, 30, 30), SCENE, 1)).toBeNull();
  expect(cutOutHypothesis(cut(SCENE, 0, 100, 480, 1), SCENE, 0.3)).toBeNull();
});
