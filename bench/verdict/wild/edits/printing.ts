/** Printed and scanned, printed and copied: ink dots, paper, and the scanner's optics. */
import { plane } from '@assay/core/raster';
import { fractalNoise } from '@assay/core/scene/noise';
import type { RgbPicture } from '../../../retrieval/rgbPicture.ts';
import { fromSharp, toSharp } from '../../../retrieval/rgbPicture.ts';
import type { Random } from '../../random.ts';
import { warped } from '../openCv.ts';
import { between, curved, lumaOf, mapPixels, mix, offCentre, oneOf, ramp, unit } from '../pixels.ts';
import { type Change, inPlace, steps, type WildEdit } from '../wildEdit.ts';

const TABLE = 256;
/** Share of a dot's cell below each height, so that a tone of 30 % inks 30 % of the paper. */
const BELOW = ((): Float32Array => {
  const counts = new Float32Array(TABLE + 1);
  for (let i = 0; i < TABLE; i++)
    for (let j = 0; j < TABLE; j++) {
      const height = 0.5 + 0.25 * (Math.cos((2 * Math.PI * i) / TABLE) + Math.cos((2 * Math.PI * j) / TABLE));
      const at = Math.round(height * TABLE);
      counts[at] = (counts[at] as number) + 1;
    }
  let seen = 0;
  return counts.map((count) => (seen += count) / TABLE ** 2);
})();

/** A screen of round dots: the ink covers a point where the tone is above the screen there, in [0, 1], evenly spread. */
function dotScreen(pitch: number, degrees: number): (x: number, y: number) => number {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return (x, y) => {
    const u = (2 * Math.PI * (cos * x + sin * y)) / pitch;
    const v = (2 * Math.PI * (cos * y - sin * x)) / pitch;
    return BELOW[Math.round((0.5 + 0.25 * (Math.cos(u) + Math.cos(v))) * TABLE)] as number;
  };
}

/** Share of ink that a pixel catches: dots have an edge of about a pixel. */
const inkOf = (coverage: number, screen: number, pitch: number): number =>
  unit((coverage - screen) * Math.min(4, 0.9 * pitch) + 0.5);

const greyHalftone =
  (low: number, high: number): Change =>
  (picture, random) => {
    const pitch = between(random, low, high);
    const screen = dotScreen(pitch, between(random, 30, 60));
    return mapPixels(picture, (pixel, x, y) => {
      const ink = inkOf(1 - lumaOf(pixel), screen(x, y), pitch);
      const value = mix(0.96, 0.1, ink);
      [pixel.r, pixel.g, pixel.b] = [value, value, value * 0.99];
    });
  };

/** What cyan, magenta, yellow and black ink let through, of red, green, blue. */
const INKS = [
  [0.1, 0.68, 0.86],
  [0.85, 0.12, 0.5],
  [0.98, 0.9, 0.12],
  [0.1, 0.1, 0.1],
] as const;
/** Degrees of the screens, as offset printers turn them. */
const ANGLES = [15, 75, 0, 45] as const;

const colourHalftone =
  (low: number, high: number): Change =>
  (picture, random) => {
    const pitch = between(random, low, high);
    const screens = ANGLES.map((angle) => dotScreen(pitch, angle));
    return mapPixels(picture, (pixel, x, y) => {
      const key = 0.7 * (1 - Math.max(pixel.r, pixel.g, pixel.b));
      const tones = [1 - pixel.r - key, 1 - pixel.g - key, 1 - pixel.b - key, key];
      const through = [0.97, 0.97, 0.95];
      tones.forEach((tone, k) => {
        const ink = inkOf(unit(tone), (screens[k] as (x: number, y: number) => number)(x, y), pitch);
        for (let c = 0; c < 3; c++)
          through[c] = (through[c] as number) * mix(1, (INKS[k] as readonly number[])[c] as number, ink);
      });
      [pixel.r, pixel.g, pixel.b] = through as [number, number, number];
    });
  };

/** Ink's narrower range on paper of some tone. */
const onPaper: Change = (picture, random) => {
  const black = between(random, 0.06, 0.16);
  const paper = [between(random, 0.93, 0.99), between(random, 0.91, 0.97), between(random, 0.84, 0.94)];
  const gain = between(random, 0.85, 1);
  const at =
    (c: number) =>
    (v: number): number =>
      black + ((paper[c] as number) - black) * v ** gain;
  return curved(picture, at(0), at(1), at(2));
};

/** Fibres of the paper under the scanner's lamp, and its noise. */
const fibres =
  (strength: number): Change =>
  (picture, random) => {
    const seed = random.below(1 << 30);
    return mapPixels(picture, (pixel, x, y) => {
      const shade = 1 + strength * fractalNoise(x / 9, y / 5, seed, 3, 0.8) + 0.008 * random.normal();
      pixel.r *= shade;
      pixel.g *= shade;
      pixel.b *= shade;
    });
  };

const softScan =
  (low: number, high: number): Change =>
  (picture, random) =>
    fromSharp(toSharp(picture).blur(between(random, low, high)));

/** Paper that lies a little turned and not quite flat; the scan shows some of the lid around it. */
export const wobbly =
  (mostDegrees: number, share: number): WildEdit =>
  (picture, random) => {
    const angle = (between(random, 0.2, mostDegrees) * oneOf(random, [-1, 1]) * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const waves = wavesOf(picture, random, share);
    const [middleX, middleY] = [picture.width / 2, picture.height / 2];
    const zoom = between(random, 0.97, 1.03);
    return warped(
      picture,
      picture.width,
      picture.height,
      (x, y) => {
        const [bendX, bendY] = waves(x, y);
        const [dx, dy] = [(x - middleX) / zoom, (y - middleY) / zoom];
        return [middleX + cos * dx + sin * dy + bendX, middleY - sin * dx + cos * dy + bendY];
      },
      [250, 250, 248],
    );
  };

function wavesOf(picture: RgbPicture, random: Random, share: number): (x: number, y: number) => [number, number] {
  const reach = share * Math.min(picture.width, picture.height);
  const wave = () => ({
    u: between(random, 0.5, 1.6) * 2 * Math.PI,
    v: between(random, 0.5, 1.6) * 2 * Math.PI,
    phase: 2 * Math.PI * random.uniform(),
  });
  const [a, b] = [wave(), wave()];
  return (x, y) => {
    const [u, v] = [x / picture.width, y / picture.height];
    return [reach * Math.sin(a.u * u + a.v * v + a.phase), reach * Math.sin(b.u * u + b.v * v + b.phase)];
  };
}

/** A copier: steep tones, black edges where the lid was open, specks of toner. */
const copied: Change = (picture, random) => {
  const low = between(random, 0.2, 0.35);
  const high = between(random, 0.65, 0.8);
  const specks = between(random, 0.0003, 0.0015);
  return mapPixels(picture, (pixel, x, y) => {
    const dirt = random.uniform() < specks ? -0.5 : 0;
    const shade = 0.12 * ramp(0.8, 1.1, offCentre(picture, x, y));
    const value = 0.04 + 0.93 * ramp(low, high, lumaOf(pixel)) - shade + 0.025 * random.normal() + dirt;
    [pixel.r, pixel.g, pixel.b] = [value, value, value];
  });
};

/** Lines of an ink jet's carriage. */
const bandedInk: Change = (picture, random) => {
  const pitch = between(random, 5, 16);
  const strength = between(random, 0.01, 0.035);
  const lines = plane(1, picture.height);
  for (let y = 0; y < picture.height; y++)
    lines.data[y] = 1 + strength * (Math.cos((2 * Math.PI * y) / pitch) + 0.6 * random.normal());
  return mapPixels(picture, (pixel, _x, y) => {
    const gain = lines.data[y] as number;
    pixel.r *= gain;
    pixel.g *= gain;
    pixel.b *= gain;
  });
};

const changed = (...list: readonly Change[]): WildEdit => steps(...list.map(inPlace));

export const PRINTING: Readonly<Record<string, WildEdit>> = {
  'halftone, black': changed(greyHalftone(2.6, 4), softScan(0.5, 0.8)),
  'halftone, four inks': changed(colourHalftone(2.4, 3.6), softScan(0.5, 0.8)),
  'newspaper, scanned': steps(
    changed(greyHalftone(2.8, 3.8), onPaper, fibres(0.05), softScan(0.6, 0.9)),
    wobbly(1.2, 0.002),
  ),
  'magazine, scanned': steps(changed(colourHalftone(2.2, 3), onPaper, softScan(0.6, 0.9)), wobbly(1, 0.0015)),
  'ink jet, scanned': steps(changed(onPaper, bandedInk, fibres(0.03), softScan(0.6, 1)), wobbly(2, 0.002)),
  'photo print, scanned': steps(changed(onPaper, softScan(0.5, 0.8)), wobbly(1.5, 0.003)),
  photocopied: steps(changed(softScan(0.6, 1), copied), wobbly(1.5, 0.002)),
};
