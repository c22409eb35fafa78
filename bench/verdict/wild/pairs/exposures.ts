/**
 * Two exposures of one scene, simulated: a photo, reduced until its own noise is gone, is the light; each exposure has its
 * own place of the camera, photon and read noise under a Bayer pattern, demosaicing, denoising, tone and JPEG.
 */
import { type Plane, plane } from '@assay/core/raster';
import { fractalNoise } from '@assay/core/scene/noise';
import { type RgbPicture, rgbPicture } from '../../../retrieval/rgbPicture.ts';
import { inpaint } from '../../edits/inpaint.ts';
import type { Random } from '../../random.ts';
import { jpegAt } from '../edits/codecs.ts';
import { byCv, cubic } from '../openCv.ts';
import { between, bilinear, byteOfLight, planeOf, ramp } from '../pixels.ts';

export interface Pair {
  readonly query: RgbPicture;
  readonly reference: RgbPicture;
}

type Light = readonly [Plane, Plane, Plane];
type Place = (x: number, y: number) => readonly [x: number, y: number];

/** Samples of the sRGB curve as light, near enough by the power 2.2. */
const lightOf = (picture: RgbPicture): Light =>
  (['r', 'g', 'b'] as const).map((channel) => planeOf(picture, (pixel) => pixel[channel] ** 2.2)) as unknown as Light;

/** The hand moved: a shift, a turn, and parallax of a smooth depth with a step where something stands in front. */
function handMoved(random: Random, { width, height }: RgbPicture): Place {
  const [dx, dy] = [2 * random.normal(), 2 * random.normal()];
  const turn = (0.3 * random.normal() * Math.PI) / 180;
  const parallax = between(random, 0, 0.012) * width;
  const seed = random.below(1 << 30);
  return (x, y) => {
    const near = fractalNoise((3 * x) / width, (3 * y) / height, seed, 3, 0.5);
    const depth = y / height + 0.5 * near + ramp(0.1, 0.16, near);
    const [u, v] = [x - width / 2, y - height / 2];
    return [x + dx - turn * v + parallax * depth, y + dy + turn * u];
  };
}

interface Sensor {
  /** Electrons of a full pixel; fewer at a higher sensitivity. */
  readonly fullWell: number;
  readonly exposure: number;
  /** Strength of the denoiser, levels; 0 is none. */
  readonly denoise: number;
  readonly quality: readonly [number, number];
}

/** Electrons of read noise. */
const READ_NOISE = 4;
/** Red, green, green, blue. */
const bayerChannel = (x: number, y: number): 0 | 1 | 2 => (y % 2 === 0 ? (x % 2 === 0 ? 0 : 1) : x % 2 === 0 ? 1 : 2);

/** One channel a pixel, with its noise, in [0, 1]. */
function mosaic(light: Light, place: Place, sensor: Sensor, random: Random): Plane {
  const { width, height } = light[0];
  const out = plane(width, height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const level = sensor.exposure * bilinear(light[bayerChannel(x, y)], ...place(x, y));
      const noise = Math.sqrt(level * sensor.fullWell + READ_NOISE ** 2) / sensor.fullWell;
      out.data[i] = Math.min(1, level + noise * random.normal());
    }
  return out;
}

/** Means of the neighbours of each colour. */
function demosaiced({ width, height, data }: Plane): RgbPicture {
  const out = rgbPicture(width, height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [sums, counts] = [
        [0, 0, 0],
        [0, 0, 0],
      ];
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          const c = bayerChannel(u, v);
          if (c === bayerChannel(x, y) && (u !== x || v !== y)) continue;
          sums[c] = (sums[c] as number) + (data[v * width + u] as number);
          counts[c] = (counts[c] as number) + 1;
        }
      for (let c = 0; c < 3; c++)
        out.data[3 * (y * width + x) + c] = byteOfLight((sums[c] as number) / Math.max(1, counts[c] as number));
    }
  return out;
}

async function exposed(scene: RgbPicture, place: Place, sensor: Sensor, random: Random): Promise<RgbPicture> {
  const raw = demosaiced(mosaic(lightOf(scene), place, sensor, random));
  const calm =
    sensor.denoise > 0 ? await byCv(raw, (cv, from, to) => cv.bilateralFilter(from, to, 5, sensor.denoise, 2)) : raw;
  return jpegAt(...sensor.quality)(calm, random);
}

/** Something of 2 to 8 % of the area has moved on; behind it the ground is filled from around. */
async function somethingMoved(scene: RgbPicture, random: Random): Promise<RgbPicture> {
  const { width, height, data } = scene;
  const radius = Math.sqrt((between(random, 0.02, 0.08) * width * height) / Math.PI);
  const [cx, cy] = [between(random, 0.3, 0.7) * width, between(random, 0.3, 0.7) * height];
  const [dx, dy] = [Math.round(2 * radius * random.normal()), Math.round(0.5 * radius * random.normal())];
  const isObject = (x: number, y: number): boolean => Math.hypot(x - cx, y - cy) < radius;
  const mask = Uint8Array.from(data.subarray(0, width * height), (_, i) =>
    isObject(i % width, Math.floor(i / width)) ? 255 : 0,
  );
  const ground = await inpaint(scene, mask);
  const out = rgbPicture(width, height, Uint8Array.from(ground.data));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!isObject(x, y) || x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue;
      const from = 3 * (y * width + x);
      out.data.set(data.subarray(from, from + 3), 3 * ((y + dy) * width + x + dx));
    }
  return out;
}

/** A photo of more pixels can be reduced further and is still a picture. */
const LARGE_PIXELS = 1e6;

/** @param isTripod nothing but noise, exposure and what moved differs */
export async function twoExposures(photo: RgbPicture, isTripod: boolean, random: Random): Promise<Pair> {
  const factor = photo.width * photo.height > LARGE_PIXELS ? between(random, 2, 4) : 2;
  const scene = await cubic(1 / factor)(photo, random);
  const still: Place = (x, y) => [x, y];
  const sensor: Sensor = {
    fullWell: 2 ** between(random, 9, 12.5),
    exposure: 1,
    denoise: random.uniform() < 0.3 ? 0 : between(random, 5, 30),
    quality: [82, 95],
  };
  const second = { ...sensor, exposure: 2 ** (0.15 * random.normal()) };
  const later = random.uniform() < 0.6 ? await somethingMoved(scene, random) : scene;
  const place = isTripod ? still : handMoved(random, scene);
  return {
    reference: await exposed(scene, still, sensor, random),
    query: await exposed(later, place, second, random),
  };
}
