/** Small parts of a picture: strips, thumbnails of faces, what a telephone shows of a landscape. */
import { fromSharp, type RgbPicture, toSharp } from '../../../retrieval/rgbPicture.ts';
import type { Random } from '../../random.ts';
import { between } from '../pixels.ts';
import { inPlace, type Seen, steps, type WildEdit } from '../wildEdit.ts';
import { jpegAt } from './codecs.ts';

/** A window of a share of the area and an aspect of its own, somewhere. */
const windowOf =
  (share: readonly [number, number], aspect: readonly [number, number]): WildEdit =>
  async (picture: RgbPicture, random: Random): Promise<Seen> => {
    const area = between(random, ...share) * picture.width * picture.height;
    const wide = between(random, ...aspect);
    const width = Math.min(picture.width, Math.round(Math.sqrt(area * wide)));
    const height = Math.min(picture.height, Math.round(Math.sqrt(area / wide)));
    const [left, top] = [random.below(picture.width - width + 1), random.below(picture.height - height + 1)];
    const cut = await fromSharp(toSharp(picture).extract({ left, top, width, height }));
    return { picture: cut, from: (x, y) => [x + left, y + top] };
  };

const scaled = (low: number, high: number): WildEdit =>
  inPlace((picture, random) => {
    const factor = between(random, low, high);
    return fromSharp(toSharp(picture).resize(Math.round(picture.width * factor), Math.round(picture.height * factor)));
  });

export const WINDOWS: Readonly<Record<string, WildEdit>> = {
  'strip, an eighth': steps(windowOf([0.11, 0.15], [3, 4]), inPlace(jpegAt(75, 92))),
  'upright for a telephone, a fifth': steps(
    windowOf([0.17, 0.25], [0.5, 0.6]),
    scaled(0.8, 1.6),
    inPlace(jpegAt(70, 90)),
  ),
  'square, an eighth, enlarged': steps(windowOf([0.1, 0.15], [1, 1]), scaled(1.5, 2.5), inPlace(jpegAt(70, 90))),
  'window, a fifteenth': steps(windowOf([0.06, 0.075], [0.8, 1.4]), inPlace(jpegAt(80, 95))),
};
