import { withKernels } from '../kernels/kernels.ts';

/** A projection onto the leading principal axes:  y = A (x - mean). */
export interface Projection {
  /** Length `from`. */
  readonly mean: Float32Array;
  /** `to` rows of `from` numbers, orthonormal, by falling variance. */
  readonly axes: Float32Array;
}

/** Projects every row; rows have `projection.mean.length` numbers. */
export function project(rows: Float32Array, projection: Projection): Float32Array {
  const { mean, axes } = projection;
  const from = mean.length;
  // The kernel takes four numbers at a time.
  if (from % 4 !== 0) return projectScalar(rows, projection);
  return withKernels(
    (kernels, memory) => {
      const [count, to] = [rows.length / from, axes.length / from];
      const [input, middle, onto] = [memory.copyIn(rows), memory.copyIn(mean), memory.copyIn(axes)];
      const [scratch, out] = [memory.reserve(8 * from), memory.reserve(4 * count * to)];
      kernels.projectRows(input, middle, onto, scratch, out, count, from, to);
      return memory.floats(out, count * to).slice();
    },
    () => projectScalar(rows, projection),
  );
}

/** Scalar fallback of the kernel, with the same bits. */
function projectScalar(rows: Float32Array, { mean, axes }: Projection): Float32Array {
  const from = mean.length;
  const to = axes.length / from;
  const count = rows.length / from;
  const out = new Float32Array(count * to);
  const centred = new Float64Array(from);
  for (let row = 0; row < count; row++) {
    for (let i = 0; i < from; i++) centred[i] = (rows[row * from + i] as number) - (mean[i] as number);
    for (let k = 0; k < to; k++) out[row * to + k] = dotFrom(centred, axes, k * from);
  }
  return out;
}

/** Of `a` with the numbers of `b` from `offset`. Four sums that need not wait for each other: half the time of one. */
function dotFrom(a: Float64Array, b: Float32Array, offset: number): number {
  const length = a.length;
  const whole = length - (length % 4);
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  for (let i = 0; i < whole; i += 4) {
    s0 += (a[i] as number) * (b[offset + i] as number);
    s1 += (a[i + 1] as number) * (b[offset + i + 1] as number);
    s2 += (a[i + 2] as number) * (b[offset + i + 2] as number);
    s3 += (a[i + 3] as number) * (b[offset + i + 3] as number);
  }
  for (let i = whole; i < length; i++) s0 += (a[i] as number) * (b[offset + i] as number);
  return s0 + s1 + (s2 + s3);
}
