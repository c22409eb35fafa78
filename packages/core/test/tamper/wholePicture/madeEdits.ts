/** Edits of whole pictures, with the names that they ought to get. */
import type { Raster } from '../../../src/raster.ts';
import { gaussianBlur } from '../../../src/signal/blur/gaussianBlur.ts';
import { seededUniform } from '../../pictures/numbers.ts';

export interface MadeEdit {
  readonly edit: (picture: Raster) => Raster;
  readonly names: readonly string[];
  /** What may be said besides. */
  readonly may?: readonly string[];
}

const clamped = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));

type At = (x: number, y: number, c: number) => number;

function mapped(picture: Raster, value: (at: At, x: number, y: number, c: number) => number): Raster {
  const { width, height, channels } = picture;
  const at: At = (x, y, c) => picture.data[(y * width + x) * channels + c] as number;
  const data = new Uint8Array(picture.data.length);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++) for (let c = 0; c < channels; c++, i++) data[i] = clamped(value(at, x, y, c));
  return { ...picture, data };
}

/** Each channel as a plane, through `filter`. */
function filtered(
  picture: Raster,
  filter: (data: Float32Array, width: number, height: number) => Float32Array,
): Raster {
  const { width, height, channels } = picture;
  const data = new Uint8Array(picture.data.length);
  for (let c = 0; c < channels; c++) {
    const out = filter(
      Float32Array.from({ length: width * height }, (_, i) => picture.data[i * channels + c] as number),
      width,
      height,
    );
    for (let i = 0; i < out.length; i++) data[i * channels + c] = clamped(out[i] as number);
  }
  return { ...picture, data };
}

const blur = (sigma: number) => (picture: Raster) =>
  filtered(picture, (data, width, height) => gaussianBlur({ width, height, data }, sigma).data);

/** Unsharp masking: p + amount (p - G_sigma p). */
const unsharp = (sigma: number, amount: number) => (picture: Raster) =>
  filtered(picture, (data, width, height) => {
    const low = gaussianBlur({ width, height, data }, sigma).data;
    return data.map((value, i) => value + amount * (value - (low[i] as number)));
  });

/** The median of the square of (2 radius + 1)^2 pixels around each. */
const median = (radius: number) => (picture: Raster) =>
  filtered(picture, (data, width, height) =>
    data.map((_, i) => {
      const [x0, y0] = [i % width, Math.floor(i / width)];
      const near: number[] = [];
      for (let y = Math.max(0, y0 - radius); y <= Math.min(height - 1, y0 + radius); y++)
        for (let x = Math.max(0, x0 - radius); x <= Math.min(width - 1, x0 + radius); x++)
          near.push(data[y * width + x] as number);
      return near.sort((a, b) => a - b)[near.length >> 1] as number;
    }),
  );

const GREY = [0.299, 0.587, 0.114] as const;
const grey = (picture: Raster): Raster =>
  mapped(picture, (at, x, y) => GREY.reduce((sum, weight, c) => sum + weight * at(x, y, c), 0));

/** Two levels of each channel, the error handed on to the right and below (Floyd, Steinberg 1976), or dropped. */
const eightColours = (isDithered: boolean) => (picture: Raster) =>
  filtered(picture, (data, width) => {
    const out = data.slice();
    for (let i = 0; i < out.length; i++) {
      const wanted = out[i] as number;
      const got = wanted < 128 ? 40 : 215;
      out[i] = got;
      if (!isDithered) continue;
      for (const [step, share] of [
        [1, 7 / 16],
        [width - 1, 3 / 16],
        [width, 5 / 16],
        [width + 1, 1 / 16],
      ] as const)
        if (i + step < out.length) out[i + step] = (out[i + step] as number) + share * (wanted - got);
    }
    return out;
  });

const centred = (picture: Raster, x: number, y: number): number =>
  Math.hypot(x - picture.width / 2, y - picture.height / 2) / (Math.hypot(picture.width, picture.height) / 2);

function noisy(picture: Raster, deviation: number): Raster {
  const uniform = seededUniform(5);
  return mapped(picture, (at, x, y, c) => at(x, y, c) + deviation * Math.sqrt(12) * (uniform() - 0.5));
}

const COLOUR = 'tone or colour changed';

export const EDITS: Readonly<Record<string, MadeEdit>> = {
  'a copy': { edit: (picture) => picture, names: [] },
  'noise of a recompression': { edit: (picture) => noisy(picture, 2), names: [] },
  'a weak blur, as of resizing': { edit: blur(0.5), names: [] },
  blur: { edit: blur(2), names: ['blurred'] },
  sharpening: { edit: unsharp(1.2, 1.2), names: ['sharpened'] },
  'median filter': { edit: median(2), names: ['denoised'] },
  clarity: { edit: unsharp(12, 1), names: ['local contrast enhancement'], may: [COLOUR] },
  'black and white': { edit: grey, names: ['black and white'], may: [COLOUR] },
  sepia: {
    edit: (picture) => mapped(grey(picture), (at, x, y, c) => at(x, y, c) * [1.12, 0.98, 0.72][c]! + [8, 2, 0][c]!),
    names: ['toned'],
    may: [COLOUR],
  },
  'every hue the next': {
    edit: (picture) => mapped(picture, (at, x, y, c) => at(x, y, (c + 1) % 3)),
    names: ['hues turned'],
    may: [COLOUR],
  },
  gamma: { edit: (picture) => mapped(picture, (at, x, y, c) => 255 * (at(x, y, c) / 255) ** 0.6), names: [COLOUR] },
  negative: { edit: (picture) => mapped(picture, (at, x, y, c) => 255 - at(x, y, c)), names: ['inverted', COLOUR] },
  vignette: {
    edit: (picture) => mapped(picture, (at, x, y, c) => at(x, y, c) * (1 - 0.55 * centred(picture, x, y) ** 2)),
    names: ['vignette'],
    may: [COLOUR],
  },
  'eight colours': { edit: eightColours(false), names: ['8 colours'], may: [COLOUR, 'local_edit'] },
  'eight colours, dithered': { edit: eightColours(true), names: ['8 colours, dithered'], may: [COLOUR, 'local_edit'] },
  'sub-pixels of a screen': {
    edit: (picture) =>
      mapped(picture, (at, x, y, c) => {
        const across = 1 + 0.25 * Math.cos(2 * Math.PI * (0.31 * x + 0.01 * y - c / 3));
        return at(x, y, c) * across * (1 + 0.18 * Math.cos(2 * Math.PI * (0.29 * y - 0.01 * x)));
      }),
    names: ['photographed from a screen'],
    may: [COLOUR, 'local_edit'],
  },
};
