/** Few colours: palettes, dithers, GIF. */
import sharp from 'sharp';
import { type RgbPicture, rgbPicture, toSharp, fromSharp } from '../../../retrieval/rgbPicture.ts';
import { reduceToPalette } from '../../../robustness/attacks/medianCut.ts';
import { between, byte, curved, lumaOf, mapPixels } from '../pixels.ts';
import type { Change } from '../wildEdit.ts';

type Colour = readonly [number, number, number];
/** The nearest colour of a palette; 5 bits a channel decide, as old programs did. */
type Nearest = (r: number, g: number, b: number) => Colour;

function nearestOf(palette: readonly Colour[]): Nearest {
  const known = new Map<number, Colour>();
  return (r, g, b) => {
    const key = ((byte(r) >> 3) << 10) | ((byte(g) >> 3) << 5) | (byte(b) >> 3);
    const kept = known.get(key);
    if (kept) return kept;
    let best = palette[0] as Colour;
    let least = Number.POSITIVE_INFINITY;
    for (const colour of palette) {
      const far = 2 * (colour[0] - r) ** 2 + 4 * (colour[1] - g) ** 2 + 3 * (colour[2] - b) ** 2;
      if (far < least) [least, best] = [far, colour];
    }
    known.set(key, best);
    return best;
  };
}

function coloursOf({ data }: RgbPicture): Colour[] {
  const keys = new Set<number>();
  for (let i = 0; i < data.length; i += 3)
    keys.add(((data[i] as number) << 16) | ((data[i + 1] as number) << 8) | (data[i + 2] as number));
  return [...keys].map((key) => [key >> 16, (key >> 8) & 255, key & 255]);
}

const adaptive = (picture: RgbPicture, colours: number): Nearest =>
  nearestOf(coloursOf(reduceToPalette(picture, colours)));

const steady = (levels: number): Colour[] => {
  const at = (k: number): number => Math.round((255 * k) / (levels - 1));
  return Array.from({ length: levels ** 3 }, (_, i) => [
    at(Math.floor(i / levels ** 2)),
    at(Math.floor(i / levels) % levels),
    at(i % levels),
  ]);
};
/** Six levels a channel: the 216 colours that every browser had. */
const webSafe = (): Nearest => nearestOf(steady(6));

function flat({ width, height, data }: RgbPicture, nearest: Nearest): RgbPicture {
  const out = rgbPicture(width, height);
  for (let i = 0; i < data.length; i += 3)
    out.data.set(nearest(data[i] as number, data[i + 1] as number, data[i + 2] as number), i);
  return out;
}

/** What a pixel's colour misses goes to its neighbours (Floyd, Steinberg 1976). */
export function diffused({ width, height, data }: RgbPicture, nearest: Nearest): RgbPicture {
  const out = rgbPicture(width, height);
  let [here, below] = [new Float32Array(3 * width + 6), new Float32Array(3 * width + 6)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = 3 * (y * width + x);
      const e = 3 * x + 3;
      const want = [0, 1, 2].map((c) => byte((data[i + c] as number) + (here[e + c] as number)));
      const got = nearest(want[0] as number, want[1] as number, want[2] as number);
      for (let c = 0; c < 3; c++) {
        const miss = (want[c] as number) - (got[c] as number);
        here[e + 3 + c] = (here[e + 3 + c] as number) + (miss * 7) / 16;
        below[e - 3 + c] = (below[e - 3 + c] as number) + (miss * 3) / 16;
        below[e + c] = (below[e + c] as number) + (miss * 5) / 16;
        below[e + 3 + c] = (below[e + 3 + c] as number) + miss / 16;
      }
      out.data.set(got, i);
    }
    [here, below] = [below, here.fill(0)];
  }
  return out;
}

/** Bayer's matrix of 8 x 8, values in [-0.5, 0.5). */
function bayer(x: number, y: number): number {
  let value = 0;
  for (let bit = 0; bit < 3; bit++) {
    const [a, b] = [(x >> bit) & 1, (y >> bit) & 1];
    value = value * 4 + ((a ^ b) * 2 + b);
  }
  // The lowest bit of the place decides most.
  return (value + 0.5) / 64 - 0.5;
}

function ordered({ width, height, data }: RgbPicture, nearest: Nearest, spread: number): RgbPicture {
  const out = rgbPicture(width, height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i += 3) {
      const shift = spread * bayer(x, y);
      const at = (c: number): number => byte((data[i + c] as number) + shift);
      out.data.set(nearest(at(0), at(1), at(2)), i);
    }
  return out;
}

const gif =
  (colours: number, dither: number): Change =>
  async (picture) =>
    fromSharp(sharp(await toSharp(picture).gif({ colours, dither, effort: 3 }).toBuffer()));

const posterised: Change = (picture, random) => {
  const levels = 6 + random.below(7);
  return curved(picture, (v) => Math.round(v * (levels - 1)) / (levels - 1));
};

const greyOf = (picture: RgbPicture): RgbPicture =>
  mapPixels(picture, (pixel) => {
    const y = lumaOf(pixel);
    [pixel.r, pixel.g, pixel.b] = [y, y, y];
  });

export const PALETTES: Readonly<Record<string, Change>> = {
  'GIF, 256 colours': gif(256, 1),
  'GIF, 64 colours': gif(64, 1),
  'GIF, 16 colours': gif(16, 1),
  'GIF, 32 colours, no dither': gif(32, 0),
  '256 colours, Floyd-Steinberg': (picture) => diffused(picture, adaptive(picture, 256)),
  '64 colours, no dither': (picture) => reduceToPalette(picture, 64),
  '64 colours, Floyd-Steinberg': (picture) => diffused(picture, adaptive(picture, 64)),
  '16 colours, no dither': (picture) => reduceToPalette(picture, 16),
  '16 colours, Floyd-Steinberg': (picture) => diffused(picture, adaptive(picture, 16)),
  '16 colours, Bayer': (picture, random) => ordered(picture, adaptive(picture, 16), between(random, 30, 70)),
  'web-safe colours': (picture) => flat(picture, webSafe()),
  'web-safe colours, Floyd-Steinberg': (picture) => diffused(picture, webSafe()),
  'web-safe colours, Bayer': (picture) => ordered(picture, webSafe(), 51),
  'few levels a channel': posterised,
  '16 bits a pixel, Bayer': (picture) => ordered(picture, (r, g, b) => [r & 0xf8, g & 0xfc, b & 0xf8], 8),
  'four greys, Floyd-Steinberg': (picture) =>
    diffused(greyOf(picture), nearestOf([0, 85, 170, 255].map((v): Colour => [v, v, v]))),
};
