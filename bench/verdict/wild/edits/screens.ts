/** Photographs of screens: the grid of sub-pixels, moire where the camera cannot resolve it, glare, and the angle. */
import type { RgbPicture } from '../../../retrieval/rgbPicture.ts';
import { fromSharp, toSharp } from '../../../retrieval/rgbPicture.ts';
import { jpegAt } from './codecs.ts';
import type { Random } from '../../random.ts';
import { warped } from '../openCv.ts';
import { between, mapLight, oneOf, ramp } from '../pixels.ts';
import { type Change, inPlace, steps, type Where, type WildEdit } from '../wildEdit.ts';

/**
 * A camera before a screen: a turn and a perspective of a few percent, and the screen larger or smaller than the picture
 * of it by `zoom`. What lies beside the screen is its dark rim.
 */
export function viewed(picture: RgbPicture, random: Random, zoom: number, tilt: number): Where {
  const { width, height } = picture;
  const angle = between(random, -3, 3) * (Math.PI / 180);
  const [cos, sin] = [Math.cos(angle) / zoom, Math.sin(angle) / zoom];
  const [pullX, pullY] = [between(random, -tilt, tilt) / width, between(random, -tilt, tilt) / height];
  const [shiftX, shiftY] = [0.02 * width * random.normal(), 0.02 * height * random.normal()];
  return (x, y) => {
    const [dx, dy] = [x - width / 2 - shiftX, y - height / 2 - shiftY];
    const depth = 1 + pullX * dx + pullY * dy;
    return [width / 2 + (cos * dx + sin * dy) / depth, height / 2 + (cos * dy - sin * dx) / depth];
  };
}

interface Grid {
  /** Screen pixels per pixel of the photograph: above 0.5 the camera cannot resolve them, and moire appears. */
  readonly frequency: readonly [number, number];
  /** Depth of the modulation that is left, 0..1. */
  readonly depth: readonly [number, number];
}

/** Stripes of red, green and blue side by side and dark lines between the rows, sampled as a camera samples them. */
const gridded =
  ({ frequency, depth }: Grid): Change =>
  (picture, random) => {
    const across = between(random, ...frequency);
    const down = across * between(random, 0.97, 1.03);
    const strength = between(random, ...depth);
    const angle = between(random, -0.06, 0.06);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    // The grid is bent as the perspective bends it: its frequency drifts over the picture.
    const drift = between(random, -0.06, 0.06) / picture.width;
    const TURN = 2 * Math.PI;
    return mapLight(picture, (pixel, x, y) => {
      const u = across * (cos * x + sin * y) * (1 + drift * x);
      const v = down * (cos * y - sin * x) * (1 + drift * y);
      const rows = 1 + 0.7 * strength * Math.cos(TURN * v);
      pixel.r *= rows * (1 + strength * Math.cos(TURN * u));
      pixel.g *= rows * (1 + strength * Math.cos(TURN * (u - 1 / 3)));
      pixel.b *= rows * (1 + strength * Math.cos(TURN * (u - 2 / 3)));
    });
  };

/** The screen's light falls off with the angle; lens and screen bring a cast and a veil of room light. */
export const seenAtAnAngle: Change = (picture, random) => {
  const [slopeX, slopeY] = [between(random, -0.35, 0.35), between(random, -0.35, 0.35)];
  const cast = [between(random, 0.85, 1.05), between(random, 0.95, 1.05), between(random, 0.95, 1.2)] as const;
  const exposure = between(random, 0.75, 1.25);
  const veil = between(random, 0, 0.03);
  return mapLight(picture, (pixel, x, y) => {
    const [u, v] = [(2 * x) / picture.width - 1, (2 * y) / picture.height - 1];
    const gain = (exposure * (1 + slopeX * u + slopeY * v)) / (1 + 0.18 * (u * u + v * v));
    pixel.r = veil + pixel.r * gain * cast[0];
    pixel.g = veil + pixel.g * gain * cast[1];
    pixel.b = veil + pixel.b * gain * cast[2];
  });
};

/** A lamp or a window mirrored in the glass: its light is added. */
const mirrored =
  (isWindow: boolean): Change =>
  (picture, random) => {
    const [x0, y0] = [between(random, 0.1, 0.9), between(random, 0.1, 0.9)];
    const size = isWindow ? between(random, 0.15, 0.3) : between(random, 0.08, 0.22);
    const strength = isWindow ? between(random, 0.06, 0.2) : between(random, 0.2, 0.7);
    const soft = isWindow ? 0.08 : 1;
    return mapLight(picture, (pixel, x, y) => {
      const [u, v] = [(x / picture.width - x0) / size, (y / picture.height - y0) / size];
      const light = isWindow
        ? strength * ramp(1 + soft, 1 - soft, Math.max(Math.abs(u + 0.2 * v), Math.abs(v) * 0.8))
        : strength * Math.exp(-(u * u + v * v));
      pixel.r += light;
      pixel.g += light;
      pixel.b += light * 0.95;
    });
  };

/** The photograph itself: slightly soft, some noise, the phone's JPEG. */
export const taken = (low: number, high: number): WildEdit =>
  steps(
    inPlace((picture, random) => fromSharp(toSharp(picture).blur(between(random, low, high)))),
    inPlace((picture, random) => {
      const noise = between(random, 0.002, 0.008);
      return mapLight(picture, (pixel) => {
        pixel.r += noise * random.normal() * Math.sqrt(pixel.r + 0.02) * 2;
        pixel.g += noise * random.normal() * Math.sqrt(pixel.g + 0.02) * 2;
        pixel.b += noise * random.normal() * Math.sqrt(pixel.b + 0.02) * 2;
      });
    }),
    inPlace(jpegAt(80, 92)),
  );

export const before =
  (low: number, high: number, tilt: number): WildEdit =>
  (picture, random) =>
    warped(
      picture,
      picture.width,
      picture.height,
      viewed(picture, random, between(random, low, high), tilt),
      [9, 9, 10],
    );

const MOIRE: Grid = { frequency: [0.82, 1.16], depth: [0.05, 0.16] };
const RESOLVED: Grid = { frequency: [0.2, 0.42], depth: [0.15, 0.4] };

/** Bright lines of a tube, and the dark ones between them. */
const tubeLines: Change = (picture, random) => {
  const pitch = between(random, 2, 3.5);
  const depth = between(random, 0.15, 0.4);
  return mapLight(picture, (pixel, _x, y) => {
    const gain = 1.1 * (1 - depth + depth * Math.cos((2 * Math.PI * y) / pitch));
    pixel.r *= gain;
    pixel.g *= gain;
    pixel.b *= gain;
  });
};

/** A refresh that was under way: broad dark bands. */
const flickering: Change = (picture, random) => {
  const [bands, phase] = [between(random, 1, 3), 2 * Math.PI * random.uniform()];
  const depth = between(random, 0.08, 0.25) * oneOf(random, [1, -1]);
  return mapLight(picture, (pixel, _x, y) => {
    const gain = 1 + depth * Math.sin((2 * Math.PI * bands * y) / picture.height + phase);
    pixel.r *= gain;
    pixel.g *= gain;
    pixel.b *= gain;
  });
};

export const SCREENS: Readonly<Record<string, WildEdit>> = {
  'screen, moire': steps(before(1.02, 1.2, 0.06), inPlace(gridded(MOIRE)), inPlace(seenAtAnAngle), taken(0.4, 0.8)),
  'screen, sub-pixels seen': steps(
    before(1.1, 1.4, 0.05),
    inPlace(gridded(RESOLVED)),
    inPlace(seenAtAnAngle),
    taken(0.4, 0.7),
  ),
  'screen, lamp mirrored': steps(
    before(1, 1.15, 0.08),
    inPlace(gridded(MOIRE)),
    inPlace(mirrored(false)),
    inPlace(seenAtAnAngle),
    taken(0.4, 0.8),
  ),
  'screen, window mirrored': steps(
    before(1, 1.15, 0.08),
    inPlace(mirrored(true)),
    inPlace(seenAtAnAngle),
    taken(0.4, 0.9),
  ),
  'screen, aslant, rim shown': steps(before(0.8, 0.92, 0.25), inPlace(seenAtAnAngle), taken(0.4, 0.8)),
  'screen, flicker': steps(before(1, 1.1, 0.04), inPlace(gridded(MOIRE)), inPlace(flickering), taken(0.4, 0.8)),
  'tube screen': steps(before(0.95, 1.1, 0.08), inPlace(tubeLines), inPlace(seenAtAnAngle), taken(0.4, 0.7)),
};
