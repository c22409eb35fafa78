import { expect, test } from 'vitest';
import type { ColourPlanes } from '../../../src/tamper/alignment/registeredColour.ts';
import { fitLocalLight, fitToneField, withToneField } from '../../../src/tamper/globalFit/toneField.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const SIZE = { width: 240, height: 160 };
const COUNT = SIZE.width * SIZE.height;
const EVERYWHERE = new Uint8Array(COUNT).fill(1);
const uniform = seededUniform(11);

/** Smooth hills of light with a little texture, in levels. */
const SCENE = Float32Array.from({ length: COUNT }, (_, i) => {
  const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
  return 120 + 60 * Math.sin(x / 17) * Math.cos(y / 13) + 6 * (uniform() - 0.5);
});
const picture = (change: (value: number, x: number, y: number) => number): ColourPlanes => {
  const plane = SCENE.map((value, i) => change(value, i % SIZE.width, Math.floor(i / SIZE.width)));
  return { ...SIZE, channels: [plane, plane.slice(), plane.slice()] };
};
const REFERENCE = picture((value) => value);
const meanError = (a: ColourPlanes, b: ColourPlanes, isCounted: (x: number, y: number) => boolean): number => {
  let [sum, count] = [0, 0];
  for (let i = 0; i < COUNT; i++) {
    if (!isCounted(i % SIZE.width, Math.floor(i / SIZE.width))) continue;
    sum += Math.abs((a.channels[0][i] as number) - (b.channels[0][i] as number));
    count++;
  }
  return sum / count;
};
const explained = (query: ColourPlanes): ColourPlanes =>
  withToneField(fitToneField(query, REFERENCE, EVERYWHERE), REFERENCE, REFERENCE);
const vignette = (value: number, x: number, y: number): number =>
  value * (1 - 0.5 * (((x - 120) / 120) ** 2 + ((y - 80) / 120) ** 2));

test('light that falls off towards the corners is explained', () => {
  const query = picture(vignette);
  const everywhere = (): boolean => true;
  expect(meanError(query, REFERENCE, everywhere)).toBeGreaterThan(20);
  expect(meanError(query, explained(query), everywhere)).toBeLessThan(2.5);
});

test('contrast that differs from place to place is explained by level', () => {
  const query = picture((value, x) => 120 + (value - 120) * (0.6 + (0.8 * x) / SIZE.width));
  expect(meanError(query, explained(query), () => true)).toBeLessThan(2.5);
});

test('corners that a lens shades are explained, though most of the picture is as it was', () => {
  const query = picture((value, x, y) => {
    const far = Math.hypot(x - 119.5, y - 79.5) / Math.hypot(120, 80);
    return value * (1 - 0.5 * far ** 7);
  });
  const isCorner = (x: number, y: number): boolean => Math.hypot(x - 119.5, y - 79.5) > 0.8 * Math.hypot(120, 80);
  const before = meanError(query, REFERENCE, isCorner);
  expect(before).toBeGreaterThan(8);
  expect(meanError(query, explained(query), isCorner)).toBeLessThan(0.3 * before);
});

test.each<[string, (value: number, far: number) => number]>([
  ['shaded in ellipses, with an edge', (value, far) => value * (1 - 0.7 * Math.min(1, Math.max(0, (far - 0.7) / 0.3)))],
  ['faded into white in ellipses', (value, far) => value + (255 - value) * 0.6 * far ** 4],
])('corners that an app %s are explained', (_how, change) => {
  const offCentre = (x: number, y: number): number => Math.hypot((x - 119.5) / 120, (y - 79.5) / 80) / Math.SQRT2;
  const query = picture((value, x, y) => change(value, offCentre(x, y)));
  const isCorner = (x: number, y: number): boolean => offCentre(x, y) > 0.8;
  expect(meanError(query, REFERENCE, isCorner)).toBeGreaterThan(25);
  expect(fitToneField(query, REFERENCE, EVERYWHERE).fall).toMatchObject({ shape: 'ellipses' });
  expect(meanError(query, explained(query), isCorner)).toBeLessThan(2.5);
});

test('what was blurred is not flattened by light of its levels', () => {
  const isEdited = (x: number, y: number): boolean => x >= 20 && x < 110 && y >= 20 && y < 90;
  const query = picture((value, x, y) => (isEdited(x, y) ? 120 + 0.1 * (value - 120) : value) * (1 - x / 1000));
  const before = meanError(
    query,
    picture((value, x) => value * (1 - x / 1000)),
    isEdited,
  );
  expect(meanError(query, explained(query), isEdited)).toBeGreaterThan(0.8 * before);
});

test('light that is added in each channel by itself is explained in strong colours, too', () => {
  const colourful: ColourPlanes = {
    ...SIZE,
    channels: [SCENE, SCENE.map((value) => 0.6 * value + 20), SCENE.map((value) => 210 - 0.5 * value)],
  };
  const lightAt = (i: number): number => 0.5 * Math.exp(-(((i % SIZE.width) - 40) ** 2) / 120 ** 2);
  const screened = ([r, g, b]: ColourPlanes['channels']): ColourPlanes['channels'] => {
    const under = (plane: Float32Array): Float32Array =>
      plane.map((value, i) => 255 - (255 - value) * (1 - lightAt(i)));
    return [under(r), under(g), under(b)];
  };
  const query: ColourPlanes = { ...SIZE, channels: screened(colourful.channels) };
  const field = fitToneField(query, colourful, EVERYWHERE);
  expect(field.guide).toBe('channel');
  const before = meanError(query, colourful, () => true);
  expect(meanError(query, withToneField(field, colourful, colourful), () => true)).toBeLessThan(0.2 * before);
});

test('a lamp is explained by light of a place, a piece of another brightness is not at its edge', () => {
  const left = (query: ColourPlanes): ColourPlanes =>
    withToneField(fitLocalLight(query, REFERENCE, EVERYWHERE), REFERENCE, REFERENCE);
  const from = (x: number, y: number): number => Math.hypot(x - 70, y - 80);
  const lamp = picture((value, x, y) => value + 60 * Math.exp(-((from(x, y) / 30) ** 2)));
  expect(meanError(lamp, left(lamp), (x, y) => from(x, y) < 45)).toBeLessThan(3);
  const piece = picture((value, x, y) => value + (from(x, y) < 30 ? 60 : 0));
  expect(meanError(piece, left(piece), (x, y) => Math.abs(from(x, y) - 30) < 4)).toBeGreaterThan(12);
});

test('an edit of 5 % under a vignette stays in the difference', () => {
  const isEdited = (x: number, y: number): boolean => x >= 90 && x < 140 && y >= 60 && y < 98;
  const query = picture((value, x, y) => vignette(isEdited(x, y) ? 240 - value : value, x, y));
  const left = explained(query);
  const before = meanError(picture(vignette), query, isEdited);
  expect(meanError(query, left, isEdited)).toBeGreaterThan(0.7 * before);
  expect(meanError(query, left, (x, y) => !isEdited(x, y))).toBeLessThan(3);
});

test('where nothing varies, no field is kept and the picture is the same', () => {
  const query = picture((value) => value + 2 * (uniform() - 0.5));
  expect(fitToneField(query, REFERENCE, EVERYWHERE)).toMatchObject({ fall: null, grids: [] });
  expect(explained(query)).toBe(REFERENCE);
});

test('light that changes no level by one is left alone', () => {
  const query = picture((value, x, y) => value + 0.006 * (vignette(value, x, y) - value));
  expect(meanError(query, REFERENCE, () => true)).toBeGreaterThan(0.1);
  expect(fitToneField(query, REFERENCE, EVERYWHERE)).toEqual({ fall: null, guide: 'luma', grids: [] });
});

test('a large picture is explained as well as a small one', () => {
  const by = 4;
  const [width, height] = [by * SIZE.width, by * SIZE.height];
  const enlarged = ({ channels: [plane] }: ColourPlanes): ColourPlanes => {
    const large = new Float32Array(width * height);
    for (let i = 0; i < large.length; i++)
      large[i] = plane[Math.floor(i / width / by) * SIZE.width + Math.floor((i % width) / by)] as number;
    return { width, height, channels: [large, large.slice(), large.slice()] };
  };
  const [query, reference] = [enlarged(picture(vignette)), enlarged(REFERENCE)];
  const field = fitToneField(query, reference, new Uint8Array(width * height).fill(1));
  const left = withToneField(field, reference, reference).channels[0];
  const error = left.reduce((sum, value, i) => sum + Math.abs(value - (query.channels[0][i] as number)), 0);
  expect(error / left.length).toBeLessThan(2.5);
});
