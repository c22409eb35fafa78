/**
 * Dominant directions of the gradient around a keypoint: a histogram of 36 bins over a Gaussian window of 1.5 sigma,
 * every peak of at least 80 % of the highest, its place refined by a parabola. Source: Lowe 2004, section 5.
 * @module
 */
import { withKernels } from '../kernels/kernels.ts';
import type { Plane } from '../raster.ts';
import { gradientAngle } from './gradientAngle.ts';
import { falloffInMemory, falloffOf, type KeypointWindow, keypointWindow } from './keypointWindow.ts';

const BINS = 36;
const PEAK_FRACTION = 0.8;
/** Window in units of the keypoint's sigma, and where it is cut off (as in OpenCV: 3 standard deviations). */
const WINDOW_SIGMAS = 1.5;
const WINDOW_CUT = 3;

/**
 * @param gaussian the level at which the keypoint was found; x, y, sigma in its pixels
 * @returns angles in [0, 2 pi), none only where the window holds no gradient at all
 */
export function dominantOrientations(gaussian: Plane, x: number, y: number, sigma: number): number[] {
  const histogram = smooth(directionHistogram(gaussian, Math.round(x), Math.round(y), WINDOW_SIGMAS * sigma));
  const highest = Math.max(...histogram);
  const angles: number[] = [];
  if (!(highest > 0)) return angles;
  for (let bin = 0; bin < BINS; bin++) {
    const left = histogram[(bin + BINS - 1) % BINS] as number;
    const here = histogram[bin] as number;
    const right = histogram[(bin + 1) % BINS] as number;
    if (here <= left || here <= right || here < PEAK_FRACTION * highest) continue;
    const offset = (0.5 * (left - right)) / (left - 2 * here + right);
    const angle = ((bin + offset) * 2 * Math.PI) / BINS;
    angles.push(angle < 0 ? angle + 2 * Math.PI : angle);
  }
  return angles;
}

function directionHistogram(gaussian: Plane, x: number, y: number, windowSigma: number): Float64Array {
  const radius = Math.round(WINDOW_CUT * windowSigma);
  const falloff = falloffOf(radius, windowSigma);
  const window = keypointWindow(gaussian, x, y, radius);
  return withKernels(
    (kernels, memory) => {
      const { width, data } = gaussian;
      const centre = memory.share(data) + 4 * (y * width + x);
      const weights = falloffInMemory(memory, falloff);
      const { left, right, top, bottom } = window;
      const scratch = memory.reserve(kernels.gradientScratchBytes());
      const votes = memory.zeros(BINS);
      kernels.directionVotes(centre, 4 * width, left, right, top, bottom, weights, radius, scratch, votes);
      return Float64Array.from(memory.floats(votes, BINS));
    },
    () => histogramScalar(gaussian, x, y, window, falloff),
  );
}

/** Scalar fallback of the kernel. */
function histogramScalar(
  { width, data }: Plane,
  x: number,
  y: number,
  { left, right, top, bottom }: KeypointWindow,
  falloff: Float64Array,
): Float64Array {
  const histogram = new Float64Array(BINS);
  for (let j = top; j <= bottom; j++) {
    const rowWeight = falloff[j < 0 ? -j : j] as number;
    for (let i = left; i <= right; i++) {
      const at = (y + j) * width + x + i;
      const dx = (data[at + 1] as number) - (data[at - 1] as number);
      const dy = (data[at + width] as number) - (data[at - width] as number);
      const bin = Math.round((gradientAngle(dy, dx) * BINS) / (2 * Math.PI)) % BINS;
      const weight = rowWeight * (falloff[i < 0 ? -i : i] as number) * Math.sqrt(dx * dx + dy * dy);
      histogram[bin] = (histogram[bin] as number) + weight;
    }
  }
  return histogram;
}

/** Circular filter 1 4 6 4 1, as in OpenCV: the parabola needs a smooth peak. */
function smooth(histogram: Float64Array): Float64Array {
  const out = new Float64Array(BINS);
  for (let bin = 0; bin < BINS; bin++) {
    const outer = around(histogram, bin - 2) + around(histogram, bin + 2);
    const inner = around(histogram, bin - 1) + around(histogram, bin + 1);
    out[bin] = (outer + 4 * inner + 6 * (histogram[bin] as number)) / 16;
  }
  return out;
}

const around = (histogram: Float64Array, bin: number): number => histogram[(bin + BINS) % BINS] as number;
