/** Colour as photo programs and filters change it: per pixel, the same everywhere. */
import type { Random } from '../../random.ts';
import { between, curved, lumaOf, mapLight, mapPixels, mix, oneOf, type Pixel, ramp, unit } from '../pixels.ts';
import type { Change } from '../wildEdit.ts';
import { bentCurve } from './tones.ts';

/** Full colour of a hue in turns. */
function hueColour(turn: number): Pixel {
  const at = (shift: number): number => unit(Math.abs(((((turn + shift) % 1) * 6 + 6) % 6) - 3) - 1);
  return { r: at(0), g: at(2 / 3), b: at(1 / 3) };
}

function mixInto(pixel: Pixel, colour: Pixel, share: number): void {
  pixel.r = mix(pixel.r, colour.r, share);
  pixel.g = mix(pixel.g, colour.g, share);
  pixel.b = mix(pixel.b, colour.b, share);
}

const setGrey = (pixel: Pixel, value: number): void => {
  pixel.r = value;
  pixel.g = value;
  pixel.b = value;
};

const tinted = (grey: number, colour: Pixel, strength: number): Pixel => ({
  r: grey + strength * (colour.r - 0.5),
  g: grey + strength * (colour.g - 0.5),
  b: grey + strength * (colour.b - 0.5),
});

const splitToned: Change = (picture, random) => {
  const shadow = hueColour(random.uniform());
  const light = hueColour(random.uniform());
  const strength = between(random, 0.1, 0.3);
  return mapPixels(picture, (pixel) => {
    const y = lumaOf(pixel);
    mixInto(pixel, tinted(y, shadow, 0.8), strength * (1 - ramp(0.1, 0.6, y)));
    mixInto(pixel, tinted(y, light, 0.8), strength * ramp(0.4, 0.9, y));
  });
};

/** Turns colours about the grey axis; luma moves little. */
export const hueTurned =
  (turn: (random: Random) => number): Change =>
  (picture, random) => {
    const angle = 2 * Math.PI * turn(random);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return mapPixels(picture, (pixel) => {
      const y = lumaOf(pixel);
      const [u, v] = [0.493 * (pixel.b - y), 0.877 * (pixel.r - y)];
      const [turnedU, turnedV] = [cos * u - sin * v, sin * u + cos * v];
      pixel.r = y + turnedV / 0.877;
      pixel.b = y + turnedU / 0.493;
      pixel.g = (y - 0.299 * pixel.r - 0.114 * pixel.b) / 0.587;
    });
  };

const duotone: Change = (picture, random) => {
  const dark = hueColour(random.uniform());
  const light = hueColour(random.uniform());
  const deep: Pixel = { r: 0.25 * dark.r, g: 0.25 * dark.g, b: 0.25 * dark.b };
  const pale: Pixel = { r: mix(0.75, 1, light.r), g: mix(0.75, 1, light.g), b: mix(0.75, 1, light.b) };
  return mapPixels(picture, (pixel) => {
    const y = lumaOf(pixel);
    mixInto(pixel, { r: mix(deep.r, pale.r, y), g: mix(deep.g, pale.g, y), b: mix(deep.b, pale.b, y) }, 1);
  });
};

const sepia: Change = (picture, random) => {
  const share = between(random, 0.6, 1);
  return mapPixels(picture, (pixel) => {
    const { r, g, b } = pixel;
    mixInto(
      pixel,
      {
        r: 0.393 * r + 0.769 * g + 0.189 * b,
        g: 0.349 * r + 0.686 * g + 0.168 * b,
        b: 0.272 * r + 0.534 * g + 0.131 * b,
      },
      share,
    );
  });
};

/** Black and white film behind a coloured glass: other weights of the channels, in light, then some contrast. */
const filteredGrey =
  (red: number, green: number, blue: number): Change =>
  (picture, random) => {
    const contrast = between(random, 1, 1.4);
    const grey = mapLight(picture, (pixel) => setGrey(pixel, red * pixel.r + green * pixel.g + blue * pixel.b));
    return curved(grey, (v) => (v - 0.5) * contrast + 0.5);
  };

const inverted: Change = (picture) => curved(picture, (v) => 1 - v);

/** Weak colours gain more than strong ones. */
const vibrant: Change = (picture, random) => {
  const strength = between(random, 0.5, 1.2);
  return mapPixels(picture, (pixel) => {
    const y = lumaOf(pixel);
    const chroma = Math.max(pixel.r, pixel.g, pixel.b) - Math.min(pixel.r, pixel.g, pixel.b);
    const gain = 1 + strength * (1 - chroma);
    pixel.r = y + gain * (pixel.r - y);
    pixel.g = y + gain * (pixel.g - y);
    pixel.b = y + gain * (pixel.b - y);
  });
};

/** Slide film in negative chemistry: red and green gain contrast, blue loses it. */
const crossProcessed: Change = (picture, random) => {
  const strength = between(random, 0.5, 1);
  const s = (v: number): number => mix(v, ramp(0, 1, v), strength);
  return curved(
    picture,
    s,
    (v) => mix(v, s(v) ** 0.9, strength),
    (v) => mix(v, 0.15 + 0.65 * v, strength),
  );
};

const otherWhite: Change = (picture, random) => {
  const warmth = between(random, 0.25, 0.6) * oneOf(random, [-1, 1]);
  const tint = between(random, -0.12, 0.12);
  return mapLight(picture, (pixel) => {
    pixel.r *= 2 ** warmth;
    pixel.g *= 2 ** tint;
    pixel.b *= 2 ** -warmth;
  });
};

const swapped: Change = (picture) =>
  mapPixels(picture, (pixel) => {
    [pixel.r, pixel.b] = [pixel.b, pixel.r];
  });

const tealAndOrange: Change = (picture, random) => {
  const strength = between(random, 0.12, 0.3);
  const blue = bentCurve(random, 0.08);
  return mapPixels(picture, (pixel) => {
    const warm = ramp(-0.15, 0.25, pixel.r - pixel.b);
    mixInto(pixel, tinted(lumaOf(pixel), { r: 0.95, g: 0.6, b: 0.25 }, 0.7), strength * warm);
    mixInto(pixel, tinted(lumaOf(pixel), { r: 0.1, g: 0.6, b: 0.65 }, 0.7), strength * (1 - warm));
    pixel.b = blue(unit(pixel.b));
  });
};

/** All colour gone but one hue's: the "selective colour" of phone cameras, chosen by colour and not by place. */
const oneColourKept: Change = (picture, random) => {
  const kept = hueColour(oneOf(random, [0, 1 / 12, 1 / 3, 0.6]));
  return mapPixels(picture, (pixel) => {
    const y = lumaOf(pixel);
    const along = (pixel.r - y) * (kept.r - 0.5) + (pixel.g - y) * (kept.g - 0.5) + (pixel.b - y) * (kept.b - 0.5);
    mixInto(pixel, { r: y, g: y, b: y }, 1 - ramp(0.02, 0.12, along));
  });
};

export const COLOURS: Readonly<Record<string, Change>> = {
  'split toning': splitToned,
  'hue turned': hueTurned((random) => between(random, 0.06, 0.25) * oneOf(random, [-1, 1])),
  'hue turned to the opposite': hueTurned((random) => between(random, 0.4, 0.6)),
  duotone,
  sepia,
  'black and white, red glass': filteredGrey(0.8, 0.2, 0),
  'black and white, green glass': filteredGrey(0.1, 0.8, 0.1),
  'black and white, blue glass': filteredGrey(0, 0.2, 0.8),
  inverted,
  vibrant,
  'cross-processed': crossProcessed,
  'other white balance': otherWhite,
  'red and blue swapped': swapped,
  'teal and orange': tealAndOrange,
  'one colour kept': oneColourKept,
};
