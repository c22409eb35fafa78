import { describe, expect, test } from 'vitest';
import { isFlattened } from '../../../src/tamper/overlays/flattened.ts';
import { overlaysIn } from '../../../src/tamper/overlays/overlaysIn.ts';
import type { Colour } from '../../../src/tamper/overlays/graphicColour.ts';
import { gaussianBlur } from '../../../src/signal/blur/gaussianBlur.ts';
import { seededUniform } from '../../pictures/numbers.ts';
import {
  CHANGED,
  painted,
  blended,
  inside,
  isLetter,
  isOverlay,
  type Painting,
  SCENE,
  SIZE,
  WHITE,
  WIDTH,
} from './paintedScene.ts';

const TEAL: Colour = [30, 90, 88];
const DARK_BROWN: Colour = [45, 28, 20];
const CREAM: Colour = [232, 222, 190];
const isDisc = (x: number, y: number): boolean => Math.hypot(x - 100, y - 70) < 26;
const index = (x: number, y: number): number => y * WIDTH + x;
const between = (from: Colour, to: Colour, part: number): Colour => blended(part, to)(from);
const runs = (x: number): Colour => between([40, 60, 160], [190, 60, 110], (x - 40) / 120);

/** Blue and red off by some levels for eight pixels from the edge, luma kept. */
const bled = (x: number, y: number): Colour => {
  const off = Math.hypot(x - 100, y - 70) > 18 ? 6 : 0;
  return [DARK_BROWN[0] + off, DARK_BROWN[1] - off / 3, DARK_BROWN[2] + off / 3];
};

/** As lossy coding leaves what is near edges, levels. */
const coded = (painting: Painting): Painting => {
  const uniform = seededUniform(9);
  return (x, y, below) => {
    const colour = painting(x, y, below);
    return colour && (colour.map((value) => value + 6 * (uniform() - 0.5)) as unknown as Colour);
  };
};

describe('in a colour that nothing has there', () => {
  test.each<[string, Painting]>([
    ['a disc', (x, y) => (isDisc(x, y) ? DARK_BROWN : null)],
    ['a disc whose colour coding carried beyond its edge', (x, y) => (isDisc(x, y) ? bled(x, y) : null)],
    ['a label with letters in a pale colour', (x, y) => (isLetter(x, y) ? CREAM : TEAL)],
    ['the same once it was coded', coded((x, y) => (isLetter(x, y) ? CREAM : TEAL))],
    ['letters, once they were coded', coded((x, y) => (isLetter(x, y) ? CREAM : null))],
    ['a bar from one colour to another with white letters', (x, y) => (isLetter(x, y) ? WHITE : runs(x))],
  ])('%s was laid over', (_what, painting) => {
    expect(isOverlay(painting)).toBe(true);
  });

  test('a bar from one colour to another that carries nothing may be a sky', () => {
    expect(isOverlay(runs)).toBe(false);
  });

  test('an area that was not painted flat is a thing', () => {
    const uniform = seededUniform(4);
    const rough = (value: number): number => value + 14 * (uniform() - 0.5);
    expect(isOverlay((x, y) => (isDisc(x, y) ? (DARK_BROWN.map(rough) as unknown as Colour) : null))).toBe(false);
  });
});

test('what is painted in a colour of the place replaces it, with letters too', () => {
  const hidden = SCENE.channels.map((plane) => plane.filter((_, i) => inside(i % WIDTH, Math.floor(i / WIDTH))));
  const median = hidden.map((plane) => plane.sort()[plane.length >> 1]) as unknown as Colour;
  expect(isOverlay(() => median)).toBe(false);
  expect(isOverlay((x, y) => (isLetter(x, y) ? CREAM : median))).toBe(false);
});

test('letters in a colour of their own on a ground that was emptied for them', () => {
  const emptied = SCENE.channels.map((data) => gaussianBlur({ ...SIZE, data }, 8).data);
  const ground = (x: number, y: number): Colour => emptied.map((plane) => plane[index(x, y)]) as unknown as Colour;
  expect(isOverlay((x, y) => (isLetter(x, y) ? CREAM : ground(x, y)))).toBe(false);
});

describe('through which the picture is seen', () => {
  const MARKER: Colour = [250, 240, 10];
  const GREY: Colour = [150, 150, 150];
  const isLine = (x: number, y: number): boolean => x > 45 && x < 155 && Math.abs(y - 70) < 9;
  const soft = SCENE.channels.map((data) => gaussianBlur({ ...SIZE, data }, 3).data);
  test.each<[string, boolean, Painting]>([
    ["a marker's line", true, (x, y, below) => (isLine(x, y) ? blended(0.5, MARKER)(below) : null)],
    ['an area in the colour of a marker', false, (x, y, below) => (isDisc(x, y) ? blended(0.5, MARKER)(below) : null)],
    ['a grey logo', true, (x, y, below) => (isDisc(x, y) ? blended(0.5, GREY)(below) : null)],
    [
      'a blurred place of less contrast',
      false,
      (x, y) => (isDisc(x, y) ? (soft.map((plane) => plane[index(x, y)]) as unknown as Colour) : null),
    ],
    [
      'a line of the marker over a blurred place',
      false,
      (x, y) => (isLine(x, y) ? blended(0.5, MARKER)(softAt(x, y)) : null),
    ],
  ])('%s: %s', (_what, expected, painting) => {
    expect(isOverlay(painting)).toBe(expected);
  });
  const softAt = (x: number, y: number): Colour => soft.map((plane) => plane[index(x, y)]) as unknown as Colour;
});

test('letters of an ink that other ground tells are told on plain ground, too', () => {
  const GREY: Colour = [150, 150, 150];
  const PLAIN: Colour = [70, 84, 96];
  const isPlain = (i: number): boolean => i % WIDTH >= 100;
  const halves = {
    ...SIZE,
    channels: SCENE.channels.map((plane, c) =>
      plane.map((value, i) => (isPlain(i) ? (PLAIN[c] as number) : value)),
    ) as unknown as typeof SCENE.channels,
  };
  const isSign = (x: number, y: number, middle: number): boolean => Math.hypot(x - middle, y - 70) < 14;
  const changed = CHANGED.map((value, i) => (Math.abs((i % WIDTH) - 100) < 14 ? 0 : value));
  const toldOnPlain = (middles: readonly number[]): number | undefined =>
    overlaysIn(
      painted(
        (x, y, below) => (middles.some((middle) => isSign(x, y, middle)) ? blended(0.5, GREY)(below) : null),
        halves,
      ),
      changed,
      1,
    )?.mask[index(136, 70)];
  expect(toldOnPlain([62, 136])).toBe(1);
  expect(toldOnPlain([136])).not.toBe(1);
});

test('in a picture of few colours everything is flat, and that says nothing', () => {
  const STEP = 40;
  const { query, ...aligned } = painted((x, y) => (isDisc(x, y) ? DARK_BROWN : null));
  const few = query.channels.map((plane) =>
    plane.map((value, i) => (CHANGED[i] === 1 ? value : STEP * Math.round(value / STEP))),
  );
  const seen = { ...query, channels: few as unknown as typeof query.channels };
  expect(isFlattened({ ...aligned, query: seen }, CHANGED)).toBe(true);
  expect(isFlattened({ ...aligned, query }, CHANGED)).toBe(false);
  expect(overlaysIn({ ...aligned, query }, CHANGED, 1)).not.toBeNull();
  expect(overlaysIn({ ...aligned, query: seen, queryLow: seen }, CHANGED, 1)).toBeNull();
});
