/**
 * Lays a submitted picture over a stored one: keypoints, matches, robust homography, as it is and, failing that,
 * reflected. Findings are values: pictures that do not fit give null.
 * @module
 */
import { isPlausible } from '@assay/core/registration/geometry';
import { matchMutual } from '@assay/core/registration/hammingMatch';
import { compose, type Homography, inverse, mirroring, project, resizing } from '@assay/core/registration/homography';
import type { Registration } from '@assay/core/registration/registration';
import type { Plane } from '@assay/core/raster';
import { reducePlane, resizeBilinear } from '@assay/core/signal/resize';
import { fitHomography } from './fitHomography.ts';
import { detectKeypoints, type KeypointSet } from './keypoints.ts';
import { loadOpenCv, type OpenCv } from './openCv.ts';

/** Long side of the working pictures, px; bounds time and memory whatever comes in. */
const WORKING_SIDE_MAX = 1000;
/** Smaller pictures are enlarged to it: ORB's patch of 31 px and border of 31 px leave them too few keypoints. */
const WORKING_SIDE_MIN = 640;
const ENLARGEMENT_MAX = 4;
/** Ratio test; measured in bench/verdict (0.8 .. 1 differ little once pairs must be mutual). */
const RATIO_MAX = 0.9;
/** Side of the cells in which inliers are counted once, px: many keypoints on one corner are one witness. */
const CELL_PX = 6;
/** Below it a homography through chance matches is common; `decide` judges the number again. */
export const INLIERS_MIN = 7;
/** With this many there is no need to try the reflection. */
const INLIERS_SURE = 20;

interface WorkingPicture {
  readonly picture: Plane;
  /** Working pixels to full pixels. */
  readonly toFull: Homography;
}

/** Reduces or enlarges a picture to the size at which keypoints are sought. */
function workingPicture(full: Plane): WorkingPicture {
  const side = Math.max(full.width, full.height);
  const target = Math.min(WORKING_SIDE_MAX, Math.max(side, Math.min(WORKING_SIDE_MIN, ENLARGEMENT_MAX * side)));
  const width = Math.max(1, Math.round((full.width * target) / side));
  const height = Math.max(1, Math.round((full.height * target) / side));
  const resize = target < side ? reducePlane : resizeBilinear;
  const picture = target === side ? full : resize(full, width, height);
  return { picture, toFull: resizing(picture, full) };
}

/** The plane reflected left to right. */
function mirrored(input: Plane): Plane {
  const { width, height } = input;
  const data = new Float32Array(width * height);
  for (let row = 0; row < data.length; row += width)
    for (let x = 0; x < width; x++) data[row + x] = input.data[row + width - 1 - x] as number;
  return { width, height, data };
}

/** Number of cells of `CELL_PX` that hold a point; points are x, y in turn. */
function occupiedCells(points: Float32Array): number {
  const cells = new Set<number>();
  for (let i = 0; i < points.length; i += 2) {
    const column = Math.floor((points[i] as number) / CELL_PX);
    const row = Math.floor((points[i + 1] as number) / CELL_PX);
    cells.add(row * 65_536 + column);
  }
  return cells.size;
}

interface Fit {
  readonly homography: Homography;
  readonly inliers: number;
  readonly residualPx: number;
}

/** Fits the map between two keypoint sets of the same working frames; null if chance could have made it. */
function fitKeypoints(cv: OpenCv, query: KeypointSet, reference: KeypointSet, querySize: Plane): Fit | null {
  const matches = matchMutual(query.descriptors, reference.descriptors, RATIO_MAX);
  const from = new Float32Array(2 * matches.length);
  const to = new Float32Array(2 * matches.length);
  matches.forEach((match, i) => {
    from.set(query.points.subarray(2 * match.query, 2 * match.query + 2), 2 * i);
    to.set(reference.points.subarray(2 * match.reference, 2 * match.reference + 2), 2 * i);
  });
  const fit = fitHomography(cv, from, to);
  if (!fit || !isPlausible(fit.homography, querySize, false)) return null;
  const isInlier = (_: number, coordinate: number): boolean => fit.inliers[coordinate >> 1] === 1;
  const fromInliers = from.filter(isInlier);
  const toInliers = to.filter(isInlier);
  const inliers = Math.min(occupiedCells(fromInliers), occupiedCells(toInliers));
  if (inliers < INLIERS_MIN) return null;
  let squares = 0;
  for (let i = 0; i < fromInliers.length; i += 2) {
    const p = project(fit.homography, fromInliers[i] as number, fromInliers[i + 1] as number);
    squares += (p.x - (toInliers[i] as number)) ** 2 + (p.y - (toInliers[i + 1] as number)) ** 2;
  }
  return { homography: fit.homography, inliers, residualPx: Math.sqrt((2 * squares) / fromInliers.length) };
}

/**
 * Registers a query to a reference, both luma in [0, 255] and of any size.
 * @returns null if the pictures do not share at least `INLIERS_MIN` keypoint cells under a plausible map
 */
export async function registerPictures(queryLuma: Plane, referenceLuma: Plane): Promise<Registration | null> {
  const { cv } = await loadOpenCv();
  const query = workingPicture(queryLuma);
  const reference = workingPicture(referenceLuma);
  const referenceKeypoints = detectKeypoints(cv, reference.picture);
  const direct = fitKeypoints(cv, detectKeypoints(cv, query.picture), referenceKeypoints, query.picture);
  let reflected: Fit | null = null;
  if (!direct || direct.inliers < INLIERS_SURE) {
    const keypoints = detectKeypoints(cv, mirrored(query.picture));
    reflected = fitKeypoints(cv, keypoints, referenceKeypoints, query.picture);
  }
  const isMirrored = (reflected?.inliers ?? 0) > (direct?.inliers ?? 0);
  const fit = isMirrored ? reflected : direct;
  if (!fit) return null;
  const turned = isMirrored ? compose(fit.homography, mirroring(query.picture.width)) : fit.homography;
  const fromFull = inverse(query.toFull);
  const inWorking = turned && fromFull && compose(turned, fromFull);
  const homography = inWorking && compose(reference.toFull, inWorking);
  return homography && { homography, mirrored: isMirrored, inliers: fit.inliers, residualPx: fit.residualPx };
}
