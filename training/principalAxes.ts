import { DESCRIPTOR_LENGTH } from '@assay/core/features/localFeatures';
import { jacobiEigen } from './jacobiEigen.ts';

/** Mean and the `count` leading eigenvectors of the covariance of descriptors, rows of `DESCRIPTOR_LENGTH` numbers. */
export function principalAxes(rows: Float32Array, count: number): { mean: Float32Array; axes: Float32Array } {
  const n = DESCRIPTOR_LENGTH;
  const rowCount = rows.length / n;
  const mean = new Float64Array(n);
  for (let i = 0; i < rows.length; i++) mean[i % n] = (mean[i % n] as number) + (rows[i] as number) / rowCount;
  const covariance = new Float64Array(n * n);
  for (let row = 0; row < rows.length; row += n)
    for (let i = 0; i < n; i++) {
      const a = (rows[row + i] as number) - (mean[i] as number);
      for (let j = 0; j < n; j++)
        covariance[i * n + j] =
          (covariance[i * n + j] as number) + (a * ((rows[row + j] as number) - (mean[j] as number))) / rowCount;
    }
  const { values, vectors } = jacobiEigen(covariance, n);
  const kept = values.slice(0, count).reduce((a, b) => a + b, 0) / values.reduce((a, b) => a + b, 0);
  console.log(`PCA keeps ${(100 * kept).toFixed(1)} % of the variance`);
  return { mean: Float32Array.from(mean), axes: Float32Array.from(vectors.subarray(0, count * n)) };
}
