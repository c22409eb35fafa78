import { expect, test } from 'vitest';
import { withoutKernels } from '../../../src/kernels/kernels.ts';
import { addGrids } from '../../../src/tamper/globalFit/gridField.ts';
import { emptyGrid } from '../../../src/tamper/globalFit/toneGrid.ts';
import { seededUniform } from '../../pictures/numbers.ts';

/** What two grids add to a picture, at levels beyond the range too. */
function added(width: number, height: number, leadsAlone: boolean) {
  const uniform = seededUniform(7);
  const plane = (from: number, to: number): Float32Array =>
    Float32Array.from({ length: width * height }, () => from + (to - from) * uniform());
  const channels = [plane(0, 255), plane(0, 255), plane(0, 255)] as const;
  const level = plane(-3, 258);
  const levels = leadsAlone ? ([level, level, level] as const) : ([level, plane(0, 255), plane(0, 9)] as const);
  const grids = [emptyGrid({ width, height }, 2, 3), emptyGrid({ width, height }, 5, 6)];
  for (const { values } of grids) for (const cells of values) cells.forEach((_, i) => (cells[i] = 60 * uniform() - 30));
  addGrids(grids, levels, { width, height }, channels);
  return channels;
}

test.each([
  [97, 61, true],
  [97, 61, false],
  [1, 1, true],
  [3, 1, false],
])(
  'grids are added by kernels as by plain loops, bit for bit: %d x %d, one level leads: %s',
  (width, height, alone) => {
    expect(added(width, height, alone)).toEqual(withoutKernels(() => added(width, height, alone)));
  },
);
