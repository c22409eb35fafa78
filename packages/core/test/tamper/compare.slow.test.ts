import { describe, expect, test } from 'vitest';
import type { Raster } from '../../src/raster.ts';
import { type Homography, IDENTITY, mirroring, resizing } from '../../src/registration/homography.ts';
import type { Registration } from '../../src/registration/registration.ts';
import { labToSrgb, srgbToLab } from '../../src/signal/colour/cieLab.ts';
import { reduceRaster } from '../../src/signal/resample/resize.ts';
import { encodeSrgb, linearizeSrgb } from '../../src/signal/colour/srgbCurve.ts';
import { compareRegistered } from '../../src/tamper/compare.ts';
import type { Comparison } from '../../src/tamper/comparison.ts';
import { texturedScene } from '../pictures/texturedScene.ts';
import { seededUniform } from '../pictures/numbers.ts';

const WIDTH = 320;
const HEIGHT = 224;

const SCENE = texturedScene(WIDTH, HEIGHT, 6);
const OTHER = texturedScene(WIDTH, HEIGHT, 9);

const registered = (homography: Homography, mirrored = false): Registration => ({
  homography,
  mirrored,
  inliers: 100,
  residualPx: 0.5,
});
const SAME = registered(IDENTITY);

type Sample = (x: number, y: number, c: number) => number;

function made(width: number, height: number, sample: Sample, channels: 1 | 3 = 3): Raster {
  const data = new Uint8Array(width * height * channels);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < channels; c++, i++) data[i] = Math.min(255, Math.max(0, Math.round(sample(x, y, c))));
  return { width, height, channels, depth: 8, data };
}

const at =
  (picture: Raster): Sample =>
  (x, y, c) =>
    picture.data[(y * picture.width + x) * picture.channels + c]!;

const inside = (x: number, y: number): boolean => x >= 130 && x < 190 && y >= 70 && y < 120;

/** The scene with the window 60 x 50 at (130, 70) replaced: 4.2 % of its area. */
const edited = (replacement: Sample): Raster =>
  made(WIDTH, HEIGHT, (x, y, c) => (inside(x, y) ? replacement(x, y, c) : at(SCENE)(x, y, c)));

/** The scene without colours, but for a saturated red window of 4 %. */
const RED_THING = made(WIDTH, HEIGHT, (x, y, c) => (inside(x, y) && c > 0 ? 0.2 : 1) * at(SCENE)(x, y, 0));

/** Luminance of light (IEC 61966-2-1), as libvips makes grey. */
const GREY_OF_RED = made(WIDTH, HEIGHT, (x, y) => {
  const light = (c: number): number => linearizeSrgb(at(RED_THING)(x, y, c) / 255);
  return 255 * encodeSrgb(0.2126 * light(0) + 0.7152 * light(1) + 0.0722 * light(2));
});

const SATURATED = made(WIDTH, HEIGHT, (x, y, c) => {
  const lab = new Float32Array(3);
  srgbToLab(at(SCENE)(x, y, 0), at(SCENE)(x, y, 1), at(SCENE)(x, y, 2), lab, 0);
  labToSrgb(lab[0]!, 1.6 * lab[1]!, 1.6 * lab[2]!, lab, 0);
  return lab[c]!;
});

function expectFinite(value: unknown): void {
  if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
  else if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value))
    for (const part of Object.values(value)) expectFinite(part);
}

/** The region found is the window, to about the width of the statistics' window. */
function expectWindowFound(comparison: Comparison, scale = 1): void {
  expect(comparison.largestRegionFraction).toBeGreaterThan(0.02);
  expect(comparison.largestRegionFraction).toBeLessThan(0.1);
  const region = comparison.regions[0]!;
  expect(Math.abs(region.x / scale - 130)).toBeLessThan(16);
  expect(Math.abs(region.y / scale - 70)).toBeLessThan(16);
  expect(Math.abs(region.w / scale - 60)).toBeLessThan(28);
  expect(Math.abs(region.h / scale - 50)).toBeLessThan(28);
  expect(region.score).toBeGreaterThan(0.5);
}

describe('a copy is a copy', () => {
  const uniform = seededUniform(4);
  const benign: Record<string, [Raster, Registration, Raster?]> = {
    'the same pixels': [SCENE, SAME],
    gamma: [made(WIDTH, HEIGHT, (x, y, c) => 255 * (at(SCENE)(x, y, c) / 255) ** 0.6), SAME],
    'contrast with clipping': [made(WIDTH, HEIGHT, (x, y, c) => (at(SCENE)(x, y, c) - 128) * 1.6 + 163), SAME],
    'white balance': [made(WIDTH, HEIGHT, (x, y, c) => at(SCENE)(x, y, c) * [1.15, 1, 0.82][c]!), SAME],
    grey: [
      made(
        WIDTH,
        HEIGHT,
        (x, y) => 0.299 * at(SCENE)(x, y, 0) + 0.587 * at(SCENE)(x, y, 1) + 0.114 * at(SCENE)(x, y, 2),
        1,
      ),
      SAME,
    ],
    'grey mixed in linear light, a red thing among grey ones': [GREY_OF_RED, SAME, RED_THING],
    'saturation as a gain of chroma in L*a*b*, clipped': [SATURATED, SAME, SCENE],
    'noise of 8 levels': [made(WIDTH, HEIGHT, (x, y, c) => at(SCENE)(x, y, c) + 28 * (uniform() - 0.5)), SAME],
    'a mark: a pattern of 3 levels': [
      made(WIDTH, HEIGHT, (x, y, c) => at(SCENE)(x, y, c) + (((x >> 1) + (y >> 1) * 7 + ((x * y) >> 3)) % 7) - 3),
      SAME,
    ],
    mirrored: [made(WIDTH, HEIGHT, (x, y, c) => at(SCENE)(WIDTH - 1 - x, y, c)), registered(mirroring(WIDTH), true)],
    'half size': [
      {
        ...SCENE,
        width: WIDTH / 2,
        height: HEIGHT / 2,
        data: Uint8Array.from(reduceRaster(SCENE, WIDTH / 2, HEIGHT / 2), Math.round),
      },
      registered(resizing({ width: WIDTH / 2, height: HEIGHT / 2 }, SCENE)),
    ],
    'a crop': [made(200, 150, (x, y, c) => at(SCENE)(x + 90, y + 60, c)), registered([1, 0, 90, 0, 1, 60, 0, 0, 1])],
    'laid 1.5 px beside': [SCENE, registered([1, 0, 1.5, 0, 1, -1, 0, 0, 1])],
  };
  for (const [name, [query, registration, reference = SCENE]] of Object.entries(benign))
    test(`no region is found after: ${name}`, () => {
      const comparison = compareRegistered(query, reference, registration);
      expect(comparison.largestRegionFraction).toBeLessThan(0.004);
      expect(comparison.badNccFraction).toBeLessThan(0.1);
      expectFinite(comparison);
      // Of a copy that its mark names, what agrees as it is is not explained.
      const marked = compareRegistered(query, reference, registration, { measuresShot: false });
      expect(marked.regions).toEqual(comparison.regions);
      expect(Math.abs(marked.changeStrength - comparison.changeStrength)).toBeLessThan(0.25);
      expectFinite(marked);
    });
});

describe('a half-opaque box over a seventh of the picture', () => {
  const uniform = seededUniform(21);
  const noisy = (value: number): number => value + 4 * (uniform() - 0.5);
  const isBox = (x: number, y: number): boolean => x >= 24 && x < 184 && y >= 144 && y < 208;
  const isLetter = (x: number, y: number): boolean => x >= 40 && x < 168 && x % 14 < 4 && y >= 160 && y < 180;
  const INK = [20, 60, 200];
  const glass: Sample = (x, y, c) => 0.4 * at(SCENE)(x, y, c) + 0.6 * (INK[c] as number);
  const seen = (onBox: Sample, elsewhere: Sample = at(SCENE)): Comparison =>
    compareRegistered(
      made(WIDTH, HEIGHT, (x, y, c) => noisy((isBox(x, y) ? onBox : elsewhere)(x, y, c))),
      SCENE,
      SAME,
    );
  const lettered: Sample = (x, y, c) => (isLetter(x, y) ? 250 : glass(x, y, c));

  test('with letters on it is laid over it', () => {
    const { regions, overlays, overlayFraction } = seen(lettered);
    expect(regions).toEqual([]);
    expect(overlays).toHaveLength(1);
    expect(overlayFraction).toBeGreaterThan(0.1);
  });
  test('hides no edit beside it', () => {
    expect(seen(lettered, (x, y, c) => (inside(x, y) ? at(OTHER) : at(SCENE))(x, y, c)).regions[0]).toMatchObject({
      x: expect.closeTo(130, -1.5),
      y: expect.closeTo(70, -1.5),
    });
  });
  test('without letters is a change, and so is another scene in its place', () => {
    expect(seen(glass).regions).not.toEqual([]);
    expect(seen(at(OTHER)).regions).not.toEqual([]);
  });
});

describe('an edit is found where it is', () => {
  const average = (x: number, y: number, c: number): number => {
    let sum = 0;
    for (let j = -7; j <= 7; j++) for (let i = -7; i <= 7; i++) sum += at(SCENE)(x + i, y + j, c);
    return sum / 225;
  };
  const meanOf = (c: number): number => {
    let sum = 0;
    for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) sum += at(SCENE)(x, y, c);
    return sum / (WIDTH * HEIGHT);
  };
  const means = [meanOf(0), meanOf(1), meanOf(2)];
  const edits: Record<string, Sample> = {
    'another picture': at(OTHER),
    'another place of the picture': (x, y, c) => at(SCENE)(x - 110, y - 60, c),
    'a flat patch in the mean colour of the picture': (_x, _y, c) => means[c] as number,
    'other colours of the same luma contrast': (x, y, c) => at(SCENE)(x, y, (c + 1) % 3),
    'blur past recognition': average,
  };
  for (const [name, replacement] of Object.entries(edits))
    test(name, () => {
      const comparison = compareRegistered(edited(replacement), SCENE, SAME);
      expectWindowFound(comparison);
      const marked = compareRegistered(edited(replacement), SCENE, SAME, { measuresShot: false });
      expect(marked).toEqual({ ...comparison, shot: null });
    });

  /** 24 x 20 px at (148, 90), 0.67 % of the area, in noise of 4 levels. */
  const uniform = seededUniform(15);
  const isSmall = (x: number, y: number): boolean => x >= 148 && x < 172 && y >= 90 && y < 110;
  const small: Record<string, Sample> = {
    'a small area blurred by a mean over 7 px': (x, y, c) => {
      let sum = 0;
      for (let j = -3; j <= 3; j++) for (let i = -3; i <= 3; i++) sum += at(SCENE)(x + i, y + j, c);
      return sum / 49;
    },
    'a small area of 12 levels more red and less blue': (x, y, c) => at(SCENE)(x, y, c) + [12, 0, -12][c]!,
  };
  for (const [name, replacement] of Object.entries(small))
    test(`${name} is found in noise, where no single place tells`, () => {
      const query = made(
        WIDTH,
        HEIGHT,
        (x, y, c) => (isSmall(x, y) ? replacement : at(SCENE))(x, y, c) + 14 * (uniform() - 0.5),
      );
      const comparison = compareRegistered(query, SCENE, SAME);
      const { regions, changeStrength } = comparison;
      expect(compareRegistered(query, SCENE, SAME, { measuresShot: false })).toEqual({ ...comparison, shot: null });
      expect(changeStrength).toBeGreaterThan(1);
      expect(regions.length).toBe(1);
      const { x, y, w, h } = regions[0]!;
      expect(x).toBeGreaterThan(130);
      expect(x + w).toBeLessThan(190);
      expect(y).toBeGreaterThan(72);
      expect(y + h).toBeLessThan(128);
    });

  test('also in a half-size copy of changed tone, in pixels of that copy', () => {
    const full = edited(at(OTHER));
    const half = Uint8Array.from(reduceRaster(full, WIDTH / 2, HEIGHT / 2), (v) => Math.round(255 * (v / 255) ** 0.8));
    const query: Raster = { ...SCENE, width: WIDTH / 2, height: HEIGHT / 2, data: half };
    expectWindowFound(compareRegistered(query, SCENE, registered(resizing(query, SCENE))), 0.5);
  });

  test('the map is bright inside the window and black far from it', () => {
    const { map } = compareRegistered(edited(at(OTHER)), SCENE, SAME);
    expect([map.width, map.height]).toEqual([WIDTH, HEIGHT]);
    expect(map.data[95 * WIDTH + 160]).toBeGreaterThan(200);
    expect(map.data[200 * WIDTH + 40]).toBeLessThan(40);
  });
});

/** Where the scene lies in a frame of 400 x 280. */
const isShown = (x: number, y: number): boolean => x >= 40 && x < 360 && y >= 28 && y < 252;

describe('what lies around', () => {
  test('another picture registered by mistake is bad nearly everywhere', () => {
    const { badNccFraction, shot } = compareRegistered(OTHER, SCENE, SAME);
    expect(badNccFraction).toBeGreaterThan(0.65);
    // Nobody asks if it is another shot of the same scene.
    expect(shot).toBeNull();
    expect(compareRegistered(SCENE, SCENE, SAME).shot).not.toBeNull();
    expect(compareRegistered(SCENE, SCENE, SAME, { measuresShot: false }).shot).toBeNull();
  });

  test('one replaced quarter leaves the rest good', () => {
    const quarter = made(WIDTH, HEIGHT, (x, y, c) => at(x < WIDTH / 2 && y < HEIGHT / 2 ? OTHER : SCENE)(x, y, c));
    const { badNccFraction, largestRegionFraction } = compareRegistered(quarter, SCENE, SAME);
    expect(badNccFraction).toBeLessThan(0.1);
    expect(largestRegionFraction).toBeGreaterThan(0.15);
  });

  test('two pages that share a letterhead and nothing else are bad, whatever region differs', () => {
    const page = (below: Raster): Raster =>
      made(WIDTH, HEIGHT, (x, y, c) => {
        if (x >= 8 && x < 60 && y >= 8 && y < 30) return at(SCENE)(x, y, c);
        return x >= 90 && x < 250 && y >= 60 && y < 190 ? at(below)(x, y, c) : 235;
      });
    expect(compareRegistered(page(OTHER), page(SCENE), SAME).badNccFraction).toBeGreaterThan(0.5);
  });

  test('a plain border is uncovered but not foreign; a collage is', () => {
    const framed = (around: Sample): Raster =>
      made(400, 280, (x, y, c) => (isShown(x, y) ? at(SCENE)(x - 40, y - 28, c) : around(x, y, c)));
    const shift = registered([1, 0, -40, 0, 1, -28, 0, 0, 1]);
    const bordered = compareRegistered(
      framed(() => 255),
      SCENE,
      shift,
    );
    expect(bordered.coverage).toBeCloseTo((WIDTH * HEIGHT) / (400 * 280), 2);
    expect(bordered.foreignFraction).toBeLessThan(0.03);
    expect(bordered.largestRegionFraction).toBeLessThan(0.004);
    const collage = compareRegistered(
      framed((x, y, c) => at(OTHER)(x % WIDTH, y % HEIGHT, c)),
      SCENE,
      shift,
    );
    expect(collage.foreignFraction).toBeGreaterThan(0.25);
  });
});

describe('a plain surround is told, with its place, and not compared', () => {
  const isInOval = (x: number, y: number): boolean =>
    ((2 * x - WIDTH) / WIDTH) ** 2 + ((2 * y - HEIGHT) / HEIGHT) ** 2 < 0.96;
  test('around an oval', () => {
    const oval = made(WIDTH, HEIGHT, (x, y, c) => (isInOval(x, y) ? at(SCENE)(x, y, c) : 255));
    const { regions, overlayFraction, coverage, foreignFraction } = compareRegistered(oval, SCENE, SAME);
    expect(regions).toEqual([]);
    // 1 - pi / 4 of the box around it, less the pixels along its edge, which are not compared.
    expect(overlayFraction).toBeGreaterThan(0.16);
    expect(overlayFraction).toBeLessThan(0.215);
    expect([coverage, foreignFraction]).toEqual([1, 0]);
  });

  test('and as a small box at the edge: nobody may hide a thing and not be told', () => {
    const isBox = (x: number, y: number): boolean => x >= WIDTH - 30 && y >= 90 && y < 120;
    const boxed = made(WIDTH, HEIGHT, (x, y, c) => (isBox(x, y) ? 255 : at(SCENE)(x, y, c)));
    const { regions, overlays } = compareRegistered(boxed, SCENE, SAME);
    expect(regions).toEqual([]);
    expect(overlays).toHaveLength(1);
    const { x, y, w, h } = overlays[0] as (typeof overlays)[0];
    for (const [found, drawn] of [
      [x, WIDTH - 30],
      [y, 90],
      [x + w, WIDTH],
      [y + h, 120],
    ] as const)
      expect(Math.abs(found - drawn)).toBeLessThan(4);
  });

  test('what was replaced within an oval is found', () => {
    const oval = made(WIDTH, HEIGHT, (x, y, c) => (isInOval(x, y) ? at(inside(x, y) ? OTHER : SCENE)(x, y, c) : 255));
    expectWindowFound(compareRegistered(oval, SCENE, SAME));
  });
});

describe('nothing breaks it', () => {
  const sizes: [number, number][] = [
    [1, 1],
    [2, 3],
    [1, 300],
    [900, 2],
    [64, 64],
  ];
  for (const [width, height] of sizes)
    for (const level of [0, 90, 255])
      test(`${width} x ${height} of level ${level} gives finite numbers`, () => {
        const flat = made(width, height, () => level);
        const registration = registered(resizing(flat, SCENE));
        for (const [q, r] of [
          [flat, SCENE],
          [flat, flat],
        ] as const) {
          const comparison = compareRegistered(q, r, r === flat ? SAME : registration);
          expectFinite(comparison);
          expect(comparison.largestRegionFraction).toBeLessThanOrEqual(1);
        }
      });

  test('16 bits, grey with alpha and RGBA are read as what they show', () => {
    const wide: Raster = { ...SCENE, depth: 16, data: Uint16Array.from(SCENE.data, (v) => 257 * v) };
    expect(compareRegistered(wide, SCENE, SAME).largestRegionFraction).toBe(0);
    const rgba = new Uint8Array(WIDTH * HEIGHT * 4).fill(9);
    for (let i = 0; i < WIDTH * HEIGHT; i++) rgba.set(SCENE.data.subarray(3 * i, 3 * i + 3), 4 * i);
    expect(compareRegistered({ ...SCENE, channels: 4, data: rgba }, SCENE, SAME).largestRegionFraction).toBe(0);
  });

  describe('transparent places', () => {
    const rgba = (colour: Sample, alpha: (x: number, y: number) => number): Raster => {
      const data = new Uint8Array(WIDTH * HEIGHT * 4);
      for (let i = 0; i < WIDTH * HEIGHT; i++) {
        const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
        data.set([0, 1, 2].map((c) => colour(x, y, c)).concat(alpha(x, y)), 4 * i);
      }
      return { ...SCENE, channels: 4, data };
    };
    const holed = (x: number, y: number): number => (inside(x, y) ? 0 : 255);

    test('a hole in the submitted picture is laid over it in white, whatever colours it hides', () => {
      const { overlays, overlayFraction } = compareRegistered(rgba(at(SCENE), holed), SCENE, SAME);
      const { x, y, w, h } = overlays[0]!;
      expect(inside(x + w / 2, y + h / 2)).toBe(true);
      expect(overlayFraction).toBeGreaterThan(0.04);
      expect(overlayFraction).toBeLessThan(0.15);
    });

    test('where the stored picture is transparent nobody looks: encoders write anything there', () => {
      const rewritten = rgba((x, y, c) => (inside(x, y) ? 0 : at(SCENE)(x, y, c)), holed);
      const { coverage, ...found } = compareRegistered(rewritten, rgba(at(SCENE), holed), SAME);
      expect(found).toMatchObject({ overlays: [], regions: [], largestRegionFraction: 0 });
      expect(coverage).toBeLessThan(1 - 3000 / (WIDTH * HEIGHT));
      expect(coverage).toBeGreaterThan(1 - 3500 / (WIDTH * HEIGHT));
    });
  });

  test('a map side out of range is an error of ours', () => {
    expect(() => compareRegistered(SCENE, SCENE, SAME, { sideMax: 2000 })).toThrow(RangeError);
    expect(() => compareRegistered(SCENE, SCENE, SAME, { sideMax: Number.NaN })).toThrow(RangeError);
  });
});
