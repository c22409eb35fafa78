/**
 * Symmetric positive definite systems by Cholesky decomposition, A = L L^T.
 * Source: Golub and Van Loan 2013, algorithm 4.2.1.
 * @module
 */

/** Replaces the lower triangle of `matrix` (order x order, row-major) by L. A matrix that is not positive gives NaN. */
export function factorise(matrix: Float64Array, order: number): void {
  for (let i = 0; i < order; i++)
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * order + j] as number;
      for (let k = 0; k < j; k++) sum -= (matrix[i * order + k] as number) * (matrix[j * order + k] as number);
      matrix[i * order + j] = i === j ? Math.sqrt(sum) : sum / (matrix[j * order + j] as number);
    }
}

/** Replaces `right` by the solution x of L L^T x = right. */
export function solveFactorised(factor: Float64Array, order: number, right: Float64Array): void {
  for (let i = 0; i < order; i++) {
    let sum = right[i] as number;
    for (let k = 0; k < i; k++) sum -= (factor[i * order + k] as number) * (right[k] as number);
    right[i] = sum / (factor[i * order + i] as number);
  }
  for (let i = order - 1; i >= 0; i--) {
    let sum = right[i] as number;
    for (let k = i + 1; k < order; k++) sum -= (factor[k * order + i] as number) * (right[k] as number);
    right[i] = sum / (factor[i * order + i] as number);
  }
}
