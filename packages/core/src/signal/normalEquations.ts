/**
 * Weighted least squares with a ridge,
 *     min_x sum_i w_i (y_i - r_i x)^2 + ridge |x|^2,   (sum_i w_i r_i^T r_i + ridge I) x = sum_i w_i r_i^T y_i,
 * by the normal equations and Cholesky: for few unknowns and many rows, which are added one at a time.
 * Source: Golub and Van Loan 2013, algorithm 5.3.1.
 * @module
 */
import { factorise, solveFactorised } from './cholesky.ts';

export class NormalEquations {
  readonly #order: number;
  /** The lower triangle is all that is read. */
  readonly #matrix: Float64Array;
  readonly #right: Float64Array;

  /** @param order unknowns */
  constructor(order: number) {
    this.#order = order;
    this.#matrix = new Float64Array(order * order);
    this.#right = new Float64Array(order);
  }

  /** @param row its first `order` numbers count */
  add(row: ArrayLike<number>, value: number, weight = 1): void {
    const [order, matrix, right] = [this.#order, this.#matrix, this.#right];
    for (let k = 0; k < order; k++) {
      const weighted = weight * (row[k] as number);
      right[k] = (right[k] as number) + weighted * value;
      for (let l = 0, at = k * order; l <= k; l++, at++)
        matrix[at] = (matrix[at] as number) + weighted * (row[l] as number);
    }
  }

  /**
   * As `add`, of a row that is 0 but at `places`.
   * @param places rising; of both lists the first `count` numbers count
   */
  addAt(places: Int32Array, row: Float64Array, count: number, value: number, weight: number): void {
    const [order, matrix, right] = [this.#order, this.#matrix, this.#right];
    for (let i = 0; i < count; i++) {
      const k = places[i] as number;
      const weighted = weight * (row[i] as number);
      right[k] = (right[k] as number) + weighted * value;
      for (let j = 0; j <= i; j++) {
        const at = k * order + (places[j] as number);
        matrix[at] = (matrix[at] as number) + weighted * (row[j] as number);
      }
    }
  }

  /** x; once. @param ridge > 0 keeps it regular where the rows do not fix it */
  solve(ridge: number): Float64Array {
    const [order, matrix] = [this.#order, this.#matrix];
    for (let k = 0; k < order; k++) matrix[k * order + k] = (matrix[k * order + k] as number) + ridge;
    factorise(matrix, order);
    solveFactorised(matrix, order, this.#right);
    return this.#right;
  }
}
