import { expect, test } from 'vitest';
import { withoutKernels } from '../../../src/kernels/kernels.ts';
import { descend, emptyGrid } from '../../../src/tamper/globalFit/toneGrid.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const SIZE = { width: 97, height: 61 };

/** Every second pixel, with levels beyond the range too. */
function fitted(leadsAlone: boolean) {
  const uniform = seededUniform(5);
  const count = Math.floor((SIZE.width * SIZE.height) / 2);
  const random = (from: number, to: number): Float32Array =>
    Float32Array.from({ length: count }, () => from + (to - from) * uniform());
  const x = Int32Array.from({ length: count }, (_, s) => (2 * s) % SIZE.width);
  const y = Int32Array.from({ length: count }, (_, s) => Math.floor((2 * s) / SIZE.width));
  const level = random(-3, 258);
  const guide = leadsAlone ? ([level, level, level] as const) : ([level, random(0, 255), random(0, 9)] as const);
  const residual = [random(-20, 20), random(-3, 3), random(0, 60)] as const;
  const grid = emptyGrid(SIZE, 4, 5);
  const parameters = descend(grid, { count, x, y, guide, residual, trust: random(0, 1) }, SIZE, 4);
  return { parameters, values: grid.values, residual };
}

test.each([true, false])('a grid is fitted by kernels as by plain loops, bit for bit', (leadsAlone) => {
  expect(fitted(leadsAlone)).toEqual(withoutKernels(() => fitted(leadsAlone)));
});
