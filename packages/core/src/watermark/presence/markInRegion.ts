/**
 * Is the mark of a stored picture still there, in the very area that differs from it? Whoever replaces content replaces its mark
 * with it; a filter, a palette or a screen leaves both. Over the cells of the area, with d what a cell holds and mu what it should
 * hold (correlationPredictor.ts, fitted to the rest of the picture),
 *     H = sum mu d,   P = sum mu^2,
 * so that H / P estimates the share of the mark that is there, with a deviation of 1 / sqrt(P), and
 *     ln p(share s) / p(no mark) = s H - s^2 P / 2.
 * The pose is known from the registration, so that marks count here which are too weak to be read.
 * @module
 */
import type { Plane, Size } from '../../raster.ts';
import { compose, type Homography, inverse, project, resizing } from '../../registration/homography.ts';
import type { TamperMap } from '../../tamper/comparison.ts';
import { scaling } from '../affine.ts';
import { alignedPicture } from '../tile/detect/alignedPicture.ts';
import { encodePayload } from '../payload/payloadFrame.ts';
import type { KeyedTrack } from '../watermarkTrack.ts';
import { cellDeviations, cellSideOf } from './cellCorrelation.ts';
import { cellActivity, expectedDeviations, fitExpectation } from './correlationPredictor.ts';
import { knownMark } from './knownMark.ts';
import { PRESENCE_Z_MIN } from './presenceMap.ts';

/** What the changed area holds of the mark; both finite. */
export interface MarkInRegion {
  /** H: what the cells hold, weighted with what they should. */
  readonly held: number;
  /** P >= 0: what could be told; 0 where nothing can be expected of the area. */
  readonly power: number;
}

/** Half of what is expected: an edit that spares content may still weaken its mark. */
const SHARE = 0.5;

/** Natural logarithm of the likelihood ratio of "half of the mark is there" against "none is". */
export const markLogLikelihood = ({ held, power }: MarkInRegion): number => SHARE * held - (SHARE ** 2 * power) / 2;

/** From this grey of a tamper map on a pixel was changed. */
const CHANGED_FROM = 128;
/** Deviations beyond this are cut: one strange cell must not outvote its neighbours. */
const DEVIATION_MAX = 4;

/** Where the changed area is: the map of the comparison, over the whole query. */
export interface ChangedArea {
  readonly map: TamperMap;
  readonly query: Size;
  /** Pixels of the query to pixels of the reference. */
  readonly toReference: Homography;
}

/**
 * @param view luma of the query in the reference's frame, see alignedView.ts
 * @param marked the size of the reference, which is that of the picture when it was marked
 * @param payload 16 bytes
 * @param picture of this very view, for who asks more of it; default a new one
 * @returns null where no track's mark stands out in the picture, or nothing was changed
 */
export function markInRegion(
  view: Plane,
  marked: Size,
  tracks: readonly KeyedTrack[],
  payload: Uint8Array,
  area: ChangedArea,
  picture = alignedPicture(view),
): MarkInRegion | null {
  const side = cellSideOf(view);
  if (Math.min(view.width, view.height) < side) return null;
  const inside = changedCells(view, marked, side, area);
  if (!inside?.includes(1)) return null;
  const outside = inside.map((value) => 1 - value);
  const coded = encodePayload(payload);
  const activity = cellActivity(view);
  let [held, power, seen] = [0, 0, 0];
  for (const { track, key } of tracks) {
    const { carriers } = track;
    if (!carriers) continue;
    const poses = carriers
      .likelyScales(marked.width, marked.height)
      .slice(0, 1)
      .map((scale) => scaling((scale * view.width) / marked.width));
    const mark = knownMark(picture.spectrum(), carriers.layoutOf(key), poses, coded);
    if (mark.zScore < PRESENCE_Z_MIN) continue;
    seen++;
    const cells = cellDeviations(picture.whitened(), mark);
    const expected = expectedDeviations(fitExpectation(cells, activity, outside), activity, cells.energy);
    for (let j = 0; j < inside.length; j++) {
      if (inside[j] === 0) continue;
      const mu = expected[j] as number;
      held += mu * Math.max(-DEVIATION_MAX, Math.min(DEVIATION_MAX, cells.deviations.data[j] as number));
      power += mu * mu;
    }
  }
  return seen > 0 ? { held, power } : null;
}

/** 1 for whole cells of the view whose centre was changed. */
function changedCells(
  view: Plane,
  reference: Size,
  side: number,
  { map, query, toReference }: ChangedArea,
): Uint8Array | null {
  const toView = compose(resizing(reference, view), toReference);
  const fromView = toView && inverse(toView);
  const toMap = fromView && compose(resizing(query, map), fromView);
  if (!toMap) return null;
  const [columns, rows] = [Math.floor(view.width / side), Math.floor(view.height / side)];
  const centre = (cell: number): number => cell * side + (side - 1) / 2;
  return Uint8Array.from({ length: columns * rows }, (_, j) => {
    const { x, y } = project(toMap, centre(j % columns), centre(Math.floor(j / columns)));
    const [column, row] = [Math.round(x), Math.round(y)];
    if (column < 0 || row < 0 || column >= map.width || row >= map.height) return 0;
    return (map.data[row * map.width + column] as number) >= CHANGED_FROM ? 1 : 0;
  });
}
