import { describeGeometry } from '@assay/core/registration/geometry';
import { compose, type Homography, inverse, project, resizing } from '@assay/core/registration/homography';
import type { Registration } from '@assay/core/registration/registration';
import { expect, test } from 'vitest';
import type { ComparisonFacts } from '@assay/core/tamper/comparison';
import type { ComparedPicture } from '../../../src/adapters/codec/decodeToCompare.ts';
import { wholeDifference, wholeRegistration } from '../../../src/adapters/engine/fullSize.ts';

const picture = (width: number, height: number, factor: number): ComparedPicture =>
  ({ facts: { width, height }, factor, raster: null }) as unknown as ComparedPicture;

/** A copy at 0.8 of the size, moved a little, with a grain of perspective: pixels of the whole pictures. */
const TRUE_MAP: Homography = [1.25, 0.02, 300, -0.02, 1.25, 150, 1e-7, -2e-7, 1];

/** The same map as registration finds it in reduced pictures. */
function registered(query: ComparedPicture, reference: ComparedPicture): Registration {
  const reduced = ({ facts: { width, height }, factor }: ComparedPicture): Homography =>
    resizing({ width, height }, { width: width / factor, height: height / factor });
  const back = inverse(reduced(query));
  const map = back && compose(reduced(reference), compose(TRUE_MAP, back) as Homography);
  return { homography: map as Homography, mirrored: false, inliers: 100, residualPx: 0.2 };
}

const FACTS = {
  regions: [{ x: 100, y: 50, w: 40, h: 30, score: 0.9 }],
  overlays: [{ x: 10, y: 20, w: 5, h: 6 }],
  coverage: 1,
} as unknown as ComparisonFacts;

test('what was found in reduced pictures is told in pixels of the whole ones', () => {
  const query = picture(8000, 6000, 2);
  const reference = picture(12_000, 9000, 3);
  const registration = wholeRegistration(registered(query, reference), { query, reference });
  for (const [x, y] of [
    [0, 0],
    [7999, 5999],
    [3000, 4000],
  ] as const) {
    const [expected, found] = [project(TRUE_MAP, x, y), project(registration.homography, x, y)];
    expect(found.x).toBeCloseTo(expected.x, 6);
    expect(found.y).toBeCloseTo(expected.y, 6);
  }
  const difference = wholeDifference(FACTS, registration, { query, reference });
  expect(difference.geometry.scale).toBeCloseTo(
    describeGeometry(TRUE_MAP, query.facts, reference.facts, false).scale,
    9,
  );
  expect(difference.regions).toEqual([{ x: 200, y: 100, w: 80, h: 60, score: 0.9 }]);
  expect(difference.overlays).toEqual([{ x: 20, y: 40, w: 10, h: 12 }]);
});

test('a region at the edge stays within the picture', () => {
  const query = picture(279, 159, 2);
  const pictures = { query, reference: picture(279, 159, 2) };
  const registration = wholeRegistration(registered(query, pictures.reference), pictures);
  expect(wholeDifference(FACTS, registration, pictures).regions[0]).toMatchObject({ x: 200, w: 79, y: 100, h: 59 });
});

test('pictures that were not reduced keep what was found, to the bit', () => {
  const pictures = { query: picture(800, 600, 1), reference: picture(1200, 900, 1) };
  const found = registered(pictures.query, pictures.reference);
  expect(wholeRegistration(found, pictures)).toBe(found);
  expect(wholeDifference(FACTS, found, pictures)).toBe(FACTS);
});
