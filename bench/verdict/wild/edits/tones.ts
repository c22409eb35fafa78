/** Brightness and contrast, as the sliders and the automatic buttons of photo programs change them. */
import type { RgbPicture } from '../../../retrieval/rgbPicture.ts';
import type { Random } from '../../random.ts';
import { between, curved, lumaOf, mapLight, mix, planeOf, ramp, unit, withLuma } from '../pixels.ts';
import type { Change } from '../wildEdit.ts';

/** A rising curve through five points that were moved a little, linear between many points of a smooth spline. */
export function bentCurve(random: Random, most: number): (value: number) => number {
  const points = [0, 0.25, 0.5, 0.75, 1].map((at, k) => {
    const reach = k === 0 || k === 4 ? most / 2 : most;
    return unit(at + between(random, -reach, reach));
  });
  for (let k = 1; k < points.length; k++) points[k] = Math.max(points[k] as number, (points[k - 1] as number) + 0.04);
  return (value) => {
    const k = Math.min(3, Math.floor(4 * value));
    return mix(points[k] as number, points[k + 1] as number, ramp(0, 1, 4 * value - k) * 0.4 + (4 * value - k) * 0.6);
  };
}

/** The value below which `share` of the samples lie. */
function percentile(picture: RgbPicture, channel: number | null, share: number): number {
  const counts = new Uint32Array(256);
  for (let i = channel ?? 0; i < picture.data.length; i += channel === null ? 1 : 3)
    counts[picture.data[i] as number] = (counts[picture.data[i] as number] as number) + 1;
  const all = channel === null ? picture.data.length : picture.data.length / 3;
  let seen = 0;
  for (let v = 0; v < 256; v++) {
    seen += counts[v] as number;
    if (seen > share * all) return v / 255;
  }
  return 1;
}

function stretched(picture: RgbPicture, channel: number | null, clip: number): (value: number) => number {
  const low = percentile(picture, channel, clip);
  const high = Math.max(low + 0.05, percentile(picture, channel, 1 - clip));
  return (value) => (value - low) / (high - low);
}

const curvesPerChannel: Change = (picture, random) =>
  curved(picture, bentCurve(random, 0.12), bentCurve(random, 0.12), bentCurve(random, 0.12));

const masterCurve: Change = (picture, random) => curved(picture, bentCurve(random, 0.18));

const autoLevels: Change = (picture, random) => {
  const clip = between(random, 0.001, 0.02);
  return curved(picture, ...([0, 1, 2].map((c) => stretched(picture, c, clip)) as [() => number]));
};

const autoContrast: Change = (picture, random) =>
  curved(picture, stretched(picture, null, between(random, 0.002, 0.03)));

const equalised: Change = (picture, random) => {
  const share = between(random, 0.5, 1);
  const counts = new Float64Array(256);
  const luma = planeOf(picture, lumaOf);
  for (const value of luma.data) counts[Math.round(255 * value)] = (counts[Math.round(255 * value)] as number) + 1;
  let seen = 0;
  const table = counts.map((count) => (seen += count) / luma.data.length);
  for (let i = 0; i < luma.data.length; i++) {
    const value = luma.data[i] as number;
    luma.data[i] = mix(value, table[Math.round(255 * value)] as number, share);
  }
  return withLuma(picture, luma);
};

/** Stops up or down in linear light; highlights clip. */
const exposed: Change = (picture, random) => {
  const gain = 2 ** (between(random, 0.4, 1.3) * (random.uniform() < 0.5 ? -1 : 1));
  return mapLight(picture, (pixel) => {
    pixel.r *= gain;
    pixel.g *= gain;
    pixel.b *= gain;
  });
};

const steepS: Change = (picture, random) => {
  const strength = between(random, 4, 9);
  const at = (v: number): number => 1 / (1 + Math.exp(-strength * (v - 0.5)));
  return curved(picture, (v) => (at(v) - at(0)) / (at(1) - at(0)));
};

/** Black becomes grey, white becomes paper: the matte look. */
export const faded: Change = (picture, random) => {
  const lift = between(random, 0.06, 0.2);
  const top = between(random, 0.85, 0.97);
  return curved(picture, (v) => lift + (top - lift) * v);
};

const strongGamma: Change = (picture, random) => {
  const gamma = random.uniform() < 0.5 ? between(random, 0.4, 0.65) : between(random, 1.5, 2.4);
  return curved(picture, (v) => v ** gamma);
};

/** All below a black and above a white of its own is clipped. */
export const crushed: Change = (picture, random) => {
  const low = between(random, 0.08, 0.22);
  const high = between(random, 0.8, 0.95);
  return curved(picture, (v) => (v - low) / (high - low));
};

export const TONES: Readonly<Record<string, Change>> = {
  'curves per channel': curvesPerChannel,
  'one bent curve': masterCurve,
  'automatic levels': autoLevels,
  'automatic contrast': autoContrast,
  'histogram equalised': equalised,
  'exposure in light': exposed,
  'steep contrast': steepS,
  faded,
  'strong gamma': strongGamma,
  'blacks and whites crushed': crushed,
};
