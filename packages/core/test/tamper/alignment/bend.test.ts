import { describe, expect, test } from 'vitest';
import { type Plane, plane } from '../../../src/raster.ts';
import { gaussianBlur } from '../../../src/signal/blur/gaussianBlur.ts';
import { unbent } from '../../../src/tamper/alignment/bend.ts';
import type { WarpedReference } from '../../../src/tamper/alignment/registeredColour.ts';
import { displacedPlanes } from '../../../src/tamper/alignment/residualFlow.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const [WIDTH, HEIGHT] = [480, 320];

function texture(): Plane {
  const uniform = seededUniform(5);
  const smooth = gaussianBlur(
    plane(
      WIDTH,
      HEIGHT,
      Float32Array.from({ length: WIDTH * HEIGHT }, () => 255 * uniform()),
    ),
    2.5,
  );
  return { ...smooth, data: smooth.data.map((value) => 128 + 7 * (value - 128)) };
}

const grey = ({ data }: Plane): WarpedReference => ({
  width: WIDTH,
  height: HEIGHT,
  channels: [data.slice(), data.slice(), data.slice()],
  covered: new Uint8Array(data.length).fill(1),
});

/** The picture as it is read at places displaced so, px; `at` gets coordinates in [-1, 1] of half the width. */
function moved(input: Plane, at: (x: number, y: number) => readonly [number, number]): Plane {
  const [dx, dy] = [plane(WIDTH, HEIGHT), plane(WIDTH, HEIGHT)];
  for (let y = 0, i = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, i++)
      [dx.data[i], dy.data[i]] = at((2 * x - WIDTH) / WIDTH, (2 * y - HEIGHT) / WIDTH) as [number, number];
  const [data] = displacedPlanes(input, [input.data], { dx, dy }) as [Float32Array<ArrayBuffer>];
  return { ...input, data };
}

/** Root mean square of what differs where both have a pixel, levels. */
function difference(query: Plane, { channels, covered }: WarpedReference): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < covered.length; i++)
    if (covered[i] === 1) {
      sum += ((query.data[i] as number) - (channels[0][i] as number)) ** 2;
      count++;
    }
  return Math.sqrt(sum / count);
}

describe('a reference and a query that a lens has bent', () => {
  const reference = texture();
  const query = moved(reference, (x, y) => [9 * x * (x * x + y * y), 9 * y * (x * x + y * y)]);

  test('is laid on it where both have a pixel; the rim that the bend took in from outside is not covered', () => {
    const { bent, registered } = unbent(grey(query), grey(reference));
    expect(difference(query, registered)).toBeLessThan(2);
    expect(difference(query, grey(reference))).toBeGreaterThan(15);
    expect(difference(query, bent)).toBeLessThan(2);
    const covered = bent.covered.reduce((sum, value) => sum + value, 0) / bent.covered.length;
    expect(covered).toBeGreaterThan(0.9);
    expect(covered).toBeLessThan(0.999);
  });

  test('also where everything is out of focus, and only edges tell', () => {
    // A background of soft bars beside what is sharp; coding has left noise on the copy.
    const SHARP = 0.4 * WIDTH;
    const focused = reference.data.map((value, i) =>
      i % WIDTH < SHARP ? value : 128 + 60 * Math.sin((i % WIDTH) / 11 + Math.floor(i / WIDTH) / 90),
    );
    const uniform = seededUniform(17);
    const seen = moved({ ...reference, data: focused }, (x, y) => [9 * x * (x * x + y * y), 9 * y * (x * x + y * y)]);
    const copy = { ...seen, data: seen.data.map((value) => value + 8 * (uniform() - 0.5)) };
    const { bent } = unbent(grey(copy), grey({ ...reference, data: focused }));
    const bars = { ...bent, covered: bent.covered.map((value, i) => (i % WIDTH > SHARP + 20 ? value : 0)) };
    expect(difference(copy, bars)).toBeLessThan(4);
  });

  test('a region that was moved in it stays where it is', () => {
    const copied = query.data.slice();
    for (let y = 100; y < 160; y++)
      for (let x = 200; x < 280; x++) copied[y * WIDTH + x] = query.data[(y + 90) * WIDTH + x + 120] as number;
    const { bent } = unbent(grey({ ...query, data: copied }), grey(reference));
    const inside = (x: number, y: number) => x >= 200 && x < 280 && y >= 100 && y < 160;
    const of = (wanted: boolean) => ({
      ...bent,
      covered: bent.covered.map((value, i) => (inside(i % WIDTH, Math.floor(i / WIDTH)) === wanted ? value : 0)),
    });
    expect(difference({ ...query, data: copied }, of(false))).toBeLessThan(2);
    expect(difference({ ...query, data: copied }, of(true))).toBeGreaterThan(30);
  });
});

describe('a reference and a query whose lines sway', () => {
  const reference = texture();
  const sway = (_: number, y: number): readonly [number, number] => [4.5 * Math.sin(2 * Math.PI * 1.7 * y + 1), 0];
  const query = moved(reference, sway);

  test('is laid on it, which no polynomial does; what another shot is told by keeps the sway', () => {
    const { bent, registered } = unbent(grey(query), grey(reference));
    expect(difference(query, grey(reference))).toBeGreaterThan(20);
    expect(difference(query, bent)).toBeLessThan(10);
    expect(difference(query, registered)).toBeGreaterThan(30);
  });

  test('is followed where most of the picture shows nothing', () => {
    const flat = (input: Plane): Plane => ({
      ...input,
      data: input.data.map((value, i) => (Math.floor(i / WIDTH) < 150 ? 120 : value)),
    });
    const { bent } = unbent(grey(flat(query)), grey(flat(reference)));
    expect(difference(flat(query), bent)).toBeLessThan(10);
  });
});

test('what is not bent, or was moved in one region alone, is left as it is', () => {
  const reference = texture();
  const given = grey(reference);
  expect(unbent(grey(reference), given).bent === given).toBe(true);
  const swirled = moved(reference, (x, y) => [6 * Math.exp(-((x / 0.2) ** 2) - (y / 0.2) ** 2), 0]);
  expect(unbent(grey(swirled), given).bent === given).toBe(true);
});

test('displacements that follow no map are none of a bend', () => {
  const reference = texture();
  const uniform = seededUniform(8);
  const cells = Array.from({ length: 400 }, () => 8 * (uniform() - 0.5));
  const torn = moved(reference, (x, y) => [
    cells[20 * Math.floor(5 * (y + 1)) + Math.floor(10 * (x + 1))] as number,
    0,
  ]);
  const given = grey(reference);
  expect(unbent(grey(torn), given).bent === given).toBe(true);
});
