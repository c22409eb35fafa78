/**
 * Removes the misregistration that a homography leaves (lens distortion, rounding of resizes, few inliers) by a smooth
 * dense flow d between the luma planes, window-averaged least squares with Gauss-Newton steps:
 *     [ <Ix Ix> + l   <Ix Iy>     ] [dx]     [<Ix It>]
 *     [ <Ix Iy>       <Iy Iy> + l ] [dy]  =  [<Iy It>],   It = query - warped
 * where < > is a wide box mean and l pulls the flow to zero where there is no texture.
 * Source: Lucas, Kanade 1981; the ridge as in Tikhonov regularization.
 * @module
 */
import { withKernels } from '../../kernels/kernels.ts';
import type { Plane, Size } from '../../raster.ts';
import { boxBlur, boxInMemory } from '../../signal/blur/boxBlur.ts';

export interface Flow {
  /** Displacement at which the reference must be read, px of the grid it was found on. */
  readonly dx: Plane;
  readonly dy: Plane;
}

const ITERATIONS = 4;
/** Half width of the averaging window, grid px, two passes: wide against any edit that should stay visible. */
const WINDOW_RADIUS = 9;
/** Levels^2 per px^2: gradients of less than about two levels a pixel say nothing. */
const RIDGE = 2;
/** Differences beyond it come from edits and must not pull the flow, levels. */
const DIFFERENCE_MAX = 16;

/**
 * Flow that lays `reference` on `query`, both low-passed luma with the same tone.
 * @param mask     1 where both have a pixel
 * @param shiftMax bound of each component, grid px
 */
export function residualFlow(query: Plane, reference: Plane, mask: Uint8Array, shiftMax: number): Flow {
  if (Math.min(query.width, query.height) < KERNEL_SIDE_MIN) return flowScalar(query, reference, mask, shiftMax);
  return withKernels(
    (kernels, memory) => {
      const { width, height } = query;
      const count = width * height;
      // Vectors of four: the last one may reach beyond a plane.
      const planeBytes = 16 * Math.ceil(count / 4);
      const room = (planes: number): number => memory.zeros((planes * planeBytes) / 4);
      const [from, to, dx, dy, warped, products] = [
        memory.copyIn(query.data),
        memory.copyIn(reference.data),
        room(1),
        room(1),
        room(1),
        room(5),
      ] as const;
      const inside = memory.reserve(count + 4);
      memory.write(inside, mask);
      const blur = (plane: number, radius: number, passes: number): void =>
        boxInMemory({ kernels, memory }, query, plane, radius, passes);
      for (let iteration = 0; iteration < ITERATIONS; iteration++) {
        kernels.displacePlanes(to, 1, planeBytes, dx, dy, width, height, warped);
        kernels.gradientProducts(from, warped, inside, width, height, DIFFERENCE_MAX, products, planeBytes);
        for (let k = 0; k < 5; k++) blur(products + k * planeBytes, WINDOW_RADIUS, 2);
        kernels.flowStep(products, dx, dy, planeBytes, RIDGE, shiftMax);
        for (const component of [dx, dy]) blur(component, WINDOW_RADIUS >> 1, 1);
      }
      const found = (at: number): Plane => ({ width, height, data: memory.floats(at, count).slice() });
      return { dx: found(dx), dy: found(dy) };
    },
    () => flowScalar(query, reference, mask, shiftMax),
  );
}

/** Planes with a shorter side are left to the scalar loops. */
const KERNEL_SIDE_MIN = 2;

/** Scalar fallback of the kernels. */
function flowScalar(query: Plane, reference: Plane, mask: Uint8Array, shiftMax: number): Flow {
  const { width, height } = query;
  const make = (): Plane => ({ width, height, data: new Float32Array(width * height) });
  const flow: Flow = { dx: make(), dy: make() };
  const [xx, xy, yy, xt, yt] = [make(), make(), make(), make(), make()];
  const scratch = new Float32Array(width * height);
  const warped = make();
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    displacedScalar(reference, flow, warped.data);
    gradientProducts(query, warped, mask, xx.data, xy.data, yy.data, xt.data, yt.data);
    for (const product of [xx, xy, yy, xt, yt]) boxBlur(product, WINDOW_RADIUS, 2, scratch);
    for (let i = 0; i < scratch.length; i++) {
      const a = (xx.data[i] as number) + RIDGE;
      const b = xy.data[i] as number;
      const c = (yy.data[i] as number) + RIDGE;
      const determinant = a * c - b * b;
      const stepX = (c * (xt.data[i] as number) - b * (yt.data[i] as number)) / determinant;
      const stepY = (a * (yt.data[i] as number) - b * (xt.data[i] as number)) / determinant;
      flow.dx.data[i] = Math.min(shiftMax, Math.max(-shiftMax, (flow.dx.data[i] as number) + stepX));
      flow.dy.data[i] = Math.min(shiftMax, Math.max(-shiftMax, (flow.dy.data[i] as number) + stepY));
    }
    boxBlur(flow.dx, WINDOW_RADIUS >> 1, 1, scratch);
    boxBlur(flow.dy, WINDOW_RADIUS >> 1, 1, scratch);
  }
  return flow;
}

/** Products of the mean gradient of both pictures with itself and with the clamped difference; 0 outside the mask. */
function gradientProducts(
  query: Plane,
  warped: Plane,
  mask: Uint8Array,
  xx: Float32Array,
  xy: Float32Array,
  yy: Float32Array,
  xt: Float32Array,
  yt: Float32Array,
): void {
  const { width, height } = query;
  const q = query.data;
  const p = warped.data;
  for (const product of [xx, xy, yy, xt, yt]) product.fill(0);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if (mask[i] === 0) continue;
      const left = i - 1;
      const up = i - width;
      const down = i + width;
      const gx = ((q[i + 1] as number) - (q[left] as number) + (p[i + 1] as number) - (p[left] as number)) / 4;
      const gy = ((q[down] as number) - (q[up] as number) + (p[down] as number) - (p[up] as number)) / 4;
      const gt = Math.min(DIFFERENCE_MAX, Math.max(-DIFFERENCE_MAX, (q[i] as number) - (p[i] as number)));
      xx[i] = gx * gx;
      xy[i] = gx * gy;
      yy[i] = gy * gy;
      xt[i] = gx * gt;
      yt[i] = gy * gt;
    }
}

/** Planes of one size, read at every pixel plus its displacement, bilinear, clamped to the border; new ones. */
export function displacedPlanes(
  { width, height }: Size,
  planes: readonly Float32Array[],
  flow: Flow,
): Float32Array<ArrayBuffer>[] {
  const scalar = () =>
    planes.map((data) => {
      const out = new Float32Array(data.length);
      displacedScalar({ width, height, data }, flow, out);
      return out;
    });
  if (Math.min(width, height) < KERNEL_SIDE_MIN) return scalar();
  return withKernels(({ displacePlanes }, memory) => {
    const count = width * height;
    const [dx, dy] = [memory.copyIn(flow.dx.data), memory.copyIn(flow.dy.data)];
    const [from, to] = [memory.reserve(4 * count * planes.length), memory.reserve(4 * count * planes.length)];
    planes.forEach((data, k) => memory.floats(from + 4 * count * k, count).set(data));
    displacePlanes(from, planes.length, 4 * count, dx, dy, width, height, to);
    return planes.map((_, k) => memory.floats(to + 4 * count * k, count).slice());
  }, scalar);
}

/** Scalar fallback of the kernel. */
function displacedScalar(input: Plane, flow: Flow, out: Float32Array): void {
  const { width, height, data } = input;
  const right = Math.max(0, width - 2);
  const bottom = Math.max(0, height - 2);
  const stepX = width > 1 ? 1 : 0;
  const stepY = height > 1 ? width : 0;
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const u = Math.min(width - 1, Math.max(0, x + (flow.dx.data[i] as number)));
      const v = Math.min(height - 1, Math.max(0, y + (flow.dy.data[i] as number)));
      const left = Math.min(right, Math.floor(u));
      const top = Math.min(bottom, Math.floor(v));
      const fx = u - left;
      const fy = v - top;
      const at = top * width + left;
      const above = (data[at] as number) * (1 - fx) + (data[at + stepX] as number) * fx;
      const below = (data[at + stepY] as number) * (1 - fx) + (data[at + stepY + stepX] as number) * fx;
      out[i] = above * (1 - fy) + below * fy;
    }
}
