/** The map of a picture that is compared with nothing. @module */
import type { Size } from '../raster.ts';
import type { TamperMap } from './comparison.ts';
import { SIDE_MAX_DEFAULT, workingSize } from './workingSize.ts';

/** The map of a picture in which nothing was changed, as large as a comparison would make it. */
export function emptyMap(query: Size): TamperMap {
  const { width, height } = workingSize(query, SIDE_MAX_DEFAULT);
  return { width, height, data: new Uint8Array(width * height) };
}
