import fs from 'node:fs';
import path from 'node:path';
import { DESCRIPTOR_LENGTH, type LocalFeatures } from '@assay/core/features/localFeatures';
import { sift } from '@assay/core/features/sift';
import { luma, type Plane, plane } from '@assay/core/raster';
import { gaussianBlur } from '@assay/core/signal/blur/gaussianBlur';
import { describe, expect, test } from 'vitest';
import { deadLeaves } from '../pictures/deadLeaves.ts';

interface OpenCvKeypoints {
  readonly picture: { readonly width: number; readonly height: number; readonly seed: number; readonly leaves: number };
  readonly keypoints: readonly (readonly [x: number, y: number, sigma: number, orientation: number])[];
}
const openCv = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, 'vectors/sift.json'), 'utf8'),
) as OpenCvKeypoints;

/** The leaves as a camera sees them, the way vectors/generate.py draws them. */
function scene({ width, height, seed, leaves } = openCv.picture): Plane {
  return gaussianBlur(luma(deadLeaves(width, height, seed, leaves)), 0.8);
}
const picture = scene();

/** Smallest angle between two directions. */
const turn = (a: number, b: number) => Math.abs(((a - b + 3 * Math.PI) % (2 * Math.PI)) - Math.PI);

describe.each([true, false])('against OpenCV, doubled: %s', (doubled) => {
  const { keypoints } = sift(picture, { doubled, featuresMax: doubled ? 400 : 200 });
  const partners = Array.from({ length: keypoints.count }, (_, i) =>
    openCv.keypoints.filter(
      ([x, y, sigma]) =>
        Math.hypot(x - (keypoints.x[i] as number), y - (keypoints.y[i] as number)) < 1.5 &&
        Math.abs(Math.log2(sigma / (keypoints.scale[i] as number))) < 1 / 3,
    ),
  );
  const found = partners.filter((list) => list.length > 0).length;

  test('at least 80 % of the strongest keypoints have a partner within 1.5 pixels and a third of an octave', () => {
    expect(keypoints.count).toBeGreaterThan(100);
    expect(found / keypoints.count).toBeGreaterThan(0.8);
  });

  test('at least 90 % of these partners have the same orientation within 0.2 radians', () => {
    const same = partners.filter((list, i) =>
      list.some(([, , , angle]) => turn(angle, keypoints.orientation[i] as number) < 0.2),
    );
    expect(same.length / found).toBeGreaterThan(0.9);
  });
});

test.each([
  { degrees: 30, scale: 1 },
  { degrees: 90, scale: 1 },
  { degrees: 0, scale: 0.6 },
  { degrees: 145, scale: 1.4 },
])('matches after a turn by $degrees degrees and a scale of $scale are right', ({ degrees, scale }) => {
  const { warped, forward } = turnAndScale(picture, (degrees * Math.PI) / 180, scale);
  const a = sift(picture, { featuresMax: 500 });
  const b = sift(warped, { featuresMax: 500 });
  const matches = matchByRatio(a, b);
  const right = matches.filter(([i, j]) => {
    const [x, y] = forward(a.keypoints.x[i] as number, a.keypoints.y[i] as number);
    return Math.hypot(x - (b.keypoints.x[j] as number), y - (b.keypoints.y[j] as number)) < 3;
  });
  expect(matches.length).toBeGreaterThan(60);
  expect(right.length / matches.length).toBeGreaterThan(0.8);
});

test('features come by falling contrast, at most as many as asked for, within the picture', () => {
  const { keypoints, descriptors } = sift(picture, { featuresMax: 50 });
  expect(keypoints.count).toBe(50);
  expect(descriptors).toHaveLength(50 * DESCRIPTOR_LENGTH);
  for (let i = 0; i < 50; i++) {
    expect(keypoints.x[i]).toBeGreaterThan(0);
    expect(keypoints.x[i]).toBeLessThan(picture.width);
    expect(keypoints.y[i]).toBeGreaterThan(0);
    expect(keypoints.y[i]).toBeLessThan(picture.height);
    if (i > 0) expect(keypoints.contrast[i]).toBeLessThanOrEqual(keypoints.contrast[i - 1] as number);
  }
});

test('descriptors are unit vectors times 512, cut at 255', () => {
  const { keypoints, descriptors } = sift(picture);
  for (let i = 0; i < keypoints.count; i++) {
    const row = descriptors.subarray(i * DESCRIPTOR_LENGTH, (i + 1) * DESCRIPTOR_LENGTH);
    const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
    expect(length).toBeGreaterThan(430);
    expect(length).toBeLessThan(530);
  }
});

test('flat, tiny and narrow pictures have no features and raise no error', () => {
  for (const [width, height] of [
    [200, 150],
    [1, 1],
    [5, 5],
    [300, 3],
  ] as const)
    expect(sift(plane(width, height, new Float32Array(width * height).fill(100))).keypoints.count).toBe(0);
});

test('a blob is found at its centre and at its scale', () => {
  const sigma = 6;
  const blob = plane(101, 101);
  for (let y = 0; y < 101; y++)
    for (let x = 0; x < 101; x++)
      blob.data[y * 101 + x] = 200 * Math.exp(-((x - 52.3) ** 2 + (y - 47.6) ** 2) / (2 * sigma ** 2));
  const { keypoints } = sift(blob);
  expect(keypoints.count).toBeGreaterThan(0);
  expect(keypoints.x[0]).toBeCloseTo(52.3, 0);
  expect(keypoints.y[0]).toBeCloseTo(47.6, 0);
  // D of a Gaussian blob is largest where the level's sigma equals the blob's, up to k^(1/2) of the difference.
  expect((keypoints.scale[0] as number) / sigma).toBeGreaterThan(0.7);
  expect((keypoints.scale[0] as number) / sigma).toBeLessThan(1.2);
});

/** Nearest neighbours whose second is at least a quarter further away (Lowe 2004, section 7.1: ratio 0.8). */
function matchByRatio(a: LocalFeatures, b: LocalFeatures): [number, number][] {
  const out: [number, number][] = [];
  for (let i = 0; i < a.keypoints.count; i++) {
    let [best, second, nearest] = [Infinity, Infinity, -1];
    for (let j = 0; j < b.keypoints.count; j++) {
      let distance = 0;
      for (let k = 0; k < DESCRIPTOR_LENGTH; k++)
        distance += ((a.descriptors[i * 128 + k] as number) - (b.descriptors[j * 128 + k] as number)) ** 2;
      if (distance < best) [best, second, nearest] = [distance, best, j];
      else if (distance < second) second = distance;
    }
    if (best < 0.64 * second) out.push([i, nearest]);
  }
  return out;
}

/** Turns clockwise (as seen) about the middle and scales; the frame grows so that nothing is lost. */
function turnAndScale(input: Plane, angle: number, scale: number) {
  const cos = Math.cos(angle) * scale;
  const sin = Math.sin(angle) * scale;
  const width = Math.ceil(input.width * Math.abs(cos) + input.height * Math.abs(sin));
  const height = Math.ceil(input.width * Math.abs(sin) + input.height * Math.abs(cos));
  const forward = (x: number, y: number): [number, number] => {
    const [dx, dy] = [x - input.width / 2, y - input.height / 2];
    return [cos * dx - sin * dy + width / 2, sin * dx + cos * dy + height / 2];
  };
  // A reduction needs its own blur, or the samples alias.
  const source = scale < 1 ? gaussianBlur(input, 0.5 / scale) : input;
  const warped = plane(width, height);
  const energy = scale * scale;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [x - width / 2, y - height / 2];
      const u = (cos * dx + sin * dy) / energy + input.width / 2;
      const v = (-sin * dx + cos * dy) / energy + input.height / 2;
      warped.data[y * width + x] = bilinear(source, u, v);
    }
  return { warped, forward };
}

function bilinear({ width, height, data }: Plane, x: number, y: number): number {
  const left = Math.min(Math.max(Math.floor(x), 0), width - 2);
  const top = Math.min(Math.max(Math.floor(y), 0), height - 2);
  const u = Math.min(Math.max(x - left, 0), 1);
  const v = Math.min(Math.max(y - top, 0), 1);
  const at = (i: number, j: number) => data[(top + j) * width + left + i] as number;
  return (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v;
}
