import { expect, test } from 'vitest';
import { luma, type Plane, plane } from '../../../src/raster.ts';
import { renderScene } from '../../../src/scene/renderScene.ts';
import { continuation } from '../../../src/tamper/alignment/continuation.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const [WIDTH, HEIGHT] = [320, 240];
const scenes = new Map<number, Plane>();
/** Rendered once; nothing here writes to it. */
function scene(seed: number): Plane {
  const rendered = scenes.get(seed) ?? luma(renderScene({ width: WIDTH, height: HEIGHT, seed }));
  scenes.set(seed, rendered);
  return rendered;
}
const isShown = (i: number): boolean => {
  const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
  return x >= 50 && x < 260 && y >= 40 && y < 210;
};
const covered = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (isShown(i) ? 1 : 0));
const around = (inner: Plane, outer: (i: number) => number): Plane =>
  plane(
    WIDTH,
    HEIGHT,
    inner.data.map((level, i) => (isShown(i) ? level : outer(i))),
  );

test.each([3, 5, 9, 17])('of a scene that goes on beyond its crop there is no seam: %i', (seed) => {
  expect(continuation(scene(seed), covered)).toBeGreaterThan(0.7);
});

test.each([3, 5, 9, 17])('beside another picture, a page or a plain frame there is one: %i', (seed) => {
  const [inner, other] = [scene(seed), scene(seed + 1)];
  const uniform = seededUniform(seed);
  expect(
    continuation(
      around(inner, (i) => other.data[i] as number),
      covered,
    ),
  ).toBeLessThan(0.4);
  expect(
    continuation(
      around(inner, () => 240),
      covered,
    ),
  ).toBe(0);
  expect(
    continuation(
      around(inner, () => (uniform() < 0.2 ? 20 : 250)),
      covered,
    ),
  ).toBeLessThan(0.4);
});

test('what covers all of the picture, or a corner too small to tell, has no outline', () => {
  expect(continuation(scene(3), new Uint8Array(WIDTH * HEIGHT).fill(1))).toBe(0);
  const corner = covered.map((_, i) => (i % WIDTH < 20 && i < 20 * WIDTH ? 1 : 0));
  expect(continuation(scene(3), corner)).toBe(0);
});
