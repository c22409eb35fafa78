/** More ways to few colours: clusters, noise for a dither, few bits. */
import type { RgbPicture } from '../../../retrieval/rgbPicture.ts';
import type { Random } from '../../random.ts';
import { byte, mapPixels } from '../pixels.ts';
import type { Change } from '../wildEdit.ts';

type Colour = [number, number, number];

function nearest(palette: readonly Colour[], r: number, g: number, b: number): Colour {
  let best = palette[0] as Colour;
  let least = Number.POSITIVE_INFINITY;
  for (const colour of palette) {
    const far = (colour[0] - r) ** 2 + (colour[1] - g) ** 2 + (colour[2] - b) ** 2;
    if (far < least) [least, best] = [far, colour];
  }
  return best;
}

/** Lloyd's clusters of some of the pixels. */
function clustered({ data }: RgbPicture, count: number, random: Random): readonly Colour[] {
  const pixels = Array.from({ length: 3000 }, (): Colour => {
    const at = 3 * random.below(data.length / 3);
    return [data[at] as number, data[at + 1] as number, data[at + 2] as number];
  });
  let palette = pixels.slice(0, count);
  for (let round = 0; round < 6; round++) {
    const sums = new Map<Colour, [number, number, number, number]>(palette.map((colour) => [colour, [0, 0, 0, 0]]));
    for (const [r, g, b] of pixels) {
      const sum = sums.get(nearest(palette, r, g, b)) as [number, number, number, number];
      sum[0] += r;
      sum[1] += g;
      sum[2] += b;
      sum[3]++;
    }
    palette = palette.map((colour): Colour => {
      const [r, g, b, n] = sums.get(colour) as [number, number, number, number];
      return n === 0 ? colour : [byte(r / n), byte(g / n), byte(b / n)];
    });
  }
  return palette;
}

/** The nearest colour of a palette, with noise of so many levels added before. */
const inClusters =
  (count: number, noise: number): Change =>
  (picture, random) => {
    const palette = clustered(picture, count, random);
    const known = new Map<number, Colour>();
    return mapPixels(picture, (pixel) => {
      const add = noise * (random.uniform() - 0.5);
      const at = (value: number): number => byte(255 * value + add) >> 2;
      const key = (at(pixel.r) << 12) | (at(pixel.g) << 6) | at(pixel.b);
      let colour = known.get(key);
      if (colour === undefined) {
        colour = nearest(palette, 4 * (key >> 12) + 2, 4 * ((key >> 6) & 63) + 2, 4 * (key & 63) + 2);
        known.set(key, colour);
      }
      [pixel.r, pixel.g, pixel.b] = [colour[0] / 255, colour[1] / 255, colour[2] / 255];
    });
  };

/** Four bits a channel, by a matrix of 4 x 4. */
const twelveBits: Change = (picture) => {
  const matrix = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
  return mapPixels(picture, (pixel, x, y) => {
    const shift = ((matrix[(y % 4) * 4 + (x % 4)] as number) + 0.5) / 16 - 0.5;
    pixel.r = Math.round(15 * pixel.r + shift) / 15;
    pixel.g = Math.round(15 * pixel.g + shift) / 15;
    pixel.b = Math.round(15 * pixel.b + shift) / 15;
  });
};

export const FEWER_COLOURS: Readonly<Record<string, Change>> = {
  '24 clusters': inClusters(24, 0),
  '48 clusters, noise': inClusters(48, 40),
  '12 clusters': inClusters(12, 0),
  '12 bits a pixel, ordered': twelveBits,
};
