/**
 * Bands of one octave, b_k = g_k - g_(k+1), of low-passes g_0 = the picture, g_1.. Gaussians: in them the detail of two aligned pictures is
 * compared.
 * @module
 */
import type { Plane } from '../../raster.ts';
import { sharedBlur } from '../../signal/blur/sharedBlur.ts';

/** Standard deviations of the low-passes, px of the working picture; the first band has none below it. */
export const BAND_SIGMAS = [0.8, 1.6, 3.2, 6.4] as const;

/** Mean products of one band in one place: query with itself, reference with itself, query with reference. */
export type Products = readonly [queryEnergy: number, referenceEnergy: number, product: number];

/** g_0 and a low-pass for each band: band k is `[k]` less `[k + 1]`. */
export const lowPasses = (plane: Plane): Float32Array[] => [
  plane.data,
  ...BAND_SIGMAS.map((sigma) => sharedBlur(plane, sigma).data),
];
