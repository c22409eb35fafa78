// Every wild edit of the verdict bench: a valid picture, the same from the same seed, and a truth that follows it.
import { renderScene } from '@assay/core/scene/renderScene';
import { describe, expect, test } from 'vitest';
import { type RgbPicture, rgbPicture } from '../../bench/retrieval/rgbPicture.ts';
import { seededRandom } from '../../bench/verdict/random.ts';
import { twoExposures } from '../../bench/verdict/wild/pairs/exposures.ts';
import { WILD_KINDS, wildKind } from '../../bench/verdict/wild/kinds.ts';
import { followTruth } from '../../bench/verdict/wild/wildEdit.ts';

const SCENE = renderScene({ width: 72, height: 56, seed: 11 }) as RgbPicture;

test('there are 70 kinds or more, each named once, and every family has both halves', () => {
  expect(WILD_KINDS.length).toBeGreaterThanOrEqual(70);
  expect(new Set(WILD_KINDS.map(({ id }) => id)).size).toBe(WILD_KINDS.length);
  for (const family of new Set(WILD_KINDS.map((kind) => kind.family)))
    expect(new Set(WILD_KINDS.filter((kind) => kind.family === family).map(({ half }) => half)).size).toBe(2);
});

describe('an edit gives the same valid picture from the same seed, and changes something', () => {
  test.each(WILD_KINDS.map(({ id, edit }) => ({ id, edit })))('$id', async ({ edit }) => {
    const before = Uint8Array.from(SCENE.data);
    const once = await edit(SCENE, seededRandom(3));
    const { width, height, channels, depth, data } = once.picture;
    expect([channels, depth, data.length]).toEqual([3, 8, width * height * 3]);
    expect(Buffer.compare(Buffer.from(SCENE.data), Buffer.from(before))).toBe(0);
    expect(Buffer.compare(Buffer.from(data), Buffer.from(SCENE.data))).not.toBe(0);
    const again = await edit(SCENE, seededRandom(3));
    expect(Buffer.compare(Buffer.from(data), Buffer.from(again.picture.data))).toBe(0);
    const middle = once.from(width / 2, height / 2) ?? [0, 0];
    expect(middle.every(Number.isFinite)).toBe(true);
  });
});

describe('the truth of a forgery follows the geometry of the edit', () => {
  // A white square on black: after the edit, what the truth calls edited must be what is bright.
  const square = rgbPicture(80, 60);
  const truth = new Uint8Array(80 * 60);
  for (let y = 20; y < 45; y++)
    for (let x = 25; x < 60; x++) {
      truth[y * 80 + x] = 1;
      square.data.fill(255, 3 * (y * 80 + x), 3 * (y * 80 + x) + 3);
    }
  test.each([
    'cut out, a half',
    'turned a little, cut',
    'mirrored, cut, JPEG',
    'barrel distortion',
    'panorama on a cylinder',
    'perspective set upright',
    'seams carved out',
    'plain frame',
    'enlarged, linear',
    'screen, aslant, rim shown',
  ])('%s', async (id) => {
    const seen = await wildKind(id).edit(square, seededRandom(5));
    const followed = followTruth(truth, 80, 60, seen);
    const { width, height, data } = seen.picture;
    let same = 0;
    let inside = 0;
    for (let i = 0; i < width * height; i++) {
      if (!seen.from((i % width) + 0.5, Math.floor(i / width) + 0.5)) continue;
      inside++;
      if ((data[3 * i + 1] as number) > 100 === (followed.truth[i] === 1)) same++;
    }
    expect(same / inside).toBeGreaterThan(0.93);
    expect(followed.truth.includes(1)).toBe(true);
  });

  test('what is covered or cut away is told', async () => {
    const framed = followTruth(truth, 80, 60, await wildKind('plain frame').edit(square, seededRandom(1)));
    expect(framed.covered).toBeGreaterThan(0.05);
    expect(framed.left).toBe(1);
    const cut = followTruth(truth, 80, 60, await wildKind('cut out, a twentieth').edit(square, seededRandom(1)));
    expect(cut.left).toBeLessThan(0.6);
  });
});

test.each([true, false])(
  'two exposures of a photo, tripod %s, differ, and are the same from the same seed',
  async (isTripod) => {
    const { query, reference } = await twoExposures(SCENE, isTripod, seededRandom(9));
    expect([query.width, query.height]).toEqual([reference.width, reference.height]);
    expect(Buffer.compare(Buffer.from(query.data), Buffer.from(reference.data))).not.toBe(0);
    const again = await twoExposures(SCENE, isTripod, seededRandom(9));
    expect(Buffer.compare(Buffer.from(query.data), Buffer.from(again.query.data))).toBe(0);
  },
);
