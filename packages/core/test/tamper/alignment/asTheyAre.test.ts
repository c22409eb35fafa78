import { describe, expect, test } from 'vitest';
import {
  agreeAsTheyAre,
  type DifferingPart,
  differingPart,
  windowDifferences,
} from '../../../src/tamper/alignment/asTheyAre.ts';
import { areaOf } from '../../../src/tamper/regions/masks.ts';
import type { ColourPlanes } from '../../../src/tamper/alignment/registeredColour.ts';
import { deadLeaves } from '../../pictures/deadLeaves.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const WIDTH = 192;
const HEIGHT = 128;
const COUNT = WIDTH * HEIGHT;
const { data } = deadLeaves(WIDTH, HEIGHT, 3, 500);
const EVERYWHERE = new Uint8Array(COUNT).fill(1);

type Change = (value: number, x: number, y: number, c: number) => number;

function seen(change: Change): ColourPlanes {
  const plane = (c: number): Float32Array =>
    Float32Array.from({ length: COUNT }, (_, i) =>
      change(data[3 * i + c] as number, i % WIDTH, Math.floor(i / WIDTH), c),
    );
  return { width: WIDTH, height: HEIGHT, channels: [plane(0), plane(1), plane(2)] };
}
const STORED = seen((value) => value);
const uniform = seededUniform(8);
const noisy: Change = (value) => value + 12 * (uniform() - 0.5);

describe('pictures agree as they are', () => {
  test('with noise and rounding', () => {
    expect(agreeAsTheyAre(windowDifferences(STORED, STORED, EVERYWHERE))).toBe(true);
    expect(agreeAsTheyAre(windowDifferences(seen(noisy), STORED, EVERYWHERE))).toBe(true);
  });

  test('where the little that differs cannot be compared', () => {
    const query = seen((value, x) => (x < 64 ? 255 - value : value));
    const inside = EVERYWHERE.map((_, i) => (i % WIDTH < 64 ? 0 : 1));
    expect(agreeAsTheyAre(windowDifferences(query, STORED, EVERYWHERE))).toBe(false);
    expect(agreeAsTheyAre(windowDifferences(query, STORED, inside))).toBe(true);
  });
});

describe('they do not', () => {
  const changed: Record<string, Change> = {
    'two levels brighter': (value) => value + 2,
    'warmer, with the same luma': (value, _x, _y, c) => value + ([4, 0, -10][c] as number),
    'darker towards one side': (value, x) => value * (1 - (0.15 * x) / WIDTH),
    'of more contrast': (value) => 128 + 1.1 * (value - 128),
    'one window of another colour': (value, x, y, c) => (c === 0 && x >> 4 === 5 && y >> 4 === 3 ? value + 11 : value),
  };
  for (const [name, change] of Object.entries(changed))
    test(name, () => expect(agreeAsTheyAre(windowDifferences(seen(change), STORED, EVERYWHERE))).toBe(false));

  test('laid two pixels beside', () => {
    const beside = seen((_value, x, y, c) => data[3 * (y * WIDTH + Math.min(WIDTH - 1, x + 2)) + c] as number);
    expect(agreeAsTheyAre(windowDifferences(beside, STORED, EVERYWHERE))).toBe(false);
  });

  test('where nothing can be compared', () => {
    expect(agreeAsTheyAre(windowDifferences(STORED, STORED, new Uint8Array(COUNT)))).toBe(false);
  });
});

describe('the part beside which they agree', () => {
  /** Three of eight rows of windows, 16 of 128 lines and more around them. */
  const isBar = (y: number): boolean => y >= 64 && y < 90;
  const partOf = (change: Change, shareMin = 0.05): DifferingPart | null =>
    differingPart(windowDifferences(seen(change), STORED, EVERYWHERE), STORED, shareMin);

  test('is what was laid over, and the windows around it', () => {
    const part = partOf((value, _x, y) => (isBar(y) ? 0.4 * value + 20 : value))!;
    for (let y = 0; y < HEIGHT; y++) {
      expect(part.itself[y * WIDTH + 7]).toBe(y >= 64 && y < 96 ? 1 : 0);
      expect(part.withSurroundings[y * WIDTH + 7]).toBe(y >= 48 && y < 112 ? 1 : 0);
    }
  });

  test('is a window, where as little is asked for', () => {
    const inverted: Change = (value, x, y) => (x >= 64 && x < 80 && y >= 32 && y < 48 ? 255 - value : value);
    expect(areaOf(partOf(inverted, 0.005)!.itself)).toBe(16 ** 2);
  });

  const none: Record<string, Change> = {
    'where nothing differs': (value) => value,
    'where little does': (value, x, y) => (x >= 64 && x < 80 && y >= 32 && y < 48 ? 255 - value : value),
    'where most does': (value, _x, y) => (y >= 48 ? 255 - value : value),
    'where it fades out': (value, x) => value * (1 - 0.5 * Math.max(0, 1 - x / WIDTH)),
    'where the rest is another one, too': (value, _x, y) => (isBar(y) ? 0.4 * value + 20 : value + 2),
  };
  for (const [name, change] of Object.entries(none))
    test(`there is none ${name}`, () => expect(partOf(change)).toBe(null));
});
