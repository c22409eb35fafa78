/**
 * Soft bits of track C where the picture lies as it did when it was marked, for asking whether a payload that is suspected is
 * there (knownPayload.ts): the cells' place is known, so nothing is searched but the pixels that registration leaves.
 * @module
 */
import type { Plane } from '../../raster.ts';
import { rowsOf } from '../../signal/rowSource.ts';
import { canvasSideOf, canvasSize, lumaAtSize, type Size } from './canvas.ts';
import type { CellLayout } from './cellLayout.ts';
import { bentWarp, displacementOf } from './latticeBend.ts';
import type { NeuralModem } from './neuralModem.ts';
import { scaleOf, uprightPlacement } from './placement.ts';
import { readTileAt, type TileReading } from './tileReading.ts';
import { viewSampler, warpOf } from './viewSampler.ts';

/** How often the view is laid along its own cells, as in the blind search. */
const BENDS = 2;
/**
 * Pilots lower than this say more of the noise than of a mark, and would only drown the other tracks' bits: a payload that
 * stands 6 deviations high over 1024 bits stands 2.2 high over 132 pilots.
 */
const PILOTS_MIN = 1;

/**
 * @param view luma of the whole picture at any size, laid as it was marked
 * @param marked the size of the picture when it was marked
 * @returns null where the pilots say that there is nothing
 */
export function cellBitsInPlace(
  view: Plane,
  marked: Size,
  modem: NeuralModem,
  layout: CellLayout,
): Float32Array | null {
  const placement = uprightPlacement(view, canvasSize(marked, canvasSideOf(marked)));
  const sampler = viewSampler(rowsOf(view));
  let warp = warpOf(placement);
  let seen = lumaAtSize(view, placement);
  let best: TileReading | null = null;
  for (let round = 0; round <= BENDS; round++) {
    const readings = modem.decode([seen])[0];
    if (!readings) return null;
    const reading = readTileAt(readings, layout, 0, 0);
    // Pilots bear no payload, so the choice favours none.
    if (!best || reading.sigma > best.sigma) best = reading;
    if (round === BENDS) break;
    warp = bentWarp(warp, displacementOf(readings));
    seen = sampler.sample(warp, scaleOf(placement)).luma;
  }
  return best && best.sigma >= PILOTS_MIN ? best.llr : null;
}
