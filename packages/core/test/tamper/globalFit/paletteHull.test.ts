import { expect, test } from 'vitest';
import { coloursOf, nearestInHull, withinHull } from '../../../src/tamper/globalFit/paletteHull.ts';

type Colour = readonly [number, number, number];
const CUBE: Colour[] = [50, 200].flatMap((r) => [50, 200].flatMap((g) => [50, 200].map((b): Colour => [r, g, b])));

function expectNear(found: Colour, wanted: Colour, levels: number): void {
  found.forEach((value, c) => {
    expect(Math.abs(value - (wanted[c] as number))).toBeLessThan(levels);
  });
}

test('a colour between those of the palette can be mixed, one beyond them is shown as the nearest', () => {
  expectNear(nearestInHull([120, 60, 190], CUBE), [120, 60, 190], 1);
  expectNear(nearestInHull([255, 100, 0], CUBE), [200, 100, 50], 1);
  // Greys alone show luminance, and no colour.
  expectNear(
    nearestInHull(
      [200, 100, 0],
      [
        [0, 0, 0],
        [255, 255, 255],
      ],
    ),
    [100, 100, 100],
    0.1,
  );
  expect(nearestInHull([1, 2, 3], [[9, 8, 7]])).toEqual([9, 8, 7]);
});

test('a picture as its palette can show it: within the hull as it was', () => {
  const channels = [
    Float32Array.of(255, 120, 300),
    Float32Array.of(100, 60, -9),
    Float32Array.of(0, 190, 120),
  ] as const;
  const shown = withinHull({ width: 3, height: 1, channels }, CUBE).channels;
  [
    [200, 100, 50],
    [120, 60, 190],
    [200, 50, 120],
  ].forEach((wanted, i) => {
    expectNear(shown.map((plane) => plane[i] as number) as unknown as Colour, wanted as unknown as Colour, 3);
  });
});

test('many colours that lack a red do not make a red thing grey', () => {
  const greys = Array.from({ length: 100 }, (_, i): Colour => [2 * i + 20, 2 * i + 20, 2 * i + 20]);
  const red = {
    width: 1,
    height: 1,
    channels: [Float32Array.of(220), Float32Array.of(30), Float32Array.of(30)],
  } as const;
  const offIn = (palette: readonly Colour[]): number =>
    Math.hypot(...withinHull(red, palette).channels.map((plane, c) => (plane[0] as number) - [220, 30, 30][c]!));
  expect(offIn(greys.slice(0, 50))).toBeGreaterThan(120);
  expect(offIn(greys)).toBeLessThan(56);
  // What is near is shown as it can be.
  expect(nearestInHull([60, 50, 50], greys)[0]).toBeCloseTo(53.3, 0);
});

test('distinct colours of 8 and of 16 bits, grey ones too', () => {
  const rgb = { width: 3, height: 1, channels: 3, depth: 8, data: Uint8Array.of(1, 2, 3, 1, 2, 3, 4, 5, 6) } as const;
  expect(coloursOf(rgb)).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  const grey = { width: 2, height: 1, channels: 1, depth: 16, data: Uint16Array.of(257, 65_535) } as const;
  expect(coloursOf(grey)).toEqual([
    [1, 1, 1],
    [255, 255, 255],
  ]);
});
