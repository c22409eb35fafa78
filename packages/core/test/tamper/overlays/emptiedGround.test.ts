import { describe, expect, test } from 'vitest';
import type { AlignedPictures } from '../../../src/tamper/alignment/alignPictures.ts';
import type { ColourPlanes } from '../../../src/tamper/alignment/registeredColour.ts';
import { gaussianBlur } from '../../../src/signal/blur/gaussianBlur.ts';
import { isGroundEmptied } from '../../../src/tamper/overlays/emptiedGround.ts';
import type { Colour } from '../../../src/tamper/overlays/graphicColour.ts';
import { regionPixels } from '../../../src/tamper/overlays/regionPixels.ts';
import { connectedRegions } from '../../../src/tamper/regions/morphology.ts';
import {
  at,
  BLACK,
  blended,
  CHANGED,
  HEIGHT,
  isOverlay,
  type Painting,
  painted,
  SCENE,
  SIZE,
  WHITE,
  WIDTH,
} from './paintedScene.ts';

/** Words of thin letters, two lines of them, with room between: strokes of two pixels in a grey that a scene could have. */
const isLine = (y: number): boolean => (y >= 46 && y < 67) || (y >= 73 && y < 94);
const isStroke = (x: number, y: number): boolean => isLine(y) && x % 12 < 2;
const LETTER: Colour = [215, 210, 205];
const FINE: ColourPlanes = {
  ...SIZE,
  channels: SCENE.channels.map((plane) => plane.map((value) => Math.min(170, value))) as never,
};

function isEmptied(painting: Painting, below = FINE): boolean {
  const aligned: AlignedPictures = painted(painting, below);
  const labels = new Int32Array(WIDTH * HEIGHT);
  const [region] = connectedRegions(CHANGED, WIDTH, HEIGHT, new Float32Array(WIDTH * HEIGHT), labels);
  const pixels = regionPixels(aligned, labels, region!, 1);
  // As where nothing was told of the letters but that they may be ink: panes must show themselves by their brightness alone.
  const none = new Uint8Array(pixels.differs.length);
  const letters = { mask: none, withStrokes: none, withEdges: none, colours: [LETTER] };
  return isGroundEmptied(aligned, pixels, { inks: [], letters }, CHANGED);
}

const softened = (below: ColourPlanes, sigma: number): ((x: number, y: number) => Colour) => {
  const soft = below.channels.map((data) => gaussianBlur({ ...SIZE, data }, sigma).data) as never;
  return (x, y) => at({ ...SIZE, channels: soft }, y * WIDTH + x);
};
const softly = (below: ColourPlanes): Painting => {
  const ground = softened(below, 6);
  return (x, y) => (isStroke(x, y) ? LETTER : ground(x, y));
};

describe('ground beside letters', () => {
  test('is emptied where it was smoothed for them', () => {
    expect(isEmptied(softly(FINE))).toBe(true);
  });

  const box = blended(0.8, [0, 0, 0]);
  const pane = blended(0.8, LETTER);
  const dim = { ...SIZE, channels: FINE.channels.map((plane) => plane.map((value) => value / 2)) as never };
  test.each<[string, ColourPlanes, Painting]>([
    ['where the picture goes on', FINE, (x, y) => (isStroke(x, y) ? LETTER : null)],
    ['under a box of black', FINE, (x, y, below) => (isStroke(x, y) ? LETTER : box(below))],
    [
      'under a box of black, nearly as dark as the picture',
      dim,
      (x, y, below) => (isStroke(x, y) ? LETTER : box(below)),
    ],
    ['under a pale pane', FINE, (x, y, below) => (isStroke(x, y) ? BLACK : pane(below))],
    [
      'under a shadow that grows fainter away from the letters',
      dim,
      (x, y, below) => (isStroke(x, y) ? LETTER : blended(0.9 * Math.exp(-(x % 12) / 12), [0, 0, 0])(below)),
    ],
  ])('is none %s', (_what, below, painting) => {
    expect(isEmptied(painting, below)).toBe(false);
  });

  test('is told where the picture is dim', () => {
    expect(isEmptied(softly(dim), dim)).toBe(true);
  });

  test('is left open where the picture is as dark as a shadow: none would move its mean', () => {
    const dark = {
      ...SIZE,
      channels: FINE.channels.map((plane) => plane.map((value) => 0.42 * (value - 50))) as never,
    };
    expect(isEmptied(softly(dark), dark)).toBe(false);
  });

  test('is left open where it was plain', () => {
    const plain = { ...SIZE, channels: FINE.channels.map((plane) => plane.map((value) => 110 + value / 40)) as never };
    expect(isEmptied(softly(plain), plain)).toBe(false);
  });
});

test('letters that pass for ink are an overlay where the picture goes on beside them, and none where it was smoothed for them', () => {
  // Faint: hardly a pixel of the ground differs by enough to count, and what does lies between the picture and white.
  const faint = {
    ...SIZE,
    channels: SCENE.channels.map((plane) => plane.map((value) => 100 + 0.35 * (value - 100))) as never,
  };
  const ground = softened(faint, 3);
  const isLetter = (x: number, y: number): boolean => isLine(y) && x % 10 < 3;
  expect(isOverlay((x, y) => (isLetter(x, y) ? WHITE : null), faint)).toBe(true);
  expect(isOverlay((x, y) => (isLetter(x, y) ? WHITE : ground(x, y)), faint)).toBe(false);
});
