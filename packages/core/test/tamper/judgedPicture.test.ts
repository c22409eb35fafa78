import { expect, test } from 'vitest';
import type { Raster } from '../../src/raster.ts';
import { describeGeometry } from '../../src/registration/geometry.ts';
import { IDENTITY } from '../../src/registration/homography.ts';
import { type LaidPictures, layPictures } from '../../src/tamper/alignment/alignPictures.ts';
import { type JudgedForShot, judgedPicture } from '../../src/tamper/judgedPicture.ts';
import { seededUniform } from '../pictures/numbers.ts';
import { texturedScene } from '../pictures/texturedScene.ts';

const [WIDTH, HEIGHT] = [320, 224];
const SCENE = texturedScene(WIDTH, HEIGHT, 6);
const OTHER = texturedScene(WIDTH, HEIGHT, 9);
/** 6.6 % of the picture, six windows of 16 by 8 rows apart from its edges. */
const isPart = (x: number, y: number): boolean => x >= 128 && x < 208 && y >= 64 && y < 124;

type Change = (value: number, at: { readonly x: number; readonly y: number; readonly i: number }) => number;

/** The scene changed, with a level of noise as coding leaves it. */
function changed(change: Change): Raster {
  const uniform = seededUniform(4);
  const data = Uint8Array.from(SCENE.data, (value, i) => {
    const pixel = Math.floor(i / 3);
    const now = change(value, { x: pixel % WIDTH, y: Math.floor(pixel / WIDTH), i });
    return Math.min(255, Math.max(0, Math.round(now + 2 * (uniform() - 0.5))));
  });
  return { ...SCENE, data };
}

function judge(
  change: Change,
  asksForShot: boolean,
  stored = SCENE,
): { readonly laid: LaidPictures; readonly judged: JudgedForShot } {
  const query = changed(change);
  const registration = { homography: IDENTITY, mirrored: false, inliers: 100, residualPx: 0.3 };
  const laid = layPictures(query, stored, registration, describeGeometry(IDENTITY, query, stored, false), 640);
  return { laid, judged: judgedPicture(query, stored, laid, asksForShot) };
}

const replaced: Change = (value, { x, y, i }) => (isPart(x, y) ? (OTHER.data[i] as number) : value);
const brighter: Change = (value) => 20 + 0.9 * value;

for (const asksForShot of [false, true]) {
  const asked = asksForShot ? 'where two shots are asked for' : 'of a copy';
  test(`content that was replaced is judged without any fit where the rest is as it was, ${asked}`, () => {
    const { laid, judged } = judge(replaced, asksForShot);
    expect(judged.aligned.fitted).toBe(laid.laid);
    expect(judged.changes.regions.length).toBe(1);
    expect(judged.overlay).toBe(null);
    // Two shots were told apart on pictures of which everything was explained.
    expect(judged.forShot().aligned.fitted === laid.laid).toBe(false);
  });

  test(`and with the tone alone where that changed, ${asked}`, () => {
    const { laid, judged } = judge((value, at) => brighter(replaced(value, at), at), asksForShot);
    expect(judged.aligned.fitted).toBe(laid.inTone().toned);
    expect(judged.changes.regions.length).toBe(1);
  });
}

test('a place in other colours, which shows the same, is not taken for another content', () => {
  const gains = [1.2, 1, 0.6];
  const { laid, judged } = judge(
    (value, { x, y, i }) => (isPart(x, y) ? value * (gains[i % 3] as number) : value),
    true,
  );
  expect(judged.aligned.fitted === laid.laid || judged.aligned.fitted === laid.inTone().toned).toBe(false);
});

test('what merely carries noise is told as it is where a copy is asked for', () => {
  const { laid, judged } = judge((value) => value, false);
  expect(judged.aligned.fitted).toBe(laid.laid);
  expect(judged.changes.regions).toEqual([]);
});

test('an oval on a colour that the scene has, too, was cut out: nothing was replaced', () => {
  const ground: Change = (_value, { i }) => [32, 36, 44][i % 3] as number;
  const trunks: Change = (value, at) => (at.x % 32 < 6 ? ground(value, at) + 20 : value);
  const isIn = (x: number, y: number): boolean => ((2 * x) / WIDTH - 1) ** 2 + ((2 * y) / HEIGHT - 1) ** 2 < 0.98;
  const { judged } = judge((value, at) => (isIn(at.x, at.y) ? trunks : ground)(value, at), false, changed(trunks));
  expect(judged.changes.regions).toEqual([]);
  expect(judged.aligned.hidden).not.toBe(null);
});
