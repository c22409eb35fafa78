/** Parts of the picture, turned and stretched ones, and the picture as a part of another. */
import { fractalNoise } from '@assay/core/scene/noise';
import { fromSharp, type RgbPicture, rgbPicture, toSharp } from '../../../retrieval/rgbPicture.ts';
import type { Random } from '../../random.ts';
import { warped } from '../openCv.ts';
import { between, byte, oneOf } from '../pixels.ts';
import { inPlace, type Seen, steps, type WildEdit } from '../wildEdit.ts';
import { jpegAt } from './codecs.ts';

async function window(picture: RgbPicture, left: number, top: number, width: number, height: number): Promise<Seen> {
  const cut = await fromSharp(toSharp(picture).extract({ left, top, width, height }));
  return { picture: cut, from: (x, y) => [x + left, y + top] };
}

/** A window of a share of the area at a random place; its shape differs a little from the picture's. */
const cutOut =
  (low: number, high: number): WildEdit =>
  (picture, random) => {
    const share = between(random, low, high);
    const aspect = 2 ** between(random, -0.3, 0.3);
    const width = Math.max(16, Math.min(picture.width, Math.round(picture.width * Math.sqrt(share * aspect))));
    const height = Math.max(16, Math.min(picture.height, Math.round(picture.height * Math.sqrt(share / aspect))));
    const left = random.below(picture.width - width + 1);
    return window(picture, left, random.below(picture.height - height + 1), width, height);
  };

const square: WildEdit = (picture, random) => {
  const side = Math.min(picture.width, picture.height);
  const left = Math.round((picture.width - side) * random.uniform());
  return window(picture, left, Math.round((picture.height - side) * random.uniform()), side, side);
};

const larger = inPlace((picture, random) => {
  const factor = between(random, 1.5, 2.5);
  return fromSharp(toSharp(picture).resize(Math.round(picture.width * factor), Math.round(picture.height * factor)));
});

/** A little turn, and the corners cut away. */
const straightened: WildEdit = (picture, random) => {
  const angle = (between(random, 1, 6) * oneOf(random, [-1, 1]) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const slack = Math.abs(sin) + 0.02;
  const width = Math.floor(picture.width - slack * picture.height);
  const height = Math.floor(picture.height - slack * picture.width);
  return warped(picture, Math.max(32, width), Math.max(32, height), (x, y) => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    return [picture.width / 2 + cos * dx + sin * dy, picture.height / 2 + cos * dy - sin * dx];
  });
};

const mirrored: WildEdit = async (picture) => ({
  picture: await fromSharp(toSharp(picture).flop()),
  from: (x, y) => [picture.width - x, y],
});

/** Coloured clouds over a darker ground: something else, at no cost. */
function otherPicture(random: Random): RgbPicture {
  const out = rgbPicture(90, 60);
  const seed = random.below(1 << 30);
  const tint = [0, 1, 2].map(() => between(random, 60, 190));
  for (let y = 0, i = 0; y < out.height; y++)
    for (let x = 0; x < out.width; x++)
      for (let c = 0; c < 3; c++, i++) {
        const cloud = fractalNoise(x / 18, y / 12, seed + 7 * c, 5, 0.65);
        out.data[i] = byte((tint[c] as number) * (y > 36 ? 0.6 : 1) + 90 * cloud);
      }
  return out;
}

/** The picture as one of four, the others from somewhere else. */
const quarter: WildEdit = async (picture, random) => {
  const factor = between(random, 0.6, 1);
  const [width, height] = [Math.round(picture.width * factor), Math.round(picture.height * factor)];
  const gap = Math.round(between(random, 0, 0.02) * width);
  const place = random.below(4);
  const others = [0, 1, 2, 3].map(() => otherPicture(random));
  const cells = await Promise.all(
    [0, 1, 2, 3].map(async (k) => {
      const input = await toSharp(k === place ? picture : (others[k] as RgbPicture))
        .resize(width, height, { fit: 'fill' })
        .png({ compressionLevel: 0 })
        .toBuffer();
      return { input, left: (k % 2) * (width + gap), top: Math.floor(k / 2) * (height + gap) };
    }),
  );
  const { left, top } = cells[place] as { left: number; top: number };
  const canvas = toSharp(picture)
    .resize(2 * width + gap, 2 * height + gap, { fit: 'fill' })
    .composite([
      { input: { create: { width: 2 * width + gap, height: 2 * height + gap, channels: 3, background: '#ffffff' } } },
      ...cells,
    ]);
  return {
    picture: await fromSharp(canvas),
    from: (x, y) => {
      const [u, v] = [(x - left) / factor, (y - top) / factor];
      return u < 0 || v < 0 || u >= picture.width || v >= picture.height ? null : [u, v];
    },
  };
};

export const CUTS: Readonly<Record<string, WildEdit>> = {
  'cut out, a half': cutOut(0.4, 0.6),
  'cut out, a quarter': cutOut(0.2, 0.3),
  'cut out, a tenth': cutOut(0.09, 0.12),
  'cut out, a twentieth': cutOut(0.05, 0.06),
  'cut out a quarter, enlarged, JPEG': steps(cutOut(0.2, 0.35), larger, inPlace(jpegAt(60, 85))),
  'cut to a square': square,
  'turned a little, cut': straightened,
  'mirrored, cut, JPEG': steps(mirrored, cutOut(0.6, 0.9), inPlace(jpegAt(60, 85))),
  'a quarter of a collage': quarter,
};
