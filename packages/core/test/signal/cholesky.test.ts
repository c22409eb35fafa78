import { expect, test } from 'vitest';
import { factorise, solveFactorised } from '../../src/signal/cholesky.ts';

test('a positive definite system is solved to rounding', () => {
  const order = 3;
  const matrix = Float64Array.of(4, 2, 0.6, 2, 5, 1, 0.6, 1, 3);
  const wanted = [1, -2, 0.5];
  const right = Float64Array.from({ length: order }, (_, i) =>
    wanted.reduce((sum, value, j) => sum + value * (matrix[i * order + j] as number), 0),
  );
  factorise(matrix, order);
  solveFactorised(matrix, order, right);
  right.forEach((value, i) => expect(value).toBeCloseTo(wanted[i] as number, 12));
});

test('a matrix that is not positive gives NaN, not a wrong number', () => {
  const matrix = Float64Array.of(1, 2, 2, 1);
  factorise(matrix, 2);
  expect(matrix[3]).toBeNaN();
});
