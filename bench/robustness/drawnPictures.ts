/**
 * Pictures that are no photos, drawn by code: pages of text, user interfaces, flat art, line drawings, charts, gradients,
 * and scenes in unusual formats. Letters are OpenCV's Hershey strokes, so no machine's fonts matter.
 * @module
 */
import type { Raster } from '@assay/core/raster';
import { renderScene } from '@assay/core/scene/renderScene';
import { type Mat, withOpenCv } from '@assay/service/adapters/vision/openCv';
import { type RgbPicture, rgbPicture } from '../retrieval/rgbPicture.ts';
import { type AttackCv, type Colour, fromMat, toMat } from './attacks/cvImage.ts';
import { NumpyRandom } from './attacks/numpyRandom.ts';
import { greyOf } from './attacks/signalAttacks.ts';

const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
const FILLED = -1;

const WORDS =
  'the mark of a picture stays with it when it is cut scaled turned or compressed and whoever holds the key can read it again'.split(
    ' ',
  );

/** What a drawing can do; coordinates in pixels. */
interface Pen {
  text(text: string, x: number, y: number, height: number, colour: Colour): void;
  box(x: number, y: number, width: number, height: number, colour: Colour): void;
  disc(x: number, y: number, radius: number, colour: Colour, thickness?: number): void;
  line(x0: number, y0: number, x1: number, y1: number, colour: Colour, thickness?: number): void;
}

function drawn(
  cv: AttackCv,
  { width, height, paper }: { readonly width: number; readonly height: number; readonly paper: Colour },
  draw: (pen: Pen, random: NumpyRandom) => void,
): RgbPicture {
  const sheet = rgbPicture(width, height);
  for (let i = 0; i < sheet.data.length; i++) sheet.data[i] = paper[i % 3] as number;
  return withOpenCv(cv, (own) => {
    const mat = toMat(cv, own, sheet);
    draw(penOn(cv, mat), new NumpyRandom(width + height));
    return fromMat(mat);
  });
}

function penOn(cv: AttackCv, mat: Mat): Pen {
  const ink = (colour: Colour) => new cv.Scalar(...colour);
  const at = (x: number, y: number) => new cv.Point(Math.round(x), Math.round(y));
  return {
    // Hershey capitals are 22 units high.
    text: (text, x, y, height, colour) =>
      cv.putText(mat, text, at(x, y), cv.FONT_HERSHEY_SIMPLEX, height / 22, ink(colour), 1, cv.LINE_AA),
    box: (x, y, width, height, colour) =>
      cv.rectangle(mat, at(x, y), at(x + width - 1, y + height - 1), ink(colour), FILLED),
    disc: (x, y, radius, colour, thickness = FILLED) =>
      cv.circle(mat, at(x, y), Math.round(radius), ink(colour), thickness, cv.LINE_AA),
    line: (x0, y0, x1, y1, colour, thickness = 1) =>
      cv.line(mat, at(x0, y0), at(x1, y1), ink(colour), thickness, cv.LINE_AA),
  };
}

function sentence(random: NumpyRandom, words: number): string {
  return Array.from({ length: words }, () => WORDS[random.integer(0, WORDS.length)]).join(' ');
}

function textPage(cv: AttackCv, paper: Colour, ink: Colour): RgbPicture {
  return drawn(cv, { width: 768, height: 1024, paper }, (pen, random) => {
    pen.text('Of marks in pictures', 80, 100, 26, ink);
    for (let y = 160, line = 0; y < 960; y += 24, line++)
      if (line % 9 !== 8) pen.text(sentence(random, 9), 80, y, 11, ink);
  });
}

function userInterface(cv: AttackCv): RgbPicture {
  return drawn(cv, { width: 1024, height: 640, paper: [246, 247, 249] }, (pen, random) => {
    pen.box(0, 0, 1024, 48, [36, 41, 56]);
    pen.text('Assay', 24, 31, 14, WHITE);
    pen.box(0, 48, 200, 592, [233, 236, 241]);
    for (let row = 0; row < 9; row++) pen.text(sentence(random, 2), 24, 92 + 36 * row, 10, [70, 76, 90]);
    for (let card = 0; card < 6; card++) {
      const [x, y] = [232 + (card % 3) * 258, 84 + Math.floor(card / 3) * 262];
      pen.box(x, y, 234, 234, WHITE);
      pen.box(x, y, 234, 120, [random.integer(90, 230), random.integer(90, 230), random.integer(90, 230)]);
      for (let line = 0; line < 3; line++) pen.text(sentence(random, 3), x + 12, y + 148 + 20 * line, 9, [60, 60, 70]);
      pen.box(x + 150, y + 204, 72, 22, [52, 120, 246]);
      pen.text('Open', x + 168, y + 219, 9, WHITE);
    }
  });
}

function flatArt(cv: AttackCv): RgbPicture {
  return drawn(cv, { width: 768, height: 512, paper: [250, 214, 165] }, (pen) => {
    pen.disc(560, 150, 70, [240, 110, 80]);
    pen.box(0, 330, 768, 182, [60, 100, 120]);
    pen.disc(150, 420, 190, [40, 78, 96]);
    pen.disc(620, 470, 210, [30, 60, 78]);
    pen.box(330, 240, 60, 190, [90, 60, 50]);
    pen.disc(360, 220, 90, [70, 130, 90]);
  });
}

function lineDrawing(cv: AttackCv): RgbPicture {
  return drawn(cv, { width: 768, height: 512, paper: WHITE }, (pen, random) => {
    for (let i = 0; i < 26; i++) {
      const [x, y] = [random.integer(60, 700), random.integer(60, 450)];
      pen.disc(x, y, random.integer(15, 90), BLACK, 2);
      pen.line(x, y, random.integer(20, 750), random.integer(20, 490), BLACK, 1 + (i % 2));
    }
  });
}

function chart(cv: AttackCv): RgbPicture {
  return drawn(cv, { width: 768, height: 512, paper: WHITE }, (pen, random) => {
    for (let i = 0; i < 6; i++) pen.line(80, 80 + 64 * i, 730, 80 + 64 * i, [215, 215, 215]);
    for (let i = 0; i < 10; i++) {
      const height = random.integer(40, 320);
      pen.box(100 + 63 * i, 400 - height, 40, height, [66, 133, 200]);
      pen.text(String(2016 + i), 98 + 63 * i, 424, 10, BLACK);
    }
    pen.text('Pictures registered a year', 230, 50, 16, BLACK);
  });
}

/** v(x, y) in [0, 255] for each of R, G, B. */
function shaded(width: number, height: number, shade: (x: number, y: number, channel: number) => number): RgbPicture {
  const out = rgbPicture(width, height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 3; c++, i++) out.data[i] = Math.round(shade(x / width, y / height, c));
  return out;
}

function scene(width: number, height: number): RgbPicture {
  const { data } = renderScene({ width, height, seed: 5 });
  return rgbPicture(width, height, Uint8Array.from(data));
}

function greyScene(): Raster {
  const colour = scene(768, 512);
  return { width: 768, height: 512, channels: 1, depth: 8, data: greyOf(colour) };
}

/** Opaque in the middle, transparent towards the border, as a cut-out of a product is. */
function transparentScene(): Raster {
  const { width, height, data } = scene(768, 512);
  const out = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    out.set(data.subarray(3 * i, 3 * i + 3), 4 * i);
    const [x, y] = [(i % width) / width - 0.5, Math.floor(i / width) / height - 0.5];
    out[4 * i + 3] = Math.max(0, Math.min(255, Math.round(255 * (3 - 7 * Math.hypot(x, y)))));
  }
  return { width, height, channels: 4, depth: 8, data: out };
}

function deepScene(): Raster {
  const { width, height, data } = scene(768, 512);
  return { width, height, channels: 3, depth: 16, data: Uint16Array.from(data, (value) => value * 257) };
}

/** Every class by name; drawn when it is asked for. */
export function drawnPictures(cv: AttackCv): Readonly<Record<string, () => Raster>> {
  return {
    'text page': () => textPage(cv, WHITE, BLACK),
    'text page, dark': () => textPage(cv, [24, 26, 30], [222, 222, 222]),
    'user interface': () => userInterface(cv),
    'flat art': () => flatArt(cv),
    'line drawing': () => lineDrawing(cv),
    chart: () => chart(cv),
    'linear gradient': () => shaded(768, 512, (x, y, c) => 40 + 160 * (c === 2 ? y : x)),
    'round gradient': () => shaded(768, 512, (x, y) => 250 - 300 * Math.min(0.8, Math.hypot(x - 0.5, y - 0.5))),
    'one colour': () => shaded(768, 512, () => 128),
    'white sheet': () => shaded(768, 512, () => 255),
    'grey scene': () => greyScene(),
    'scene with alpha': () => transparentScene(),
    'scene of 16 bits': () => deepScene(),
    'scene 256 x 171': () => scene(256, 171),
    'scene 160 x 120': () => scene(160, 120),
    'scene 96 x 64': () => scene(96, 64),
    'scene 48 x 48': () => scene(48, 48),
  };
}
