/**
 * From scores to regions: threshold, opening, connected components.
 * @module
 */
import type { Size } from '../registration/homography.ts';
import type { Comparison, TamperRegion } from './comparison.ts';
import type { LocalDifference } from './localDifference.ts';
import { connectedRegions, open, type Region } from './morphology.ts';

/** Score at which a cell counts as changed: a cue at its threshold. */
const SCORE_CHANGED = 0.5;
/** Opening radius on the half grid: a changed region is at least 3 cells = 6 px wide. */
const OPEN_RADIUS = 1;
const REGIONS_MAX = 32;
/** Regions smaller than this share of the overlap are not listed: chance leaves some in most pictures. */
const REGION_SHARE_MIN = 0.0005;

export type Changes = Pick<Comparison, 'blobShare' | 'changedShare' | 'tamperScore' | 'regions' | 'badNccShare'>;

/** Thresholds, opens and labels the scores; regions in pixels of the query. */
export function changedRegions(local: LocalDifference, query: Size): Changes {
  const { width, height, score, valid } = local;
  const overlap = valid.reduce((sum, value) => sum + value, 0);
  const changed = new Uint8Array(score.length);
  for (let i = 0; i < changed.length; i++) changed[i] = (score[i] as number) >= SCORE_CHANGED ? 1 : 0;
  const found = connectedRegions(open(changed, width, height, OPEN_RADIUS), width, height, score);
  const largest = found[0];
  if (!largest || overlap === 0)
    return { blobShare: 0, changedShare: 0, tamperScore: 0, regions: [], badNccShare: badNccShare(local, null) };
  const scaleX = query.width / width;
  const scaleY = query.height / height;
  const regions: TamperRegion[] = [];
  for (const region of found.slice(0, REGIONS_MAX)) {
    if (region.area < REGION_SHARE_MIN * overlap) break;
    const x = Math.floor(region.left * scaleX);
    const y = Math.floor(region.top * scaleY);
    const w = Math.min(query.width, Math.ceil(region.right * scaleX)) - x;
    const h = Math.min(query.height, Math.ceil(region.bottom * scaleY)) - y;
    regions.push({ x, y, w, h, score: region.mean });
  }
  const area = found.reduce((sum, region) => sum + region.area, 0);
  return {
    blobShare: largest.area / overlap,
    changedShare: area / overlap,
    tamperScore: largest.mean,
    badNccShare: badNccShare(local, largest),
    regions,
  };
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
