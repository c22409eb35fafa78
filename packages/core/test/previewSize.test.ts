import { expect, test } from 'vitest';
import { previewSize } from '@assay/core/previewSize';

test('previewSize: the longer side is 512, the other keeps the shape, and nothing is enlarged or vanishes', () => {
  expect(previewSize({ width: 4000, height: 3000 })).toEqual({ width: 512, height: 384 });
  expect(previewSize({ width: 3000, height: 4000 })).toEqual({ width: 384, height: 512 });
  expect(previewSize({ width: 320, height: 200 })).toEqual({ width: 320, height: 200 });
  expect(previewSize({ width: 20_000, height: 4 })).toEqual({ width: 512, height: 1 });
});
