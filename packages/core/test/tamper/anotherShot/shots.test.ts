import { describe, expect, test } from 'vitest';
import { type Plane, plane } from '../../../src/raster.ts';
import { movedContent } from '../../../src/tamper/anotherShot/movedContent.ts';
import { parallax } from '../../../src/tamper/anotherShot/parallax.ts';
import { judgeable, type SharedDetail, sharedDetail } from '../../../src/tamper/anotherShot/sharedDetail.ts';

const SIZE = { width: 240, height: 192 };
const COUNT = SIZE.width * SIZE.height;
const EVERYWHERE = new Uint8Array(COUNT).fill(1);
const NOWHERE = new Uint8Array(COUNT);

/** Sums of uniform numbers: near enough to a normal distribution of deviation 1. */
function noise(seed: number): () => number {
  let state = seed;
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return () => (uniform() + uniform() + uniform() - 1.5) * 2;
}

/** Structure at any place, between the pixels too. */
const scene = (x: number, y: number): number =>
  128 + 24 * Math.sin(x / 5 + Math.cos(y / 7)) + 20 * Math.cos(y / 6 + Math.sin(x / 9));

const drawn = (level: (x: number, y: number) => number): Plane => {
  const out = plane(SIZE.width, SIZE.height);
  for (let i = 0; i < COUNT; i++) out.data[i] = level(i % SIZE.width, Math.floor(i / SIZE.width));
  return out;
};

const plus = (picture: Plane, seed: number, deviation: number): Plane => {
  const next = noise(seed);
  return { ...picture, data: picture.data.map((level) => level + deviation * next()) };
};

describe('detail that the two share', () => {
  const shared = (query: Plane, reference: Plane, inside: Uint8Array, changed: Uint8Array): SharedDetail | null =>
    sharedDetail(query, reference, judgeable(query, reference, inside, changed));

  const light = drawn((x, y) => 128 + 20 * Math.sin(x / 40) + 20 * Math.cos(y / 30));
  const first = plus(light, 1, 3);

  test('a copy has the noise of its original, grain on it leaves the slope at 1', () => {
    const copy = shared(first, first, EVERYWHERE, NOWHERE);
    expect(copy?.quiet[0].medianCoherence).toBeCloseTo(1, 3);
    const grained = shared(plus(first, 5, 6), first, EVERYWHERE, NOWHERE);
    expect(grained?.quiet[0].slope).toBeGreaterThan(0.85);
    expect(grained?.quiet[0].queryEnergy).toBeGreaterThan(3 * (grained?.quiet[0].referenceEnergy as number));
  });

  test('another shot has as much, and other noise', () => {
    const other = shared(plus(light, 2, 3), first, EVERYWHERE, NOWHERE);
    for (const part of [other?.quietest, other?.quiet])
      for (const band of part?.slice(0, 2) ?? []) {
        expect(Math.abs(band.coherence)).toBeLessThan(0.2);
        expect(band.queryEnergy / band.referenceEnergy).toBeGreaterThan(0.8);
        expect(band.queryEnergy / band.referenceEnergy).toBeLessThan(1.25);
      }
  });

  test('what was changed does not count, and too little tells nothing', () => {
    const changed = NOWHERE.map((_, i) => (i % SIZE.width < 120 ? 1 : 0));
    const spliced = drawn((x, y) => (x < 120 ? 40 + 60 * Math.sin(x * y) : (first.data[y * SIZE.width + x] as number)));
    expect(shared(spliced, first, EVERYWHERE, changed)?.quiet[0].medianCoherence).toBeCloseTo(1, 3);
    expect(shared(first, first, NOWHERE, NOWHERE)).toBeNull();
  });
});

describe('displacements that no bend explains', () => {
  const reference = drawn(scene);
  const seen = (dx: (x: number, y: number) => number): Plane => drawn((x, y) => scene(x + dx(x, y), y));

  test('a bend of the whole picture leaves next to nothing', () => {
    const bent = parallax(
      seen((x, y) => 2 * ((x - 120) / 120) ** 2 + ((y - 96) / 120) ** 3),
      reference,
      EVERYWHERE,
    );
    expect(bent?.residualPx).toBeLessThan(0.12);
    expect(bent?.bendLogRatio).toBeGreaterThan(0.7);
  });

  test('near things before far ones do not', () => {
    const moved = parallax(
      seen((x) => (Math.floor(x / 50) % 2 === 0 ? 0 : 2)),
      reference,
      EVERYWHERE,
    );
    expect(moved?.residualPx).toBeGreaterThan(0.4);
  });

  test('a plain picture tells nothing', () =>
    expect(
      parallax(
        drawn(() => 90),
        drawn(() => 90),
        EVERYWHERE,
      ),
    ).toBeNull());
});

describe('what differs and is merely somewhere else', () => {
  const ground = plus(
    drawn((x, y) => 120 + 4 * Math.sin(x / 11) + 4 * Math.cos(y / 13)),
    3,
    1,
  );
  const thing = (from: number): Plane =>
    drawn((x, y) => {
      const [u, v] = [x - from, y - 70];
      const isThing = u >= 0 && u < 48 && v >= 0 && v < 48;
      return isThing
        ? 128 + 60 * Math.sin(u / 3 + Math.cos(v / 4)) * Math.cos(v / 3)
        : (ground.data[y * SIZE.width + x] as number);
    });
  const between = (from: number, to: number): Uint8Array =>
    NOWHERE.map((_, i) => {
      const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
      return x >= from && x < to && y >= 70 && y < 118 ? 1 : 0;
    });

  test('a thing that moved is found, both ways', () => {
    const { forward, backward } = movedContent(thing(90), thing(78), between(78, 138));
    expect(Math.min(forward, backward)).toBeGreaterThan(0.5);
  });

  test('a thing that was brought in is found nowhere', () => {
    const { forward, backward } = movedContent(thing(90), ground, between(90, 138));
    expect(Math.min(forward, backward)).toBe(0);
  });
});
