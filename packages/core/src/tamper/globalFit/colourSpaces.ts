/**
 * The spaces in which programs mix colours: sRGB samples (CSS filters, most editors), linear light (libvips, colour-managed
 * editors: grey is luminance), L*a*b* (saturation as a gain of chroma). An operation that is affine in one of them is
 * curved in the others, so a fit must try each. All conversions work in place; units are about those of samples, levels.
 * @module
 */
import { once } from '../../once.ts';
import { labToLight, lightToLab } from '../../signal/colour/cieLab.ts';
import { encodeSrgb, linearizeSrgb } from '../../signal/colour/srgbCurve.ts';
import type { ColourPlanes } from '../alignment/registeredColour.ts';

export interface ColourSpace {
  /** From sRGB samples in [0, 255]. */
  readonly enter: (picture: ColourPlanes) => void;
  /** Back to them, clamped to [0, 255]. */
  readonly leave: (picture: ColourPlanes) => void;
  /** True if a clipped sample bounds one value of the space; else it makes all three unknown. */
  readonly clipsByChannel: boolean;
  /** Sample levels by which a pixel moves for each unit of the space. @param a, b, c its three values in the space */
  readonly levelsPerUnit: (a: number, b: number, c: number) => number;
}

const LEVEL_MAX = 255;
/** L* ends at 100, samples at 255. */
const LEVELS_PER_LAB = 2.55;

const clamped = (value: number, max: number): number => Math.min(max, Math.max(0, value));

/**
 * A curve from levels to levels, [0, 255] both, as a table of equal steps between which it is linear: powers cost ten times as much.
 * With these steps the curves of sRGB are off by less than 0.0005 levels.
 */
const tableOf = (curve: (share: number) => number, stepsPerLevel: number): Float32Array =>
  Float32Array.from(
    { length: LEVEL_MAX * stepsPerLevel + 2 },
    (_, k) => LEVEL_MAX * curve(Math.min(1, k / (LEVEL_MAX * stepsPerLevel))),
  );

const LIGHT_STEPS = 16;
const lightOf = once(() => tableOf(linearizeSrgb, LIGHT_STEPS));
const SAMPLE_STEPS = 64;
const sampleOf = once(() => tableOf(encodeSrgb, SAMPLE_STEPS));

/** In place; clamped to [0, 255]. */
function throughTable(channels: ColourPlanes['channels'], table: Float32Array, stepsPerLevel: number): void {
  for (const channel of channels)
    for (let i = 0; i < channel.length; i++) {
      const position = clamped(channel[i] as number, LEVEL_MAX) * stepsPerLevel;
      const k = Math.trunc(position);
      const low = table[k] as number;
      channel[i] = low + (position - k) * ((table[k + 1] as number) - low);
    }
}

export const ENCODED: ColourSpace = {
  enter: () => undefined,
  // A loop of its own: a function that is handed in makes a number of the heap for every sample.
  leave: ({ channels }) => {
    for (const channel of channels)
      for (let i = 0; i < channel.length; i++) channel[i] = Math.min(LEVEL_MAX, Math.max(0, channel[i] as number));
  },
  clipsByChannel: true,
  levelsPerUnit: () => 1,
};

/** Light in [0, 255]. */
export const LINEAR: ColourSpace = {
  enter: ({ channels }) => throughTable(channels, lightOf(), LIGHT_STEPS),
  leave: ({ channels }) => throughTable(channels, sampleOf(), SAMPLE_STEPS),
  clipsByChannel: true,
  // Derivative of the sRGB curve at the mean of the channels.
  levelsPerUnit: (r, g, b) => {
    const light = clamped((r + g + b) / (3 * LEVEL_MAX), 1);
    return light <= 0.0031308 ? 12.92 : (1.055 / 2.4) * light ** (1 / 2.4 - 1);
  },
};

/** L*, a*, b*, each times 2.55. */
export const LAB: ColourSpace = {
  enter: ({ channels }) => {
    throughTable(channels, lightOf(), LIGHT_STEPS);
    onEveryPixel(channels, lightToLab, 1 / LEVEL_MAX, LEVELS_PER_LAB);
  },
  leave: ({ channels }) => {
    onEveryPixel(channels, labToLight, 1 / LEVELS_PER_LAB, LEVEL_MAX);
    throughTable(channels, sampleOf(), SAMPLE_STEPS);
  },
  clipsByChannel: false,
  levelsPerUnit: () => 1,
};

function onEveryPixel(
  [first, second, third]: ColourPlanes['channels'],
  convert: (a: number, b: number, c: number, out: Float32Array, offset: number) => void,
  scaleIn: number,
  scaleOut: number,
): void {
  const out = new Float32Array(3);
  for (let i = 0; i < first.length; i++) {
    convert(scaleIn * (first[i] as number), scaleIn * (second[i] as number), scaleIn * (third[i] as number), out, 0);
    first[i] = scaleOut * (out[0] as number);
    second[i] = scaleOut * (out[1] as number);
    third[i] = scaleOut * (out[2] as number);
  }
}
