/** Pictures cut to a shape on plain ground, and light that leaves the middle alone: what was hidden lies outside, the middle is untouched. */
import { toSharp, fromSharp } from '../../../retrieval/rgbPicture.ts';
import { drawnOver } from '../drawn.ts';
import { between, mapPixels, mix, offCentre, oneOf, ramp, shortSide } from '../pixels.ts';
import { type Change, inPlace, steps, type WildEdit } from '../wildEdit.ts';
import { jpegAt } from './codecs.ts';
import { grainy } from './looks.ts';

const GROUNDS = ['#ffffff', '#000000', '#f0efe9', '#20242c'] as const;

/** All but an ellipse of these half axes about the middle, px. */
function aroundEllipse(width: number, height: number, across: number, down: number, colour: string): string {
  const [x, y] = [width / 2, height / 2];
  const ellipse = `M${x - across} ${y}A${across} ${down} 0 1 1 ${x + across} ${y}A${across} ${down} 0 1 1 ${x - across} ${y}Z`;
  return `<path fill="${colour}" fill-rule="evenodd" d="M0 0H${width}V${height}H0Z${ellipse}"/>`;
}

const oval: WildEdit = (picture, random) => {
  const share = between(random, 0.46, 0.5);
  const { width, height } = picture;
  return drawnOver(picture, aroundEllipse(width, height, share * width, share * height, oneOf(random, GROUNDS)));
};

/** As wide as the short side: of a wide picture much is gone, as of one that was cut to a square. */
const round: WildEdit = (picture, random) => {
  const radius = between(random, 0.47, 0.5) * shortSide(picture);
  return drawnOver(picture, aroundEllipse(picture.width, picture.height, radius, radius, oneOf(random, GROUNDS)));
};

/** Fades into black or white, of which the corners are full. */
const faded =
  (ink: number): Change =>
  (picture, random) => {
    const [from, to] = [between(random, 0.45, 0.6), between(random, 0.85, 1)];
    return mapPixels(picture, (pixel, x, y) => {
      const seen = 1 - ramp(from, to, offCentre(picture, x, y));
      pixel.r = mix(ink, pixel.r, seen);
      pixel.g = mix(ink, pixel.g, seen);
      pixel.b = mix(ink, pixel.b, seen);
    });
  };

/** Everything but a soft disc is dimmed. */
const spotlit: Change = (picture, random) => {
  const [radius, soft, left] = [between(random, 0.2, 0.4), between(random, 0.03, 0.1), between(random, 0.25, 0.5)];
  const side = shortSide(picture);
  return mapPixels(picture, (pixel, x, y) => {
    const away = Math.hypot(x - picture.width / 2, y - picture.height / 2) / side;
    const gain = mix(1, left, ramp(radius, radius + soft, away));
    pixel.r *= gain;
    pixel.g *= gain;
    pixel.b *= gain;
  });
};

/** A cone of light, as gradients of photo apps are, over colours that were washed out and tinted. */
const conical: Change = async (picture, random) => {
  const tint = toSharp(picture).modulate({ saturation: between(random, 0.5, 0.9) });
  const depth = between(random, 0.5, 0.8);
  const share = between(random, 0.05, 0.2);
  const [red, green, blue] = [between(random, 120, 220), between(random, 80, 140), between(random, 20, 90)];
  return mapPixels(await fromSharp(tint), (pixel, x, y) => {
    const gain = 1 - depth * Math.min(1, offCentre(picture, x, y));
    pixel.r = gain * mix(pixel.r, red, share);
    pixel.g = gain * mix(pixel.g, green, share);
    pixel.b = gain * mix(pixel.b, blue, share);
  });
};

export const SHAPES: Readonly<Record<string, WildEdit>> = {
  'cut to an oval': steps(oval, inPlace(jpegAt(80, 95))),
  'round portrait': steps(round, inPlace(jpegAt(80, 95))),
};

export const MIDDLE_LIGHT: Readonly<Record<string, Change>> = {
  'vignette into black': faded(0),
  'vignette into white': faded(255),
  spotlight: spotlit,
  'cone of light, tinted, grain': async (picture, random) => grainy(0.02, 0.05)(await conical(picture, random), random),
};
