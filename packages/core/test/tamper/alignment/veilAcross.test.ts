import { describe, expect, test } from 'vitest';
import type { ColourPlanes, WarpedReference } from '../../../src/tamper/alignment/registeredColour.ts';
import { underVeilAcross } from '../../../src/tamper/alignment/veilAcross.ts';
import { deadLeaves } from '../../pictures/deadLeaves.ts';

const WIDTH = 180;
const HEIGHT = 120;
const COUNT = WIDTH * HEIGHT;
const { data } = deadLeaves(WIDTH, HEIGHT, 5, 600);
const plane = (c: number): Float32Array => Float32Array.from({ length: COUNT }, (_, i) => data[3 * i + c] as number);
const STORED: WarpedReference = {
  width: WIDTH,
  height: HEIGHT,
  channels: [plane(0), plane(1), plane(2)],
  covered: new Uint8Array(COUNT).fill(1),
};

/** The stored picture with this made of each sample. */
function shown(change: (value: number, x: number, y: number) => number): ColourPlanes {
  const [r, g, b] = STORED.channels.map((samples) =>
    samples.map((value, i) => Math.round(change(value, i % WIDTH, Math.floor(i / WIDTH)))),
  ) as [Float32Array, Float32Array, Float32Array];
  return { width: WIDTH, height: HEIGHT, channels: [r, g, b] };
}

/** Bars that take two fifths of a line, as large letters do. */
const isLetter = (x: number, y: number): boolean => y >= 96 && y < 110 && x % 5 < 2;
/** From row 80 on darker and darker, to black at the last. */
const fading = (y: number): number => (y < 80 ? 1 : 1 - (y - 79) / (HEIGHT - 79));

/** Largest difference outside the letters, levels. */
function off(query: ColourPlanes, laid: WarpedReference): number {
  let most = 0;
  for (let i = 0; i < COUNT; i++)
    if (!isLetter(i % WIDTH, Math.floor(i / WIDTH)))
      for (let c = 0; c < 3; c++)
        most = Math.max(most, Math.abs((query.channels[c]?.[i] as number) - (laid.channels[c]?.[i] as number)));
  return most;
}

describe('a veil across the picture', () => {
  test('that fades to black behind a caption is laid over the stored picture, and its dark end hides it', () => {
    const query = shown((value, x, y) => (isLetter(x, y) ? 255 : fading(y) * value));
    const veil = underVeilAcross(query, STORED);
    expect(veil).not.toBeNull();
    expect(off(query, veil?.laid as WarpedReference)).toBeLessThan(20);
    expect(veil?.hidden[70 * WIDTH]).toBe(0);
    expect(veil?.hidden[(HEIGHT - 5) * WIDTH]).toBe(1);
  });

  test.each([
    ['black', 0],
    ['white', 255],
  ])('that is a bar of %s of one opacity is found, and ends where it ends', (_, ink) => {
    const isBar = (y: number): boolean => y >= 90 && y < 115;
    const query = shown((value, x, y) => {
      if (!isBar(y)) return value;
      return isLetter(x, y) ? 255 - ink : 0.4 * value + 0.6 * ink;
    });
    const veil = underVeilAcross(query, STORED);
    expect(off(query, veil?.laid as WarpedReference)).toBeLessThan(3);
    expect(veil?.hidden.reduce((sum, one) => sum + one, 0)).toBe(25 * WIDTH);
  });

  test('may come from a side', () => {
    const query = shown((value, x) => (x < 60 ? (x / 60) * value : value));
    expect(off(query, underVeilAcross(query, STORED)?.laid as WarpedReference)).toBeLessThan(20);
  });

  test('is none where nothing changed, where all was dimmed, or where a box or other content stands', () => {
    expect(
      underVeilAcross(
        shown((value) => value),
        STORED,
      ),
    ).toBeNull();
    expect(
      underVeilAcross(
        shown((value) => 0.7 * value),
        STORED,
      ),
    ).toBeNull();
    const isBox = (x: number, y: number): boolean => x >= 20 && x < 100 && y >= 40 && y < 90;
    expect(
      underVeilAcross(
        shown((value, x, y) => (isBox(x, y) ? 0.4 * value : value)),
        STORED,
      ),
    ).toBeNull();
    const other = deadLeaves(WIDTH, HEIGHT, 9, 600).data;
    const replaced = shown((value, x, y) => (y >= 80 ? 0.6 * (other[3 * (y * WIDTH + x)] as number) : value));
    expect(underVeilAcross(replaced, STORED)).toBeNull();
  });
});
