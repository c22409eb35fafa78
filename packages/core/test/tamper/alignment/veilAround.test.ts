import { describe, expect, test } from 'vitest';
import type { ColourPlanes, WarpedReference } from '../../../src/tamper/alignment/registeredColour.ts';
import { underVeilAround } from '../../../src/tamper/alignment/veilAround.ts';
import { deadLeaves } from '../../pictures/deadLeaves.ts';

const [WIDTH, HEIGHT] = [360, 240];
const COUNT = WIDTH * HEIGHT;
const sceneOf = (seed: number): WarpedReference => {
  const { data } = deadLeaves(WIDTH, HEIGHT, seed, 900);
  const plane = (c: number): Float32Array => Float32Array.from({ length: COUNT }, (_, i) => data[3 * i + c] as number);
  return {
    width: WIDTH,
    height: HEIGHT,
    channels: [plane(0), plane(1), plane(2)],
    covered: new Uint8Array(COUNT).fill(1),
  };
};
const STORED = sceneOf(5);
const OTHER = sceneOf(11);

type Seen = (x: number, y: number) => number;

/** A picture under a veil of that ink. */
function veiled(seen: Seen, ink: number, scene: (i: number) => WarpedReference = () => STORED): ColourPlanes {
  const plane = (c: number): Float32Array =>
    Float32Array.from({ length: COUNT }, (_, i) => {
      const value = scene(i).channels[c]?.[i] as number;
      return Math.round(ink + seen(i % WIDTH, Math.floor(i / WIDTH)) * (value - ink));
    });
  return { width: WIDTH, height: HEIGHT, channels: [plane(0), plane(1), plane(2)] };
}

/** 1 within an oval, 0 far from it, half at its rim. */
const oval: Seen = (x, y) => {
  const away = Math.hypot((x - WIDTH / 2) / (0.4 * WIDTH), (y - HEIGHT / 2) / (0.4 * HEIGHT));
  return 1 / (1 + Math.exp(9 * (away - 1)));
};

/** Of all samples so many lie within 12 levels. */
function explained(
  query: ColourPlanes,
  { channels }: ColourPlanes,
  where: (i: number) => boolean = () => true,
): number {
  let [near, of] = [0, 0];
  for (let i = 0; i < COUNT; i++) {
    if (!where(i)) continue;
    of++;
    if (Math.abs((query.channels[1][i] as number) - (channels[1][i] as number)) <= 12) near++;
  }
  return near / of;
}

describe('a veil around the picture', () => {
  test.each([
    ['black', 0],
    ['white', 255],
  ])('of %s is laid over the stored picture, and what it hides is told', (_name, ink) => {
    const query = veiled(oval, ink);
    const veil = underVeilAround(query, STORED);
    expect(explained(query, STORED)).toBeLessThan(0.6);
    expect(explained(query, veil?.laid as ColourPlanes)).toBeGreaterThan(0.9);
    const hidden = Array.from({ length: COUNT }, (_, i) => oval(i % WIDTH, Math.floor(i / WIDTH)) < 0.3);
    const wrong = veil?.hidden.filter((value, i) => (value === 1) !== hidden[i]).length as number;
    expect(wrong).toBeLessThan(0.03 * COUNT);
  });

  test('of a picture that became darker as a whole keeps that to be told later', () => {
    const query = veiled((x, y) => 0.8 * oval(x, y), 0);
    const laid = underVeilAround(query, STORED)?.laid as ColourPlanes;
    const middle = (HEIGHT / 2) * WIDTH + WIDTH / 2;
    const [seen, stored] = [laid.channels[1][middle] as number, STORED.channels[1][middle] as number];
    expect(seen / stored).toBeGreaterThan(0.95);
  });

  test('hides no other content: that stays as far from the stored picture as it is', () => {
    const isOther = (i: number): boolean => {
      const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
      return x >= 200 && x < 250 && y >= 90 && y < 140;
    };
    const query = veiled(oval, 0, (i) => (isOther(i) ? OTHER : STORED));
    const laid = underVeilAround(query, STORED)?.laid as ColourPlanes;
    expect(explained(query, laid, (i) => !isOther(i))).toBeGreaterThan(0.9);
    expect(explained(query, laid, isOther)).toBeLessThan(0.5);
  });
});

describe('no veil', () => {
  const bump: Seen = (x, y) => 1 - 0.8 * Math.exp(-((x - 110) ** 2 + (y - 120) ** 2) / 900);
  test.each<[string, ColourPlanes]>([
    ['a copy', veiled(() => 1, 0)],
    ['a lens that darkens its corners', veiled((x, y) => 0.7 + 0.3 * oval(x, y), 0)],
    ['a shadow in the middle of the picture', veiled(bump, 0)],
    ['another picture', veiled(oval, 0, () => OTHER)],
  ])('%s', (_name, query) => {
    expect(underVeilAround(query, STORED)).toBeNull();
  });
});
