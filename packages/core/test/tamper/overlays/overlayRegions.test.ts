import { expect, test } from 'vitest';
import type { AlignedPictures } from '../../../src/tamper/alignment/alignPictures.ts';
import { overlayRegions } from '../../../src/tamper/overlays/overlayRegions.ts';

const [WIDTH, HEIGHT] = [300, 200];
const SIZE = { width: WIDTH, height: HEIGHT };
type Shape = (x: number, y: number) => boolean;

const maskOf = (holds: Shape): Uint8Array =>
  Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (holds(i % WIDTH, Math.floor(i / WIDTH)) ? 1 : 0));

const NONE = new Float32Array(WIDTH * HEIGHT);
const PLANES = { ...SIZE, channels: [NONE, NONE, NONE] } as const;

function taken(overlay: Shape | null, hidden: Shape | null, compared: Shape = () => true): number {
  const aligned = {
    query: PLANES,
    hidden: hidden && maskOf(hidden),
    inside: maskOf((x, y) => compared(x, y) && hidden?.(x, y) !== true),
  } as unknown as AlignedPictures;
  return overlayRegions(overlay && maskOf(overlay), aligned, SIZE).overlayFraction;
}

const isBeyond =
  (radius: number): Shape =>
  (x, y) =>
    Math.hypot(x + 0.5 - WIDTH / 2, y + 0.5 - HEIGHT / 2) > radius;

test('a bar takes its part of the picture', () => {
  expect(taken((_x, y) => y >= 120, null)).toBeCloseTo(0.4, 6);
  expect(taken(null, (_x, y) => y >= 120)).toBeCloseTo(0.4, 6);
  // What is not compared counts for neither.
  expect(
    taken(
      (_x, y) => y >= 120,
      null,
      (x) => x >= 100,
    ),
  ).toBeCloseTo(0.4, 6);
});

test('a circle takes of the square that it was cut in, not of what lies beside that', () => {
  const corners = 1 - Math.PI / 4;
  expect(taken(null, isBeyond(96))).toBeCloseTo(corners, 2);
  expect(taken(isBeyond(96), null)).toBeCloseTo(corners, 2);
  // A picture one of whose corners is seen was not cut to a shape.
  expect(taken(null, (x, y) => isBeyond(96)(x, y) && (x > 20 || y > 20))).toBeGreaterThan(0.45);
});

test('what leaves several pieces is no shape', () => {
  const isSeen: Shape = (x, y) => y >= 30 && y < 170 && ((x >= 20 && x < 120) || (x >= 180 && x < 280));
  expect(taken((x, y) => !isSeen(x, y), null)).toBeCloseTo(1 - (2 * 100 * 140) / (WIDTH * HEIGHT), 6);
});

test('nothing laid over takes nothing', () => {
  expect(taken(null, null)).toBe(0);
});
