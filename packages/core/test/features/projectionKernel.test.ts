import { expect, test } from 'vitest';
import { project } from '../../src/features/pca.ts';
import { withoutKernels } from '../../src/kernels/kernels.ts';

/** Numbers in [-1, 1) without a pattern (Marsaglia 2003, xorshift). */
function numbers(count: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 31 - 1;
  });
}

test.each([
  [128, 48, 37],
  [128, 16, 1],
  [4, 1, 3],
  [128, 48, 0],
])('%d numbers onto %d axes, %d rows: the same bits with and without kernels', (from, to, count) => {
  const rows = numbers(from * count, 3);
  const projection = { mean: numbers(from, 5), axes: numbers(from * to, 7) };
  const found = project(rows, projection);
  expect(found).toHaveLength(to * count);
  expect(found).toEqual(withoutKernels(() => project(rows, projection)));
});
