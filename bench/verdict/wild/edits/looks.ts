/** The looks of photo applications: what varies smoothly over the picture or works on its neighbourhoods. */
import { plane, type Plane } from '@assay/core/raster';
import { fractalNoise } from '@assay/core/scene/noise';
import type { RgbPicture } from '../../../retrieval/rgbPicture.ts';
import type { Random } from '../../random.ts';
import { byCv } from '../openCv.ts';
import {
  between,
  bilinear,
  lumaOf,
  mapLight,
  mapPixels,
  mix,
  offCentre,
  planeOf,
  ramp,
  shortSide,
  softened,
  unit,
  withLuma,
} from '../pixels.ts';
import type { Change } from '../wildEdit.ts';
import { faded } from './tones.ts';

/** Light falls off towards the corners, or a dark mask is laid there. */
export const vignetted =
  (low: number, high: number): Change =>
  (picture, random) => {
    const depth = between(random, low, high);
    const start = between(random, 0.2, 0.5);
    return mapLight(picture, (pixel, x, y) => {
      const gain = 1 - depth * ramp(start, 1.05, offCentre(picture, x, y));
      pixel.r *= gain;
      pixel.g *= gain;
      pixel.b *= gain;
    });
  };

/** Film grain: noise of the size of `sigma` pixels, strongest in the middle tones. */
export const grainy =
  (low: number, high: number): Change =>
  (picture, random) => {
    const strength = between(random, low, high);
    const noise = plane(picture.width, picture.height);
    for (let i = 0; i < noise.data.length; i++) noise.data[i] = random.normal();
    const sigma = between(random, 0.4, 1.1);
    const soft = softened(noise, sigma);
    // A blur of white noise keeps 1 / (2 sqrt(pi) sigma) of its deviation.
    const gain = strength * Math.max(1, 2 * Math.sqrt(Math.PI) * sigma);
    return mapPixels(picture, (pixel, x, y) => {
      const level = lumaOf(pixel);
      const add = gain * (soft.data[y * soft.width + x] as number) * (0.35 + 2.6 * level * (1 - level));
      pixel.r += add;
      pixel.g += add;
      pixel.b += add;
    });
  };

const vintage: Change = async (picture, random) => {
  const matte = await faded(picture, random);
  const warmth = between(random, 0.03, 0.1);
  const warm = mapPixels(matte, (pixel) => {
    const y = lumaOf(pixel);
    pixel.r = mix(pixel.r, y, 0.25) + warmth;
    pixel.g = mix(pixel.g, y, 0.25) + warmth / 3;
    pixel.b = mix(pixel.b, y, 0.25) - warmth;
  });
  return grainy(0.02, 0.06)(await vignetted(0.3, 0.6)(warm, random), random);
};

/** Two or three soft coloured lights over the film, screened. */
const lightLeak: Change = (picture, random) => {
  const leaks = Array.from({ length: 2 + random.below(2) }, () => ({
    x: random.uniform() < 0.5 ? between(random, -0.1, 0.15) : between(random, 0.85, 1.1),
    y: random.uniform(),
    size: between(random, 0.2, 0.5),
    strength: between(random, 0.15, 0.45),
    green: between(random, 0.1, 0.6),
  }));
  return mapPixels(picture, (pixel, x, y) => {
    for (const leak of leaks) {
      const far = Math.hypot(x / picture.width - leak.x, y / picture.height - leak.y) / leak.size;
      const light = leak.strength * Math.exp(-far * far);
      pixel.r = 1 - (1 - pixel.r) * (1 - light);
      pixel.g = 1 - (1 - pixel.g) * (1 - light * leak.green);
      pixel.b = 1 - (1 - pixel.b) * (1 - 0.15 * light);
    }
  });
};

/** Contrast against a wide neighbourhood, with the halos that it brings. */
const clarity: Change = (picture, random) => {
  const strength = between(random, 0.3, 0.9);
  const luma = planeOf(picture, lumaOf);
  const soft = softened(luma, between(random, 0.02, 0.07) * shortSide(picture));
  for (let i = 0; i < luma.data.length; i++) {
    const value = luma.data[i] as number;
    const middle = 1 - Math.abs(2 * value - 1) ** 2;
    luma.data[i] = value + strength * (0.3 + 0.7 * middle) * (value - (soft.data[i] as number));
  }
  return withLuma(picture, luma);
};

/** He, Sun, Tang 2010: the picture guides its own smoothing, so edges stay. */
export function guidedBase(luma: Plane, sigma: number, edge: number): Plane {
  const mean = softened(luma, sigma);
  const square = softened(
    plane(
      luma.width,
      luma.height,
      luma.data.map((v) => v * v),
    ),
    sigma,
  );
  const a = plane(luma.width, luma.height);
  const b = plane(luma.width, luma.height);
  for (let i = 0; i < a.data.length; i++) {
    const m = mean.data[i] as number;
    const variance = Math.max(0, (square.data[i] as number) - m * m);
    a.data[i] = variance / (variance + edge * edge);
    b.data[i] = (1 - (a.data[i] as number)) * m;
  }
  const [softA, softB] = [softened(a, sigma), softened(b, sigma)];
  return plane(
    luma.width,
    luma.height,
    luma.data.map((v, i) => (softA.data[i] as number) * v + (softB.data[i] as number)),
  );
}

/** The base's range is compressed, the detail is raised: tone mapping of one exposure (Durand, Dorsey 2002). */
const toneMapped =
  (baseOf: (log: Plane, picture: RgbPicture, random: Random) => Plane): Change =>
  (picture, random) => {
    const log = planeOf(picture, (pixel) => Math.log(0.02 + lumaOf(pixel)));
    const base = baseOf(log, picture, random);
    const compression = between(random, 0.4, 0.7);
    const detail = between(random, 1.2, 1.9);
    const middle = base.data.reduce((sum, value) => sum + value, 0) / base.data.length;
    return mapPixels(picture, (pixel, x, y) => {
      const i = y * picture.width + x;
      const at = base.data[i] as number;
      const target = Math.exp(mix(middle, at, compression) + detail * ((log.data[i] as number) - at)) - 0.02;
      const gain = Math.max(0, target) / (0.02 + lumaOf(pixel));
      pixel.r *= gain;
      pixel.g *= gain;
      pixel.b *= gain;
    });
  };

/** Contrast limited adaptive histogram equalisation of luma, or of every channel alone. */
const clahe =
  (perChannel: boolean): Change =>
  (picture, random) => {
    const clip = between(random, 1.5, 5);
    const tiles = 4 + random.below(9);
    return byCv(picture, (cv, from, to, own) => {
      const filter = own(new cv.CLAHE(clip, new cv.Size(tiles, tiles)));
      const channel = own(new cv.Mat(from.rows, from.cols, cv.CV_8UC1));
      const changed = own(new cv.Mat());
      const work = own(new cv.Mat());
      cv.cvtColor(from, work, cv.COLOR_LRGB2Lab);
      const target = perChannel ? from : work;
      for (let c = 0; c < (perChannel ? 3 : 1); c++) {
        // Views of the heap are made anew: a call may have moved it, and each look at `data` makes another view.
        const [plain, all] = [channel.data, target.data];
        for (let i = 0; i < plain.length; i++) plain[i] = all[3 * i + c] as number;
        filter.apply(channel, changed);
        const [after, back] = [changed.data, target.data];
        for (let i = 0; i < after.length; i++) back[3 * i + c] = after[i] as number;
      }
      if (perChannel) cv.addWeighted(from, 1, from, 0, 0, to);
      else cv.cvtColor(work, to, cv.COLOR_Lab2LRGB);
    });
  };

/** Veil off: the darkest channel of a neighbourhood is taken for haze and subtracted (He, Sun, Tang 2009, simplified). */
const dehazed: Change = (picture, random) => {
  const dark = planeOf(picture, ({ r, g, b }) => Math.min(r, g, b));
  const veil = guidedBase(dark, 0.03 * shortSide(picture), 0.1);
  const strength = between(random, 0.5, 0.9);
  return mapPixels(picture, (pixel, x, y) => {
    const haze = strength * unit(veil.data[y * picture.width + x] as number);
    const clear = Math.max(0.25, 1 - haze);
    pixel.r = (pixel.r - haze * 0.95) / clear;
    pixel.g = (pixel.g - haze * 0.95) / clear;
    pixel.b = (pixel.b - haze * 0.95) / clear;
  });
};

/** A soft copy screened over the picture: Orton's glow. */
const glowing: Change = (picture, random) => {
  const sigma = between(random, 0.01, 0.03) * shortSide(picture);
  const soft = (['r', 'g', 'b'] as const).map((channel) =>
    softened(
      planeOf(picture, (pixel) => pixel[channel]),
      sigma,
    ),
  );
  const share = between(random, 0.25, 0.6);
  return mapPixels(picture, (pixel, x, y) => {
    const at = (c: number): number => (soft[c] as Plane).data[y * picture.width + x] as number;
    pixel.r = mix(pixel.r, 1 - (1 - pixel.r) * (1 - at(0)), share);
    pixel.g = mix(pixel.g, 1 - (1 - pixel.g) * (1 - at(1)), share);
    pixel.b = mix(pixel.b, 1 - (1 - pixel.b) * (1 - at(2)), share);
  });
};

/** A graduated filter: darker, and bluer or warmer, from one side on. */
const graduated: Change = (picture, random) => {
  const stops = between(random, 0.5, 1.4);
  const turn = 2 * Math.PI * random.uniform();
  const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
  const blue = between(random, -0.25, 0.25);
  return mapLight(picture, (pixel, x, y) => {
    const along = dx * ((2 * x) / picture.width - 1) + dy * ((2 * y) / picture.height - 1);
    const share = ramp(-0.4, 0.7, along);
    const gain = 2 ** (-stops * share);
    pixel.r *= gain * (1 - blue * share);
    pixel.g *= gain;
    pixel.b *= gain * (1 + blue * share);
  });
};

/** Old paper or dust of an application's texture, multiplied or screened at low opacity. */
const textured: Change = (picture, random) => {
  const strength = between(random, 0.06, 0.18);
  const seed = random.below(1 << 30);
  const small = plane(192, 192);
  for (let y = 0, i = 0; y < 192; y++)
    for (let x = 0; x < 192; x++, i++) small.data[i] = fractalNoise(x / 24, y / 24, seed, 5, 0.7);
  return mapPixels(picture, (pixel, x, y) => {
    const paper = bilinear(small, (x / picture.width) * 191, (y / picture.height) * 191);
    const gain = 1 + strength * Math.max(-2, Math.min(2, 2 * paper));
    pixel.r *= gain;
    pixel.g *= gain;
    pixel.b *= gain;
  });
};

export const LOOKS: Readonly<Record<string, Change>> = {
  'vintage: faded, vignette, grain': vintage,
  vignette: vignetted(0.35, 0.75),
  grain: grainy(0.03, 0.09),
  'light leak': lightLeak,
  clarity,
  'HDR with halos': toneMapped((log, picture, random) =>
    softened(log, between(random, 0.02, 0.05) * shortSide(picture)),
  ),
  'HDR, edges kept': toneMapped((log, picture, random) =>
    guidedBase(log, between(random, 0.02, 0.05) * shortSide(picture), 0.35),
  ),
  'local contrast (CLAHE), luma': clahe(false),
  'local contrast (CLAHE), channels': clahe(true),
  dehazed,
  glow: glowing,
  'graduated filter': graduated,
  'paper texture': textured,
};
