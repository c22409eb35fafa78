/**
 * Soft bits of track C where the picture is aligned to what was marked, for testing whether it carries a payload that is
 * suspected (knownPayloadDetection.ts): where the cells lie is known, so nothing is searched but the pixels that
 * registration leaves.
 * @module
 */
import type { Plane, Size } from '../../raster.ts';
import { rowsOf } from '../../signal/rowSource.ts';
import { canvasSideOf, canvasSize, lumaAtSize } from './canvas.ts';
import type { CellLayout } from './cellLayout.ts';
import { rectifiedWarp, displacementOf } from './latticeDisplacement.ts';
import type { NeuralModem } from './neuralModem.ts';
import { scaleOf, uprightPlacement } from './placement.ts';
import { readTileAt, type TileReading } from './tileReading.ts';
import { viewSampler, warpOf } from './viewSampler.ts';

/** How often the view is rectified by its own cells, as in the blind search. */
const RECTIFICATIONS = 2;
/**
 * Pilots lower than this say more of the noise than of a mark, and would only drown the other tracks' bits: a payload that
 * stands 6 deviations high over 1024 bits stands 2.2 high over 132 pilots.
 */
const PILOTS_MIN = 1;

/**
 * @param view luma of the whole picture at any size, aligned to what was marked
 * @param marked the size of the picture when it was marked
 * @returns null where the pilots say that there is nothing
 */
export function alignedCellBits(
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
  for (let round = 0; round <= RECTIFICATIONS; round++) {
    const readings = modem.decode([seen])[0];
    if (!readings) return null;
    const reading = readTileAt(readings, layout, 0, 0);
    // Pilots bear no payload, so the choice favours none.
    if (!best || reading.zScore > best.zScore) best = reading;
    if (round === RECTIFICATIONS) break;
    warp = rectifiedWarp(warp, displacementOf(readings));
    seen = sampler.sample(warp, scaleOf(placement)).luma;
  }
  return best && best.zScore >= PILOTS_MIN ? best.llr : null;
}
