import { describe, expect, test } from 'vitest';
import { withoutSurround } from '../../../src/tamper/alignment/plainSurround.ts';
import type { ColourPlanes, WarpedReference } from '../../../src/tamper/alignment/registeredColour.ts';
import { deadLeaves } from '../../pictures/deadLeaves.ts';

const [WIDTH, HEIGHT] = [240, 160];
const { data } = deadLeaves(WIDTH, HEIGHT, 4, 700);

type Painting = (x: number, y: number, value: number) => number;

/** A scene between 60 and 200, painted over. */
function picture(painting: Painting): ColourPlanes {
  const plane = (c: number): Float32Array =>
    Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
      painting(i % WIDTH, Math.floor(i / WIDTH), 60 + 0.55 * (data[3 * i + c] as number)),
    );
  return { width: WIDTH, height: HEIGHT, channels: [plane(0), plane(1), plane(2)] };
}

const asStored = (of: ColourPlanes): WarpedReference => ({ ...of, covered: new Uint8Array(WIDTH * HEIGHT).fill(1) });
const STORED = asStored(picture((_x, _y, value) => value));
const uncovered = (laid: WarpedReference): number => laid.covered.reduce((sum, value) => sum + 1 - value, 0);

const isInOval = (x: number, y: number): boolean =>
  ((x + 0.5 - WIDTH / 2) / (WIDTH / 2 - 3)) ** 2 + ((y + 0.5 - HEIGHT / 2) / (HEIGHT / 2 - 3)) ** 2 < 1;

describe('a surround of one colour', () => {
  test.each([
    ['white', 255],
    ['grey', 30],
    ['black', 0],
  ])('around an oval, %s, is no part of the copy', (_name, ink) => {
    const query = picture((x, y, value) => (isInOval(x, y) ? value : ink));
    const laid = withoutSurround(query, STORED);
    const outside = Array.from({ length: WIDTH * HEIGHT }, (_, i) => !isInOval(i % WIDTH, Math.floor(i / WIDTH)));
    const wrong = laid.covered.filter((value, i) => (value === 0) !== outside[i]).length;
    expect(wrong).toBeLessThan(0.002 * WIDTH * HEIGHT);
    // The query stands in for what is not there, and what was given stays as it was.
    expect(laid.channels[1][0]).toBe(ink);
    expect(STORED.channels[1][0]).not.toBe(ink);
    expect(uncovered(STORED)).toBe(0);
  });
});

test('corners that were rounded off in a frame of the same colour', () => {
  const [frame, radius] = [10, 24];
  const off = (at: number, side: number): number => Math.max(0, frame + radius - at, at - (side - 1 - frame - radius));
  const isFrame = (x: number, y: number): boolean =>
    Math.min(x, y, WIDTH - 1 - x, HEIGHT - 1 - y) < frame || Math.hypot(off(x, WIDTH), off(y, HEIGHT)) > radius;
  const query = picture((x, y, value) => (isFrame(x, y) ? 6 : value));
  const covered = STORED.covered.map((_, i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    return Math.min(x, y, WIDTH - 1 - x, HEIGHT - 1 - y) < frame ? 0 : 1;
  });
  const { covered: left } = withoutSurround(query, { ...STORED, covered });
  const wrong = left.filter((value, i) => (value === 0) !== isFrame(i % WIDTH, Math.floor(i / WIDTH))).length;
  expect(wrong).toBeLessThan(0.002 * WIDTH * HEIGHT);
});

describe('what stays to be compared', () => {
  test.each<[string, Painting]>([
    ['a copy', (_x, _y, value) => value],
    ['a box within the picture', (x, y, value) => (x > 60 && x < 140 && y > 40 && y < 90 ? 255 : value)],
    [
      'a bar with a line of letters',
      (x, y, value) => {
        if (y < 130) return value;
        return y >= 138 && y < 150 && x >= 20 && x < 200 && x % 8 < 4 ? 20 : 250;
      },
    ],
    [
      'an oval whose edge is a fade',
      (x, y, value) => {
        const away = Math.hypot((x - WIDTH / 2) / WIDTH, (y - HEIGHT / 2) / HEIGHT);
        const seen = Math.min(1, Math.max(0, 2.5 - 5 * away));
        return seen * value;
      },
    ],
  ])('%s', (_name, painting) => {
    expect(withoutSurround(picture(painting), STORED)).toBe(STORED);
  });

  test('the paper of a page on which a line was whitened', () => {
    const isLine = (x: number, y: number): boolean => y >= 60 && y < 72 && x >= 40 && x < 200 && x % 8 < 4;
    const page = asStored(picture((x, y) => (isLine(x, y) ? 40 : 250)));
    expect(
      withoutSurround(
        picture(() => 250),
        page,
      ),
    ).toBe(page);
  });

  test('a silhouette that a dark copy makes black: it ends where it did', () => {
    const isTree = (x: number, y: number): boolean => y > 90 + 20 * Math.sin(x / 17);
    const stored = asStored(picture((x, y, value) => (isTree(x, y) ? 32 + value / 30 : value + 40)));
    expect(
      withoutSurround(
        picture((x, y, value) => (isTree(x, y) ? 2 : value)),
        stored,
      ),
    ).toBe(stored);
  });
});
