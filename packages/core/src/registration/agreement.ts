/**
 * How well a homography registers two pictures: the correlation of their normalized contrast,
 *     a = sum_C q r / sqrt(sum_Q q^2  sum_C r^2),   C the overlap, Q the whole query,
 * so that a homography which covers little of the query scores little. About 0 for pictures that do not fit, 1 for a copy.
 * It chooses among homographies of one pair; it is no threshold between pairs.
 * @module
 */
import type { Plane } from '../raster.ts';
import type { Homography } from './homography.ts';

/** @param query, reference contrast-normalized planes @param h query to reference, px of these planes */
export function agreement(query: Plane, reference: Plane, h: Homography): number {
  let product = 0;
  let energyQuery = 0;
  let energyReference = 0;
  for (let y = 0, i = 0; y < query.height; y++)
    for (let x = 0; x < query.width; x++, i++) {
      const q = query.data[i] as number;
      energyQuery += q * q;
      const w = h[6] * x + h[7] * y + h[8];
      const u = Math.round((h[0] * x + h[1] * y + h[2]) / w);
      const v = Math.round((h[3] * x + h[4] * y + h[5]) / w);
      if (!(u >= 0 && v >= 0 && u < reference.width && v < reference.height)) continue;
      const r = reference.data[v * reference.width + u] as number;
      product += q * r;
      energyReference += r * r;
    }
  const energy = energyQuery * energyReference;
  return energy > 0 ? product / Math.sqrt(energy) : 0;
}
