/** What comparing found in reduced pictures, told in pixels of the whole ones. @module */
import { describeGeometry } from '@assay/core/registration/geometry';
import { compose, type Homography } from '@assay/core/registration/homography';
import type { Registration } from '@assay/core/registration/registration';
import type { ComparisonFacts, OverlayRegion } from '@assay/core/tamper/comparison';
import type { ComparedPicture } from '../codec/decodeToCompare.ts';

type Pictures = Readonly<Record<'query' | 'reference', ComparedPicture>>;

/** From pixels of the raster to those of the picture: the centre of k x k pixels lies (k - 1) / 2 from that of the first. */
function toWhole({ factor }: ComparedPicture): Homography {
  const shift = (factor - 1) / 2;
  return [factor, 0, shift, 0, factor, shift, 0, 0, 1];
}

/** The inverse of `toWhole`. */
function toReduced({ factor }: ComparedPicture): Homography {
  const shift = (1 / factor - 1) / 2;
  return [1 / factor, 0, shift, 0, 1 / factor, shift, 0, 0, 1];
}

/** The map from the query as it was compared to the whole reference. @throws {RangeError} if it is singular */
export function toWholeReference({ homography }: Registration, reference: ComparedPicture): Homography {
  return whole(compose(toWhole(reference), homography));
}

/** @throws {RangeError} if the map is singular */
export function wholeRegistration(registration: Registration, { query, reference }: Pictures): Registration {
  if (query.factor === 1 && reference.factor === 1) return registration;
  const homography = whole(compose(toWholeReference(registration, reference), toReduced(query)));
  return { ...registration, homography };
}

/** @param registration as `wholeRegistration` gives it */
export function wholeDifference(
  difference: ComparisonFacts,
  { homography, mirrored }: Registration,
  { query, reference }: Pictures,
): ComparisonFacts {
  if (query.factor === 1 && reference.factor === 1) return difference;
  return {
    ...difference,
    regions: difference.regions.map((region) => ({ ...wholeBox(region, query), score: region.score })),
    overlays: difference.overlays.map((overlay) => wholeBox(overlay, query)),
    geometry: describeGeometry(homography, query.facts, reference.facts, mirrored),
  };
}

/** The last column and row of the raster may stand for fewer pixels, so that a region could reach beyond the picture. */
function wholeBox({ x, y, w, h }: OverlayRegion, { factor, facts }: ComparedPicture): OverlayRegion {
  const [left, top] = [factor * x, factor * y];
  return {
    x: left,
    y: top,
    w: Math.min(factor * w, facts.width - left),
    h: Math.min(factor * h, facts.height - top),
  };
}

function whole(map: Homography | null): Homography {
  if (map === null) throw new RangeError('the map of a registration is singular');
  return map;
}
