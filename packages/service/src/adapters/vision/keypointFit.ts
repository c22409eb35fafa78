/**
 * A homography between two keypoint sets: mutual matches, robust fit, inliers counted honestly.
 * @module
 */
import { isPlausible } from '@assay/core/registration/geometry';
import { matchMutual } from '@assay/core/registration/hammingMatch';
import type { Size } from '@assay/core/raster';
import { type Homography, project } from '@assay/core/registration/homography';
import { INLIERS_MIN } from '@assay/core/verdict/thresholds';
import { fitHomography } from './fitHomography.ts';
import type { KeypointSet } from './keypoints.ts';
import type { OpenCv } from './openCv.ts';

/** Ratio test; with mutual pairs 0.8 .. 1 differ little. */
const RATIO_MAX = 0.9;
/** Side of the cells in which inliers are counted once, px: many keypoints on one corner are one witness. */
const CELL_PX = 6;

/** Point pairs: x, y in turn. */
export interface Pairs {
  readonly from: Float32Array;
  readonly to: Float32Array;
}

export interface KeypointFit {
  /** Query to reference, px of the pictures the keypoints were found in. */
  readonly homography: Homography;
  /** Cells that hold an inlier; of the picture that has fewer. */
  readonly inliers: number;
  readonly residualPx: number;
  /** The pairs that do not follow the homography. */
  readonly rest: Pairs;
}

export function matchedPairs(query: KeypointSet, reference: KeypointSet): Pairs {
  const matches = matchMutual(query.descriptors, reference.descriptors, RATIO_MAX);
  const from = new Float32Array(2 * matches.length);
  const to = new Float32Array(2 * matches.length);
  matches.forEach((match, i) => {
    from.set(query.points.subarray(2 * match.query, 2 * match.query + 2), 2 * i);
    to.set(reference.points.subarray(2 * match.reference, 2 * match.reference + 2), 2 * i);
  });
  return { from, to };
}

/** Number of cells of `CELL_PX` that hold a point. */
function occupiedCells(points: Float32Array): number {
  const cells = new Set<number>();
  for (let i = 0; i < points.length; i += 2) {
    const column = Math.floor((points[i] as number) / CELL_PX);
    const row = Math.floor((points[i + 1] as number) / CELL_PX);
    cells.add(row * 65_536 + column);
  }
  return cells.size;
}

/** @param query size of the picture that `from` lies in. Null if chance could have made the best homography. */
export function fitPairs(cv: OpenCv, { from, to }: Pairs, query: Size): KeypointFit | null {
  const fit = fitHomography(cv, from, to);
  if (!fit || !isPlausible(fit.homography, query, false)) return null;
  const isInlier = (_: number, coordinate: number): boolean => fit.inliers[coordinate >> 1] === 1;
  const isOutlier = (_: number, coordinate: number): boolean => fit.inliers[coordinate >> 1] === 0;
  const fromInliers = from.filter(isInlier);
  const toInliers = to.filter(isInlier);
  const inliers = Math.min(occupiedCells(fromInliers), occupiedCells(toInliers));
  // Below it a homography through chance matches is common.
  if (inliers < INLIERS_MIN) return null;
  let squares = 0;
  for (let i = 0; i < fromInliers.length; i += 2) {
    const p = project(fit.homography, fromInliers[i] as number, fromInliers[i + 1] as number);
    squares += (p.x - (toInliers[i] as number)) ** 2 + (p.y - (toInliers[i + 1] as number)) ** 2;
  }
  return {
    homography: fit.homography,
    inliers,
    residualPx: Math.sqrt((2 * squares) / fromInliers.length),
    rest: { from: from.filter(isOutlier), to: to.filter(isOutlier) },
  };
}
