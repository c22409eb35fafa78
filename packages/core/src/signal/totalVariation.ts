/**
 * The set of cells whose values sum to most, less its length of border:
 *     maximise over sets S:   sum_{j in S} value_j - weight * perimeter(S),
 * by the convex problem over functions u from 0 to 1, of which a level set is a best set (Chan, Esedoglu, Nikolova 2006):
 *     minimise  weight TV(u) - sum_j value_j u_j,
 * solved by the primal-dual steps of Chambolle and Pock 2011, algorithm 1.
 * @module
 */
import type { Pointer } from '../kernels/kernelMemory.ts';
import { withKernels } from '../kernels/kernels.ts';
import type { Plane } from '../raster.ts';

/** Product of both steps: at most 1 over the squared norm of the gradient, which is 8. */
const STEP = 1 / Math.sqrt(8);
/** Enough for grids of 100 x 70 cells: more steps changed no region of 60 pictures. */
const ROUNDS = 150;

/** @returns 1 inside the set; row-major */
export function bestSet(values: Plane, weight: number): Uint8Array {
  const u = withKernels(
    ({ primalDual }, memory) => {
      const { width, height, data } = values;
      const at = memory.copyIn(data);
      const [relaxed, leading, px, py] = [0, 1, 2, 3].map(() => memory.zeros(data.length)) as [
        Pointer,
        Pointer,
        Pointer,
        Pointer,
      ];
      primalDual(at, relaxed, leading, px, py, width, height, STEP, weight, ROUNDS);
      return memory.floats(relaxed, data.length).slice();
    },
    () => relaxedScalar(values, weight),
  );
  const set = new Uint8Array(u.length);
  for (let j = 0; j < set.length; j++) set[j] = (u[j] as number) > 0.5 ? 1 : 0;
  return set;
}

/** u, by the scalar fallback of the kernel. */
function relaxedScalar({ width, height, data }: Plane, weight: number): Float32Array<ArrayBuffer> {
  const length = width * height;
  const u = new Float32Array(length);
  const leading = new Float32Array(length);
  const px = new Float32Array(length);
  const py = new Float32Array(length);
  for (let round = 0; round < ROUNDS; round++) {
    for (let y = 0, j = 0; y < height; y++)
      for (let x = 0; x < width; x++, j++) {
        const here = leading[j] as number;
        const gx = (px[j] as number) + STEP * (x + 1 < width ? (leading[j + 1] as number) - here : 0);
        const gy = (py[j] as number) + STEP * (y + 1 < height ? (leading[j + width] as number) - here : 0);
        const scale = Math.max(1, Math.sqrt(gx * gx + gy * gy) / weight);
        px[j] = gx / scale;
        py[j] = gy / scale;
      }
    for (let y = 0, j = 0; y < height; y++)
      for (let x = 0; x < width; x++, j++) {
        const divergence =
          (px[j] as number) -
          (x > 0 ? (px[j - 1] as number) : 0) +
          (py[j] as number) -
          (y > 0 ? (py[j - width] as number) : 0);
        const before = u[j] as number;
        const after = Math.min(1, Math.max(0, before + STEP * (divergence + (data[j] as number))));
        u[j] = after;
        leading[j] = 2 * after - before;
      }
  }
  return u;
}
