/** How large the picture is that a comparison works on. @module */
import type { Size } from '../raster.ts';

/** Longer side, px: larger pictures are reduced to it. */
export const SIDE_MAX_DEFAULT = 640;

/** Size of the working picture: the query's, long side at most `sideMax`. */
export function workingSize(query: Size, sideMax: number): Size {
  const factor = Math.min(1, sideMax / Math.max(query.width, query.height));
  return {
    width: Math.max(1, Math.round(query.width * factor)),
    height: Math.max(1, Math.round(query.height * factor)),
  };
}
