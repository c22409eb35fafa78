export interface Eigen {
  /** By falling value. */
  readonly values: Float64Array;
  /** Row k is the unit eigenvector of value k. */
  readonly vectors: Float64Array;
}

/** Sweeps until the off-diagonal is rounding; 128 x 128 needs about 8. */
const SWEEPS_MAX = 30;

/**
 * Eigenvalues and eigenvectors of a symmetric n x n matrix by cyclic Jacobi rotations.
 * Source: Golub, Van Loan, "Matrix Computations", 4th ed., section 8.5.
 */
export function jacobiEigen(matrix: Float64Array, n: number): Eigen {
  const a = Float64Array.from(matrix);
  const v = new Float64Array(n * n);
  for (let i = 0; i < n; i++) v[i * n + i] = 1;
  let trace = 0;
  for (let i = 0; i < n; i++) trace += Math.abs(a[i * n + i] as number);
  for (let sweep = 0; sweep < SWEEPS_MAX; sweep++) {
    let off = 0;
    for (let p = 0; p < n; p++)
      for (let q = p + 1; q < n; q++) {
        const apq = a[p * n + q] as number;
        off += Math.abs(apq);
        if (apq === 0) continue;
        const tau = ((a[q * n + q] as number) - (a[p * n + p] as number)) / (2 * apq);
        const t = (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
        const c = 1 / Math.sqrt(1 + t * t);
        rotateColumns(a, n, p, q, c, t * c);
        rotateRows(a, n, p, q, c, t * c);
        rotateRows(v, n, p, q, c, t * c);
      }
    if (off < 1e-12 * trace) break;
  }
  const order = Array.from({ length: n }, (_, i) => i).sort(
    (i, j) => (a[j * n + j] as number) - (a[i * n + i] as number),
  );
  const vectors = new Float64Array(n * n);
  for (const [k, i] of order.entries()) vectors.set(v.subarray(i * n, (i + 1) * n), k * n);
  return { values: Float64Array.from(order, (i) => a[i * n + i] as number), vectors };
}

function rotateRows(m: Float64Array, n: number, p: number, q: number, c: number, s: number): void {
  for (let i = 0; i < n; i++) {
    const x = m[p * n + i] as number;
    const y = m[q * n + i] as number;
    m[p * n + i] = c * x - s * y;
    m[q * n + i] = s * x + c * y;
  }
}

function rotateColumns(m: Float64Array, n: number, p: number, q: number, c: number, s: number): void {
  for (let i = 0; i < n; i++) {
    const x = m[i * n + p] as number;
    const y = m[i * n + q] as number;
    m[i * n + p] = c * x - s * y;
    m[i * n + q] = s * x + c * y;
  }
}
