import { describe, expect, test } from 'vitest';
import { luma, type Plane, plane } from '../../src/raster.ts';
import { agreement } from '../../src/registration/agreement.ts';
import { contrastLevel } from '../../src/registration/contrastLevel.ts';
import { type Homography, IDENTITY, project } from '../../src/registration/homography.ts';
import { normalizedContrast } from '../../src/registration/normalizedContrast.ts';
import { refineHomography } from '../../src/registration/refineHomography.ts';
import { deadLeaves } from '../pictures/deadLeaves.ts';

const REFERENCE = luma(deadLeaves(320, 240, 6));

/** The reference seen through a map, bilinear; `edit` may replace samples. */
function seenThrough(h: Homography, edit = (_x: number, _y: number, value: number): number => value): Plane {
  const out = plane(320, 240);
  for (let y = 0; y < 240; y++)
    for (let x = 0; x < 320; x++) {
      const p = project(h, x, y);
      const u = Math.min(318, Math.max(0, p.x));
      const v = Math.min(238, Math.max(0, p.y));
      const left = Math.floor(u);
      const top = Math.floor(v);
      const at = (dx: number, dy: number): number => REFERENCE.data[(top + dy) * 320 + left + dx]!;
      const above = at(0, 0) * (1 - u + left) + at(1, 0) * (u - left);
      const below = at(0, 1) * (1 - u + left) + at(1, 1) * (u - left);
      out.data[y * 320 + x] = edit(x, y, above * (1 - v + top) + below * (v - top));
    }
  return out;
}

function cornerError(a: Homography, b: Homography): number {
  const distances = [0, 319].flatMap((x) =>
    [0, 239].map((y) => {
      const p = project(a, x, y);
      const q = project(b, x, y);
      return Math.hypot(p.x - q.x, p.y - q.y);
    }),
  );
  return Math.max(...distances);
}

const TRUTH: Homography = [1.01, 0.015, 2.2, -0.012, 0.995, -1.6, 2e-5, -1e-5, 1];

describe('refineHomography', () => {
  test('from 4 px off it comes to within a tenth of a pixel', () => {
    expect(cornerError(IDENTITY, TRUTH)).toBeGreaterThan(3);
    const query = normalizedContrast(seenThrough(TRUTH));
    const refined = refineHomography(query, normalizedContrast(REFERENCE), IDENTITY);
    expect(cornerError(refined, TRUTH)).toBeLessThan(0.1);
  });

  test('neither a tone change nor a replaced fifth of the picture misleads it', () => {
    const query = seenThrough(TRUTH, (x, y, value) =>
      x > 40 && x < 180 && y > 60 && y < 170 ? (37 * x + 91 * y) % 256 : 255 * (value / 255) ** 0.6,
    );
    const refined = refineHomography(normalizedContrast(query), normalizedContrast(REFERENCE), IDENTITY);
    expect(cornerError(refined, TRUTH)).toBeLessThan(0.3);
  });

  test('a flat reference leaves the map as it was', () => {
    const flat = plane(320, 240);
    expect(refineHomography(normalizedContrast(REFERENCE), flat, TRUTH)).toEqual(TRUTH);
    expect(refineHomography(flat, flat, TRUTH)).toEqual(TRUTH);
  });
});

describe('agreement', () => {
  const query = normalizedContrast(seenThrough(TRUTH));
  const reference = normalizedContrast(REFERENCE);

  test('is near 1 for the right map, near 0 for another picture, and less for a map that covers less', () => {
    const right = agreement(query, reference, TRUTH);
    expect(right).toBeGreaterThan(0.9);
    expect(Math.abs(agreement(normalizedContrast(luma(deadLeaves(320, 240, 7))), reference, IDENTITY))).toBeLessThan(
      0.2,
    );
    expect(agreement(query, reference, [1.01, 0.015, 162.2, -0.012, 0.995, -1.6, 2e-5, -1e-5, 1])).toBeLessThan(
      right / 2,
    );
  });

  test('is 0, not NaN, for flat pictures', () => {
    expect(agreement(plane(20, 20), plane(20, 20), IDENTITY)).toBe(0);
  });
});

describe('contrastLevel', () => {
  test('a refined map of a level maps back to the full pictures', () => {
    const level = contrastLevel(seenThrough(TRUTH), REFERENCE, TRUTH, 160)!;
    expect(level.query.width).toBe(160);
    expect(cornerError(level.toFull(level.homography)!, TRUTH)).toBeLessThan(1e-6);
  });

  test('a level of the same size is made once, and only the last few are kept', () => {
    const query = seenThrough(TRUTH);
    const at = (side: number) => contrastLevel(query, REFERENCE, IDENTITY, side)!.query;
    const first = at(160);
    expect([at(200), at(240), at(160)].at(-1)).toBe(first);
    expect([at(200), at(220), at(260), at(160)].at(-1)).not.toBe(first);
    expect(at(160)).toEqual(first);
  });
});
