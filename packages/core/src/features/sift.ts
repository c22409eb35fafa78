/**
 * SIFT: keypoints that survive scale and rotation, with descriptors of their surroundings.
 * Scale space -> extrema -> dominant orientations -> descriptors, one file each.
 * Source: Lowe 2004, "Distinctive Image Features from Scale-Invariant Keypoints", IJCV 60(2).
 * Departs: the picture is not doubled unless asked for, and only the strongest keypoints are described.
 * @module
 */
import { withKernels } from '../kernels/kernels.ts';
import type { Plane } from '../raster.ts';
import { CONTRAST_MIN, type Extremum, findExtrema } from './extrema.ts';
import { DESCRIPTOR_LENGTH, type LocalFeatures } from './localFeatures.ts';
import { dominantOrientations } from './orientation.ts';
import { sharePlanes } from './keypointWindow.ts';
import { buildScaleSpace, LEVELS_PER_OCTAVE, type Octave, type ScaleSpace, sigmaOfLevel } from './scaleSpace.ts';
import { describeKeypoint } from './siftDescriptor.ts';

export interface SiftOptions {
  /** Keep at most this many features, those of highest contrast; default 1000. */
  readonly featuresMax?: number;
  /** Search the picture enlarged twice as well: finer features, about four times the work; default false. */
  readonly doubled?: boolean;
  /** Smallest |D| of a keypoint for luma in [0, 1]; default `CONTRAST_MIN`. */
  readonly contrastMin?: number;
}

interface Oriented {
  readonly extremum: Extremum;
  readonly orientation: number;
}

/**
 * @param luma range [0, 255]
 * @returns features by falling contrast; none for flat or tiny pictures. The same picture gives the same features.
 */
export function sift(luma: Plane, options: SiftOptions = {}): LocalFeatures {
  const { featuresMax = 1000, doubled = false, contrastMin = CONTRAST_MIN } = options;
  const space = buildScaleSpace(luma, doubled);
  const extrema = space.octaves.flatMap((octave, index) => findExtrema(octave, index, contrastMin));
  extrema.sort((a, b) => b.contrast - a.contrast || a.octave - b.octave || a.y - b.y || a.x - b.x);
  return withKernels(
    (kernels, memory) => {
      const described = space.octaves.flatMap(({ gaussians }) => gaussians.slice(1, LEVELS_PER_OCTAVE + 1));
      sharePlanes(kernels, memory, described);
      return describeExtrema(space, extrema, featuresMax);
    },
    () => describeExtrema(space, extrema, featuresMax),
  );
}

function describeExtrema(space: ScaleSpace, extrema: readonly Extremum[], featuresMax: number): LocalFeatures {
  const oriented: Oriented[] = [];
  for (const extremum of extrema) {
    if (oriented.length >= featuresMax) break;
    const { gaussian, sigma } = levelOf(space, extremum);
    for (const orientation of dominantOrientations(gaussian, extremum.x, extremum.y, sigma))
      oriented.push({ extremum, orientation });
  }
  return describeAll(space, oriented.slice(0, featuresMax));
}

/** The Gaussian in which a keypoint is described and its sigma there. */
function levelOf(space: ScaleSpace, extremum: Extremum) {
  const octave = space.octaves[extremum.octave] as Octave;
  return {
    step: octave.step,
    gaussian: octave.gaussians[extremum.level] as Plane,
    sigma: sigmaOfLevel(extremum.level + extremum.levelOffset),
  };
}

function describeAll(space: ScaleSpace, oriented: readonly Oriented[]): LocalFeatures {
  const count = oriented.length;
  const x = new Float32Array(count);
  const y = new Float32Array(count);
  const scale = new Float32Array(count);
  const orientation = new Float32Array(count);
  const contrast = new Float32Array(count);
  const descriptors = new Uint8Array(count * DESCRIPTOR_LENGTH);
  for (const [i, feature] of oriented.entries()) {
    const { extremum } = feature;
    const { step, gaussian, sigma } = levelOf(space, extremum);
    x[i] = extremum.x * step + space.shift;
    y[i] = extremum.y * step + space.shift;
    scale[i] = sigma * step;
    orientation[i] = feature.orientation;
    contrast[i] = extremum.contrast;
    describeKeypoint(gaussian, extremum.x, extremum.y, sigma, feature.orientation, descriptors, i * DESCRIPTOR_LENGTH);
  }
  return { keypoints: { count, x, y, scale, orientation, contrast }, descriptors };
}
