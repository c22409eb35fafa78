/**
 * From ratios to regions: threshold, opening, connected components, what counts among them, and their shapes.
 * @module
 */
import type { Size } from '../registration/homography.ts';
import type { Comparison, TamperRegion } from './comparison.ts';
import type { LocalDifference } from './localDifference.ts';
import { connectedRegions, open, type Region } from './morphology.ts';
import { regionShape, type Shape } from './regionShape.ts';

/**
 * A region counts if it covers either share of the overlap at that ratio: what is large need not be strong. Set between the
 * strongest benign edits and the weakest local edits of 1 % of some 500 pictures (docs/decisions/0004).
 */
export const CHANGE_THRESHOLDS = {
  ratioLarge: 1.8,
  shareLarge: 0.008,
  ratioStrong: 2.62,
  shareStrong: 0.003,
} as const;
/** Where one region counts, others of this share at the strong ratio are listed too. */
const SHARE_LISTED = 0.001;
/** Opening radius on the half grid: a changed region is at least 3 cells = 6 px wide. */
const OPEN_RADIUS = 1;
const REGIONS_MAX = 32;
/** Largest strength told. */
const STRENGTH_MAX = 4;
/** Halvings of the interval in which the strength is sought: to a hundredth. */
const STRENGTH_STEPS = 9;

export type Changes = Pick<
  Comparison,
  'blobShare' | 'changedShare' | 'changeStrength' | 'tamperScore' | 'regions' | 'badNccShare'
> & {
  /** 1 inside the regions that count; on the working picture. */
  readonly mask: Uint8Array;
};

/** Certainty that a cell of this ratio was edited, 0..1: 1/2 where large regions begin to count, 1 above strong ones. */
export const scoreOf = (ratio: number): number => Math.min(1, Math.max(0, ratio / CHANGE_THRESHOLDS.ratioLarge - 0.5));

/**
 * @param working size of the working picture
 * @param query   regions are told in its pixels
 */
export function changedRegions(local: LocalDifference, working: Size, query: Size): Changes {
  const { width, height, ratio, valid } = local;
  const cells = { width, height };
  let overlap = 0;
  for (let i = 0; i < valid.length; i++) overlap += valid[i] as number;
  const labels = new Int32Array(ratio.length);
  const found = regionsAbove(local, CHANGE_THRESHOLDS.ratioLarge, labels);
  const strong = strongAreas(local, labels);
  const counts = ({ label, area }: Region): boolean =>
    area > CHANGE_THRESHOLDS.shareLarge * overlap || (strong.get(label) ?? 0) > CHANGE_THRESHOLDS.shareStrong * overlap;
  const isEdited = found.some(counts);
  const listed = found
    .filter((region) => isEdited && (counts(region) || (strong.get(region.label) ?? 0) > SHARE_LISTED * overlap))
    .slice(0, REGIONS_MAX);
  const shaped = listed
    .map((region) => ({ region, shape: regionShape(local.evidence, working, region, labels, cells) }))
    .sort((a, b) => b.shape.area - a.shape.area);
  const mask = new Uint8Array(working.width * working.height);
  for (const { shape } of shaped) paint(shape, working, mask);
  let covered = 0;
  for (let i = 0; i < mask.length; i++) covered += mask[i] as number;
  // The overlap is counted in cells of four pixels.
  const pixels = Math.max(1, 4 * overlap);
  return {
    blobShare: Math.min(1, (shaped[0]?.shape.area ?? 0) / pixels),
    changedShare: Math.min(1, covered / pixels),
    changeStrength: changeStrength(local, overlap),
    tamperScore: shaped[0] ? scoreOf(shaped[0].region.mean) : 0,
    regions: shaped.map(({ region, shape }) => regionOf(shape, scoreOf(region.mean), working, query)),
    badNccShare: badNccShare(local, listed[0] ?? null),
    mask,
  };
}

/** The connected regions at or above a ratio, opened. */
function regionsAbove(
  { width, height, ratio }: LocalDifference,
  least: number,
  labels: Int32Array<ArrayBuffer>,
): Region[] {
  const changed = new Uint8Array(ratio.length);
  for (let i = 0; i < changed.length; i++) changed[i] = (ratio[i] as number) >= least ? 1 : 0;
  return connectedRegions(open(changed, width, height, OPEN_RADIUS), width, height, ratio, labels);
}

/** Cells of each labelled region that lie in an opened region of the strong ratio. */
function strongAreas(local: LocalDifference, labels: Int32Array): Map<number, number> {
  const strong = new Int32Array(labels.length);
  regionsAbove(local, CHANGE_THRESHOLDS.ratioStrong, strong);
  const areas = new Map<number, number>();
  for (let i = 0; i < labels.length; i++)
    if (strong[i] !== 0) areas.set(labels[i] as number, (areas.get(labels[i] as number) ?? 0) + 1);
  return areas;
}

/** The larger of both thresholds' strengths: by which factor the ratios could be divided until nothing counts. */
function changeStrength(local: LocalDifference, overlap: number): number {
  const labels = new Int32Array(local.ratio.length);
  const reaches = (ratio: number, share: number): boolean =>
    (regionsAbove(local, ratio, labels)[0]?.area ?? 0) > share * overlap;
  let low = 0;
  let high = STRENGTH_MAX;
  for (let step = 0; step < STRENGTH_STEPS; step++) {
    const middle = (low + high) / 2;
    if (
      reaches(middle * CHANGE_THRESHOLDS.ratioStrong, CHANGE_THRESHOLDS.shareStrong) ||
      reaches(middle * CHANGE_THRESHOLDS.ratioLarge, CHANGE_THRESHOLDS.shareLarge)
    )
      low = middle;
    else high = middle;
  }
  return low;
}

function paint({ left, top, width, height, mask }: Shape, working: Size, out: Uint8Array): void {
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) if (mask[i] === 1) out[(top + y) * working.width + left + x] = 1;
}

function regionOf({ left, top, width, height, mask }: Shape, score: number, working: Size, query: Size): TamperRegion {
  let [x0, y0, x1, y1] = [width, height, 0, 0];
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (mask[i] === 0) continue;
      x0 = Math.min(x0, x);
      x1 = Math.max(x1, x + 1);
      y0 = Math.min(y0, y);
      y1 = Math.max(y1, y + 1);
    }
  const scaleX = query.width / working.width;
  const scaleY = query.height / working.height;
  const x = Math.floor((left + x0) * scaleX);
  const y = Math.floor((top + y0) * scaleY);
  const w = Math.min(query.width, Math.ceil((left + x1) * scaleX)) - x;
  const h = Math.min(query.height, Math.ceil((top + y1) * scaleY)) - y;
  return { x, y, w, h, score };
}

/** A changed region whose box is larger than this share of the grid is no local edit. */
const LOCAL_BOX_MAX = 0.5;

/**
 * Share of the textured cells whose correlation is bad. The box of the largest changed region is left out while it is
 * local: one replaced object may hold most of a picture's texture, but a picture of another moment differs all over.
 */
function badNccShare({ width, height, textured, bad }: LocalDifference, largest: Region | null): number {
  const boxArea = largest ? (largest.right - largest.left) * (largest.bottom - largest.top) : 0;
  const excluded = boxArea <= LOCAL_BOX_MAX * width * height ? largest : null;
  let texturedCount = 0;
  let badCount = 0;
  for (let y = 0; y < height; y++) {
    const isRowOfBox = excluded !== null && y >= excluded.top && y < excluded.bottom;
    for (let x = 0; x < width; x++) {
      if (isRowOfBox && x >= excluded.left && x < excluded.right) continue;
      texturedCount += textured[y * width + x] as number;
      badCount += bad[y * width + x] as number;
    }
  }
  return texturedCount > 0 ? badCount / texturedCount : 0;
}
