/**
 * Takes the picture out of a picture: what is left has about equal energy everywhere, so that no bright edge or busy
 * region outvotes the rest of the mark.
 *     d = Y - g_5 * Y,   sd = sqrt(g_4 * d^2),   z = clip(d / (sd + 1.5), -2.5, 2.5) / (sd + 1.5)^(1/2) * min(1, sd / 0.3)
 * The exponents add to a division by sd^1.5. A matched filter for a mark of even strength would divide by sd^2; but the
 * quiet places that it trusts most are those that compression empties, and 1.5 measured best between the two.
 * Constants and measurement: docs/decisions/0002-watermark-engine.md.
 * Source: Voloshynovskiy, Pereira, Iquise, Pun 2001 (local Wiener estimate of the mark); own departure as stated.
 * @module
 */
import type { KernelMemory } from '../../../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../../../kernels/kernels.ts';
import { type Plane, plane } from '../../../raster.ts';
import { blurInMemory, KERNEL_SIDE_MIN, stackedBlur } from '../../../signal/blur/stackedBlur.ts';

const MEAN_SIGMA = 5;
const ACTIVITY_SIGMA = 4;
/** Noise floor of 8-bit pictures in units of luma: keeps flat places from amplifying rounding noise. */
const ACTIVITY_FLOOR = 1.5;
const CLIP = 2.5;
/** Below this activity a place is synthetic (a letterbox, a blank border) and counts for nothing. */
const ACTIVITY_OF_BLANK = 0.3;

/** Detail, and the activity that it is measured by. */
interface Detail {
  readonly detail: Plane;
  readonly activity: Plane;
}

/** @param luma in [0, 255]. @returns plane of the same size, about in [-2.5, 2.5] */
export function whiten(luma: Plane): Plane {
  if (Math.min(luma.width, luma.height) < KERNEL_SIDE_MIN) return whitenScalar(luma);
  return withKernels(
    (kernels, memory) => whitenInMemory(luma, kernels, memory),
    () => whitenScalar(luma),
  );
}

/** Scalar fallback of the kernels. */
function whitenScalar(luma: Plane): Plane {
  const { detail, activity } = measure(luma);
  divideByActivity(detail.data, activity.data);
  return detail;
}

function whitenInMemory(luma: Plane, kernels: Kernels, memory: KernelMemory): Plane {
  const { width, height, data } = luma;
  const length = data.length;
  // Kernels go by vectors of four; the place of a plane ends at a multiple of 64 bytes.
  const vectors = 4 * Math.ceil(length / 4);
  const source = memory.copyIn(data);
  const detail = memory.reserve(4 * length);
  const activity = memory.reserve(4 * length);
  blurInMemory({ kernels, memory }, luma, source, detail, MEAN_SIGMA);
  kernels.detailAndEnergy(source, detail, activity, vectors);
  blurInMemory({ kernels, memory }, luma, activity, activity, ACTIVITY_SIGMA);
  kernels.rootInPlace(activity, vectors);
  kernels.divideByActivity(detail, activity, vectors, ACTIVITY_FLOOR, CLIP, ACTIVITY_OF_BLANK);
  return plane(width, height, memory.floats(detail, length).slice());
}

function measure(luma: Plane): Detail {
  const detail = detailOf(luma);
  const activity = stackedBlur({ ...detail, data: squared(detail.data) }, ACTIVITY_SIGMA);
  for (let i = 0; i < activity.data.length; i++) activity.data[i] = Math.sqrt(Math.max(0, activity.data[i] as number));
  return { detail, activity };
}

function squared(values: Float32Array): Float32Array<ArrayBuffer> {
  const out = new Float32Array(values.length);
  for (let i = 0; i < out.length; i++) out[i] = (values[i] as number) ** 2;
  return out;
}

function detailOf(luma: Plane): Plane {
  const detail = stackedBlur(luma, MEAN_SIGMA);
  for (let i = 0; i < detail.data.length; i++) detail.data[i] = (luma.data[i] as number) - (detail.data[i] as number);
  return detail;
}

/** In place, with clipping, floor and blank as above. */
function divideByActivity(detail: Float32Array, activities: Float32Array): void {
  for (let i = 0; i < detail.length; i++) {
    const activity = activities[i] as number;
    const floored = activity + ACTIVITY_FLOOR;
    const z = Math.max(-CLIP, Math.min(CLIP, (detail[i] as number) / floored));
    detail[i] = (z / Math.sqrt(floored)) * Math.min(1, activity / ACTIVITY_OF_BLANK);
  }
}
