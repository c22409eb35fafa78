/** Light that falls into the lens or off towards the rim, veils and washes of colour: smooth over the whole picture, none of them a curve. */
import { type Plane, plane } from '@assay/core/raster';
import { fractalNoise } from '@assay/core/scene/noise';
import type { RgbPicture } from '../../../retrieval/rgbPicture.ts';
import {
  between,
  bilinear,
  either,
  lumaOf,
  mapLight,
  mapPixels,
  mix,
  offCentre,
  planeOf,
  ramp,
  shortSide,
  softened,
} from '../pixels.ts';
import { type Change, inPlace, steps, type WildEdit } from '../wildEdit.ts';
import { before, seenAtAnAngle, taken } from './screens.ts';

/** A lamp just outside the frame: a glow, and its ghosts on the line through the middle, added as light. */
const flared: Change = (picture, random) => {
  const { width, height } = picture;
  const side = shortSide(picture);
  const turn = 2 * Math.PI * random.uniform();
  const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
  const glow = between(random, 0.1, 0.4);
  const spots = Array.from({ length: 3 }, () => ({
    along: between(random, -0.6, 0.5),
    radius: between(random, 0.1, 0.3),
    strength: between(random, 0.01, 0.05),
    tint: [between(random, 0.5, 1), between(random, 0.5, 1), between(random, 0.5, 1)] as const,
  }));
  return mapLight(picture, (pixel, x, y) => {
    const [u, v] = [(x - width / 2) / side, (y - height / 2) / side];
    const lamp = glow * Math.exp(-3 * Math.hypot(u - 0.7 * dx, v - 0.7 * dy));
    pixel.r += lamp;
    pixel.g += 0.9 * lamp;
    pixel.b += 0.75 * lamp;
    for (const { along, radius, strength, tint } of spots) {
      const spot = strength * (1 - ramp(0.4, 1, Math.hypot(u - along * dx, v - along * dy) / radius));
      pixel.r += spot * tint[0];
      pixel.g += spot * tint[1];
      pixel.b += spot * tint[2];
    }
  });
};

/** Fog that lies low, thicker here than there. */
const fogged: Change = (picture, random) => {
  const [thick, top, seed] = [between(random, 0.3, 0.8), between(random, 0.1, 0.5), random.below(1 << 30)];
  const grey = between(random, 0.6, 0.85);
  return mapPixels(picture, (pixel, x, y) => {
    const cloud = fractalNoise((3 * x) / picture.width, (2 * y) / picture.height, seed, 2, 0.4);
    const share = thick * ramp(top, 1, y / picture.height + 0.15 * cloud);
    pixel.r = mix(pixel.r, grey, share);
    pixel.g = mix(pixel.g, grey, share);
    pixel.b = mix(pixel.b, 1.03 * grey, share);
  });
};

/** A flash held aside: light falls off with the square of the distance from it. */
const flashed: Change = (picture, random) => {
  const { width, height } = picture;
  const [lx, ly, lz] = [between(random, 0, 1), between(random, 0, 0.6), between(random, 0.5, 0.9)];
  const [strength, base] = [between(random, 1, 2), between(random, 0.3, 0.6)];
  return mapLight(picture, (pixel, x, y) => {
    const square = (x / width - lx) ** 2 + (y / height - ly) ** 2 + lz * lz;
    const gain = base + strength * (lz / Math.sqrt(square)) ** 3 * 0.6;
    pixel.r *= gain;
    pixel.g *= gain;
    pixel.b *= gain;
  });
};

/** Two colours from corner to corner, laid over by soft light (W3C compositing, 2015). */
const washed: Change = (picture, random) => {
  const colour = (): readonly number[] => [0, 1, 2].map(() => between(random, 0.1, 0.9));
  const [from, to] = [colour(), colour()];
  const [share, lean] = [between(random, 0.4, 0.9), either(random)];
  const softLight = (b: number, s: number): number => {
    if (s <= 0.5) return b - (1 - 2 * s) * b * (1 - b);
    const d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : Math.sqrt(b);
    return b + (2 * s - 1) * (d - b);
  };
  return mapPixels(picture, (pixel, x, y) => {
    const along = 0.5 + (x / picture.width - 0.5 + lean * (y / picture.height - 0.5)) / 2;
    const at = (c: number): number => mix(from[c] as number, to[c] as number, along);
    pixel.r = mix(pixel.r, softLight(pixel.r, at(0)), share);
    pixel.g = mix(pixel.g, softLight(pixel.g, at(1)), share);
    pixel.b = mix(pixel.b, softLight(pixel.b, at(2)), share);
  });
};

/** The rim tinted: a colour screened or multiplied on from the middle outwards. */
const tintedRim: Change = (picture, random) => {
  const tint = [0, 1, 2].map(() => between(random, 0, 1));
  const [share, isScreen, start] = [between(random, 0.25, 0.6), random.uniform() < 0.5, between(random, 0.1, 0.5)];
  return mapPixels(picture, (pixel, x, y) => {
    const amount = share * ramp(start, 1, offCentre(picture, x, y));
    const laid = (v: number, c: number): number =>
      mix(v, isScreen ? 1 - (1 - v) * (1 - (tint[c] as number)) : v * (tint[c] as number), amount);
    pixel.r = laid(pixel.r, 0);
    pixel.g = laid(pixel.g, 1);
    pixel.b = laid(pixel.b, 2);
  });
};

/** Dodged and burned by a broad brush: gains of soft patches. */
const dodged: Change = (picture, random) => {
  const [seed, depth] = [random.below(1 << 30), between(random, 0.4, 1)];
  const size = between(random, 2, 4);
  return mapPixels(picture, (pixel, x, y) => {
    const gain = 2 ** (depth * fractalNoise((size * x) / picture.width, (size * y) / picture.height, seed, 1, 0.5));
    pixel.r *= gain;
    pixel.g *= gain;
    pixel.b *= gain;
  });
};

/** What is lighter than its wide surroundings is lightened further: a retinex of two scales (Jobson, Rahman, Woodell 1997). */
const retinex: Change = (picture, random) => {
  const log = planeOf(picture, (pixel) => Math.log(0.03 + lumaOf(pixel)));
  const scales = [0.05, 0.25].map((part): Plane => softened(log, part * shortSide(picture)));
  const share = between(random, 0.3, 0.7);
  const out = plane(log.width, log.height);
  for (let i = 0; i < out.data.length; i++) {
    const around = scales.reduce((sum, { data }) => sum + (data[i] as number), 0) / scales.length;
    out.data[i] = Math.exp(share * (-1 - around));
  }
  return mapPixels(picture, (pixel, x, y) => {
    const gain = bilinear(out, x, y);
    pixel.r *= gain;
    pixel.g *= gain;
    pixel.b *= gain;
  });
};

export const LIGHT_FIELDS: Readonly<Record<string, Change>> = {
  'lamp beside the frame': flared,
  'low fog': fogged,
  'flash from aside': flashed,
  'two colours in soft light': washed,
  'tinted rim': tintedRim,
  'dodged and burned': dodged,
  'retinex of two scales': retinex,
};

/** Light of the room on a screen's glass: lit things, out of focus, as bright as this. */
const roomMirrored: Change = (picture: RgbPicture, random) => {
  const { width, height } = picture;
  const light = plane(width, height);
  for (let k = 0; k < 4; k++) {
    const [left, top] = [between(random, -0.1, 0.9) * width, between(random, -0.1, 0.9) * height];
    const [w, h] = [between(random, 0.1, 0.35) * width, between(random, 0.2, 0.6) * height];
    const bright = between(random, 0.03, 0.15);
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, top + h); y++)
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, left + w); x++)
        light.data[y * width + x] = (light.data[y * width + x] as number) + bright;
  }
  const soft = softened(light, between(random, 0.015, 0.05) * shortSide(picture));
  const warm = between(random, 0.75, 1.1);
  return mapLight(picture, (pixel, x, y) => {
    const add = soft.data[y * width + x] as number;
    pixel.r += add;
    pixel.g += add;
    pixel.b += add * warm;
  });
};

/** A veil of daylight from one side of the screen. */
const daylight: Change = (picture, random) => {
  const [strength, lean] = [between(random, 0.05, 0.25), either(random)];
  return mapLight(picture, (pixel, x, y) => {
    const along = lean * (x / picture.width - 0.5) + 0.5 + 0.3 * (0.5 - y / picture.height);
    const add = strength * Math.max(0, along) ** 2;
    pixel.r += 0.9 * add;
    pixel.g += add;
    pixel.b += 1.1 * add;
  });
};

export const LIT_SCREENS: Readonly<Record<string, WildEdit>> = {
  'screen, room mirrored': steps(before(1, 1.15, 0.06), inPlace(roomMirrored), inPlace(seenAtAnAngle), taken(0.4, 0.9)),
  'screen, daylight from aside': steps(
    before(1, 1.15, 0.06),
    inPlace(daylight),
    inPlace(seenAtAnAngle),
    taken(0.4, 0.9),
  ),
};
