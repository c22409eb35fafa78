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
  const to = axes.length / from;
  const count = rows.length / from;
  const out = new Float32Array(count * to);
  const centred = new Float64Array(from);
  for (let row = 0; row < count; row++) {
    for (let i = 0; i < from; i++) centred[i] = (rows[row * from + i] as number) - (mean[i] as number);
    for (let k = 0; k < to; k++) {
      let sum = 0;
      for (let i = 0; i < from; i++) sum += (centred[i] as number) * (axes[k * from + i] as number);
      out[row * to + k] = sum;
    }
  }
  return out;
}
