import { array, assert, double, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeGeometry, isPlausible } from '../../src/registration/geometry.ts';
import {
  compose,
  type Homography,
  IDENTITY,
  inverse,
  localScale,
  mirroring,
  normalized,
  project,
  resizing,
} from '../../src/registration/homography.ts';

/** Similarity about the origin: scale, clockwise turn (y points down), shift. */
function similarity(scale: number, degrees: number, dx: number, dy: number): Homography {
  const c = scale * Math.cos((degrees * Math.PI) / 180);
  const s = scale * Math.sin((degrees * Math.PI) / 180);
  return [c, -s, dx, s, c, dy, 0, 0, 1];
}

const QUERY = { width: 400, height: 300 };
const REFERENCE = { width: 800, height: 600 };

describe('homography', () => {
  test('a map followed by its inverse leaves every point where it was', () => {
    const entry = double({ min: -0.4, max: 0.4, noNaN: true });
    assert(
      property(array(entry, { minLength: 8, maxLength: 8 }), (e) => {
        const h = normalized([
          1 + e[0]!,
          e[1]!,
          90 * e[2]!,
          e[3]!,
          1 + e[4]!,
          90 * e[5]!,
          e[6]! / 2000,
          e[7]! / 2000,
          1,
        ])!;
        const back = inverse(h);
        if (!back) return;
        const p = project(h, 123, 45);
        const q = project(back, p.x, p.y);
        expect(q.x).toBeCloseTo(123, 4);
        expect(q.y).toBeCloseTo(45, 4);
      }),
    );
  });

  test('a product applies its right factor first', () => {
    const product = compose(mirroring(10), resizing({ width: 20, height: 20 }, { width: 10, height: 10 }))!;
    // Pixel 0 of 20 lies at -0.25 of 10; its reflection at 9.25.
    expect(project(product, 0, 0).x).toBeCloseTo(9.25, 12);
  });

  test('resizing sends outer edges to outer edges', () => {
    const h = resizing({ width: 7, height: 5 }, { width: 21, height: 20 });
    expect(project(h, -0.5, -0.5)).toEqual({ x: -0.5, y: -0.5 });
    expect(project(h, 6.5, 4.5)).toEqual({ x: 20.5, y: 19.5 });
  });

  test('singular maps and unbounded numbers have no inverse and no normal form', () => {
    expect(inverse([1, 2, 0, 2, 4, 0, 0, 0, 1])).toBeNull();
    expect(normalized([1, 0, 0, 0, 1, 0, 0, 0, 0])).toBeNull();
    expect(normalized([1, 0, 0])).toBeNull();
  });

  test('local scale of a similarity is its factor, its sign tells a reflection', () => {
    const turned = localScale(similarity(2.5, 30, 4, 5), 10, 20);
    expect(turned.scale).toBeCloseTo(2.5, 12);
    expect(turned.sign).toBe(1);
    expect(localScale(mirroring(100), 5, 5).sign).toBe(-1);
  });
});

describe('isPlausible', () => {
  test('accepts what people do: crop, resize, turn, mirror, slight perspective', () => {
    expect(isPlausible(IDENTITY, QUERY, false)).toBe(true);
    expect(isPlausible(similarity(4, 33, 50, 60), QUERY, false)).toBe(true);
    expect(isPlausible(mirroring(400), QUERY, true)).toBe(true);
    expect(isPlausible([1, 0.05, 3, 0.02, 1, 1, 1e-4, 5e-5, 1], QUERY, false)).toBe(true);
  });

  test('rejects reflections that are not asked for, folds, horizons, extreme scales', () => {
    expect(isPlausible(mirroring(400), QUERY, false)).toBe(false);
    expect(isPlausible(IDENTITY, QUERY, true)).toBe(false);
    expect(isPlausible([1, 0, 0, 0, 1, 0, -1 / 200, 0, 1], QUERY, false)).toBe(false);
    expect(isPlausible(similarity(9, 0, 0, 0), QUERY, false)).toBe(false);
    expect(isPlausible(similarity(0.1, 0, 0, 0), QUERY, false)).toBe(false);
    expect(isPlausible([1, 0, 0, 0, 1, 0, 0.01, 0, 1], QUERY, false)).toBe(false);
  });
});

describe('describeGeometry', () => {
  test('a centred crop of half the sides shows a quarter of the reference at its own size', () => {
    const g = describeGeometry([1, 0, 200, 0, 1, 150, 0, 0, 1], QUERY, REFERENCE, false);
    expect(g.scale).toBeCloseTo(1, 12);
    expect(g.visibleFraction).toBeCloseTo(0.25, 12);
    expect(g.cropBox).toEqual({ x: 200, y: 150, w: 400, h: 300 });
    expect(g.rotationDeg).toBeCloseTo(0, 12);
  });

  test('of a picture in a frame it says where the picture lies', () => {
    const g = describeGeometry([1, 0, -50, 0, 1, -20, 0, 0, 1], QUERY, { width: 200, height: 100 }, false);
    expect(g.shownBox).toEqual({ x: 50, y: 20, w: 200, h: 100 });
    expect(g.cropBox).toEqual({ x: 0, y: 0, w: 200, h: 100 });
  });

  test('a half-size copy has scale 0.5 and shows everything', () => {
    const g = describeGeometry(resizing(QUERY, REFERENCE), QUERY, REFERENCE, false);
    expect(g.scale).toBeCloseTo(0.5, 12);
    expect(g.visibleFraction).toBeCloseTo(1, 12);
  });

  test('a picture turned clockwise by 20 degrees says 20 degrees', () => {
    // Query pixel back to the reference: the inverse turn.
    const g = describeGeometry(similarity(1, -20, 100, 150), QUERY, REFERENCE, false);
    expect(g.rotationDeg).toBeCloseTo(20, 9);
  });

  test('a mirrored copy is upright, mirrored and complete', () => {
    const g = describeGeometry(mirroring(400), QUERY, QUERY, true);
    expect(Math.abs(g.rotationDeg)).toBeCloseTo(0, 9);
    expect(g.mirrored).toBe(true);
    expect(g.visibleFraction).toBeCloseTo(1, 12);
  });
});
