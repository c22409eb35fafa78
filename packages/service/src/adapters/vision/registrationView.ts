/** A picture as registration looks at it: at working size, with keypoints that are sought when they are first asked for. @module */
import { LEVELS_BYTES_MAX } from '@assay/core/registration/contrastLevel';
import { type Homography, resizing } from '@assay/core/registration/homography';
import { once } from '@assay/core/once';
import type { Plane } from '@assay/core/raster';
import { reduceRows, resizeBilinear } from '@assay/core/signal/resample/resize';
import { type LumaSource, rowsOf, wholePlane } from '@assay/core/signal/rowSource';
import { FINER_BYTES_MAX, type FinerFeatures, finerFeatures } from './finerFit.ts';
import { detectKeypoints, type KeypointSet, KEYPOINTS_BYTES_MAX } from './keypoints.ts';
import type { OpenCv } from './openCv.ts';

/** Long side of the working pictures, px; bounds time and memory whatever comes in. */
const WORKING_SIDE_MAX = 1000;
/** Smaller pictures are enlarged to it: ORB's patch of 31 px and border of 31 px leave them too few keypoints. */
const WORKING_SIDE_MIN = 640;
const ENLARGEMENT_MAX = 4;

export interface RegistrationView {
  /** At working size. */
  readonly picture: () => Plane;
  /** Working pixels to full pixels. */
  readonly toFull: () => Homography;
  readonly keypoints: (cv: OpenCv) => KeypointSet;
  /** Of the picture reflected left to right. */
  readonly mirroredKeypoints: (cv: OpenCv) => KeypointSet;
  readonly finer: FinerFeatures;
  /** What it takes of memory once all was asked for, the source aside. */
  readonly bytesMax: number;
}

/** @param source nobody writes to it any more */
export function registrationView(source: LumaSource): RegistrationView {
  const picture = once(() => workingPicture(source));
  let keypoints: KeypointSet | undefined;
  let mirroredKeypoints: KeypointSet | undefined;
  return {
    picture,
    toFull: () => resizing(picture(), source),
    keypoints: (cv) => (keypoints ??= detectKeypoints(cv, picture())),
    mirroredKeypoints: (cv) => (mirroredKeypoints ??= detectKeypoints(cv, mirrored(picture()))),
    finer: finerFeatures(picture),
    bytesMax: 4 * WORKING_SIDE_MAX ** 2 + 2 * KEYPOINTS_BYTES_MAX + FINER_BYTES_MAX + LEVELS_BYTES_MAX,
  };
}

/** The view of a picture's negative: keypoints and contrasts of an inverted copy are those of its original again. */
export function negativeOf(view: RegistrationView): RegistrationView {
  const picture = once(() => negative(view.picture()));
  return {
    ...view,
    picture,
    keypoints: (cv) => detectKeypoints(cv, picture()),
    mirroredKeypoints: (cv) => detectKeypoints(cv, mirrored(picture())),
    finer: finerFeatures(picture),
  };
}

/** Reduces or enlarges a picture to the size at which keypoints are sought. A large one never exists as a plane. */
function workingPicture(source: LumaSource): Plane {
  const full = rowsOf(source);
  const side = Math.max(full.width, full.height);
  const target = Math.min(WORKING_SIDE_MAX, Math.max(side, Math.min(WORKING_SIDE_MIN, ENLARGEMENT_MAX * side)));
  if (target === side) return wholePlane(full);
  const width = Math.max(1, Math.round((full.width * target) / side));
  const height = Math.max(1, Math.round((full.height * target) / side));
  return target < side ? reduceRows(full, width, height) : resizeBilinear(wholePlane(full), width, height);
}

/** The plane reflected left to right. */
function mirrored(input: Plane): Plane {
  const { width, height } = input;
  const data = new Float32Array(width * height);
  for (let row = 0; row < data.length; row += width)
    for (let x = 0; x < width; x++) data[row + x] = input.data[row + width - 1 - x] as number;
  return { width, height, data };
}

function negative({ width, height, data }: Plane): Plane {
  const out = new Float32Array(data.length);
  for (let i = 0; i < out.length; i++) out[i] = 255 - (data[i] as number);
  return { width, height, data: out };
}
