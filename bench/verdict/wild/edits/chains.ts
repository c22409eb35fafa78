/** What messengers and sites make of a picture on its way. */
import { fromSharp, type RgbPicture, toSharp } from '../../../retrieval/rgbPicture.ts';
import { between, oneOf } from '../pixels.ts';
import { type Change, inPlace, steps, type WildEdit } from '../wildEdit.ts';
import { jpegAt, webpAt } from './codecs.ts';
import { unsharp } from './sharpening.ts';

/** Long side at most `most` pixels; a smaller picture stays as it is. */
const atMost =
  (most: number): Change =>
  (picture) =>
    scaledTo(picture, Math.min(1, most / Math.max(picture.width, picture.height)));

function scaledTo(picture: RgbPicture, factor: number): RgbPicture | Promise<RgbPicture> {
  if (factor === 1) return picture;
  const [width, height] = [Math.round(picture.width * factor), Math.round(picture.height * factor)];
  return fromSharp(toSharp(picture).resize(Math.max(1, width), Math.max(1, height), { fit: 'fill' }));
}

/** To a drawn part of its size. */
export const shrunk =
  (low: number, high: number): Change =>
  (picture, random) =>
    scaledTo(picture, between(random, low, high));

const chain = (...list: readonly Change[]): WildEdit => steps(...list.map(inPlace));

/** The same messenger, again and again. */
const forwarded: WildEdit = (picture, random) => {
  const times = 3 + random.below(3);
  const once = chain(shrunk(0.9, 0.99), jpegAt(60, 78));
  return steps(...Array.from({ length: times }, () => once))(picture, random);
};

export const CHAINS: Readonly<Record<string, WildEdit>> = {
  'messenger, 1600 px': chain(atMost(1600), jpegAt(65, 78)),
  'messenger, 1280 px, sharpened': chain(atMost(1280), unsharp([0.6, 1], [0.3, 0.7]), jpegAt(80, 88)),
  'messenger, thumbnail': chain(shrunk(0.3, 0.5), jpegAt(45, 70)),
  'photo site, 1080 px, sharpened': chain(atMost(1080), unsharp([0.5, 1], [0.5, 1.2]), jpegAt(70, 80)),
  'social site, 960 px': chain(atMost(960), unsharp([0.5, 0.8], [0.2, 0.5]), jpegAt(60, 75)),
  'site, WebP': chain(atMost(1200), webpAt(45, 75)),
  'JPEG, then WebP, then JPEG': chain(jpegAt(60, 85), webpAt(40, 70), jpegAt(60, 85)),
  'shrunk, enlarged again, JPEG': chain(
    shrunk(0.45, 0.7),
    jpegAt(70, 85),
    (picture, random) => scaledTo(picture, between(random, 1.4, 2)),
    jpegAt(70, 85),
  ),
  'forwarded several times': forwarded,
  'other format of the screen': chain(
    (picture, random) => {
      const stretch = oneOf(random, [0.8, 0.9, 1.12, 1.25]);
      return fromSharp(
        toSharp(picture).resize(Math.round(picture.width * stretch), picture.height, { fit: 'fill', kernel: 'cubic' }),
      );
    },
    jpegAt(70, 85),
  ),
};
