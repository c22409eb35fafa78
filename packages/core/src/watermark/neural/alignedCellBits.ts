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
import { meanMagnitude, SYMBOLS_CERTAIN } from './latticeSearch.ts';
import type { CellReadings, NeuralModem } from './neuralModem.ts';
import { originOf } from '../tileOrigin.ts';
import type { AlignedBits } from '../watermarkTrack.ts';
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
 * @returns null where neither the pilots nor the cells say that there is something
 */
export function alignedCellBits(view: Plane, marked: Size, modem: NeuralModem, layout: CellLayout): AlignedBits {
  const placement = uprightPlacement(view, canvasSize(marked, canvasSideOf(marked)));
  const sampler = viewSampler(rowsOf(view));
  let warp = warpOf(placement);
  let seen = lumaAtSize(view, placement);
  const rounds: CellReadings[] = [];
  for (let round = 0; round <= RECTIFICATIONS; round++) {
    const readings = modem.decode([seen])[0] as CellReadings;
    rounds.push(readings);
    if (round === RECTIFICATIONS) break;
    warp = rectifiedWarp(warp, displacementOf(readings));
    seen = sampler.sample(warp, scaleOf(placement)).luma;
  }
  return (payload) => {
    const { x, y } = originOf(layout.origins, payload);
    const tiles = rounds.map((readings) => readTileAt(readings, layout, x, y));
    // Neither pilots nor magnitudes bear a payload, so the choice favours none.
    const best = highest(tiles, ({ zScore }) => zScore);
    if (best.zScore >= PILOTS_MIN) return best.llr;
    // Cells are read though pilots were taken away.
    const loudest = highest(rounds, ({ logits }) => meanMagnitude(logits));
    return meanMagnitude(loudest.logits) >= SYMBOLS_CERTAIN
      ? (tiles[rounds.indexOf(loudest)] as TileReading).llr
      : null;
  };
}

function highest<T>(items: readonly T[], scoreOf: (item: T) => number): T {
  return items.reduce((best, item) => (scoreOf(item) > scoreOf(best) ? item : best));
}
