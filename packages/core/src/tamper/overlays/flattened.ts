/**
 * Pictures that are flat where the stored one is not: of few colours, posterised, drawn over by a filter. What was spliced into one is as flat as paint. With F the
 * places beside the changed regions where the stored picture varies and the submitted one does not,
 *     |F| > FLATTENED_MAX |places beside where the stored picture varies|.
 * @module
 */
import type { AlignedPictures } from '../alignment/alignPictures.ts';

/** Largest difference of a pixel from those at its right and below in a flat place, levels: coding of flat paint is off by no more. */
const FLAT_MAX = 1;
/** Least difference where a place varies, levels. */
const VARIES_MIN = 5;
const FLATTENED_MAX = 0.1;

/** @param changed 1 in and near the changed regions, on the working picture */
export function isFlattened({ query, fitted, inside }: AlignedPictures, changed: Uint8Array): boolean {
  const { width, height } = query;
  let [flat, varying] = [0, 0];
  for (let y = 0; y + 1 < height; y++)
    for (let x = 0; x + 1 < width; x++) {
      const i = y * width + x;
      if (inside[i] === 0 || changed[i] === 1 || stepAt(fitted.channels, i, width) < VARIES_MIN) continue;
      varying++;
      if (stepAt(query.channels, i, width) <= FLAT_MAX) flat++;
    }
  return flat > FLATTENED_MAX * varying;
}

/** Largest difference of a channel from the pixels at the right and below, levels. */
function stepAt(planes: AlignedPictures['query']['channels'], i: number, width: number): number {
  return Math.max(stepIn(planes[0], i, width), stepIn(planes[1], i, width), stepIn(planes[2], i, width));
}

function stepIn(plane: Float32Array, i: number, width: number): number {
  const here = plane[i] as number;
  return Math.max(Math.abs((plane[i + 1] as number) - here), Math.abs((plane[i + width] as number) - here));
}
