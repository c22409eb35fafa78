import { luma } from '@assay/core/raster';
import { expect, test, vi } from 'vitest';
import { assetMark, NO_MARK } from '../../../src/adapters/engine/tracks.ts';
import { ASSET_ID, SCENE, SETTINGS } from './scenes.ts';

test('of a copy whose mark was read and in which nothing changed, no luma is made', () => {
  const query = vi.fn(() => luma(SCENE));
  const asked = (isMarkRead: boolean) =>
    assetMark(
      query,
      { homography: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
      SCENE,
      { id: ASSET_ID, isMarkRead, changed: null },
      SETTINGS,
    );
  expect(asked(true)).toEqual(NO_MARK);
  expect(query).not.toHaveBeenCalled();
  expect(Math.abs(asked(false).payloadZScore as number)).toBeLessThan(6);
  expect(query).toHaveBeenCalledOnce();
});
