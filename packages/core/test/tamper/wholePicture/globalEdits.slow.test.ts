import { expect, test } from 'vitest';
import type { Raster } from '../../../src/raster.ts';
import { IDENTITY } from '../../../src/registration/homography.ts';
import { renderScene } from '../../../src/scene/renderScene.ts';
import { compareRegistered } from '../../../src/tamper/compare.ts';
import { modificationsOf } from '../../../src/verdict/modifications.ts';
import { EDITS } from './madeEdits.ts';

const SIZE = { width: 480, height: 352 };
const SCENES = [3, 11].map((seed) => renderScene({ ...SIZE, seed }));

/** What a comparison of registered pictures names, in words; without what is said of files. */
function namesOf(query: Raster, reference: Raster): string[] {
  const homography = IDENTITY;
  const found = compareRegistered(query, reference, { homography, mirrored: false, inliers: 100, residualPx: 0.3 });
  const file = { format: 'png', width: query.width, height: query.height, jpegQuality: null };
  return modificationsOf(found, { query: file, reference: file }).map((one) => ('name' in one ? one.name : one.type));
}

test.each(Object.entries(EDITS))(
  '%s is named, and nothing else',
  (_title, { edit, names, may = [] }) => {
    for (const scene of SCENES) {
      const found = namesOf(edit(scene), scene);
      expect(found.filter((name) => !may.includes(name))).toEqual(names);
    }
  },
  120_000,
);
