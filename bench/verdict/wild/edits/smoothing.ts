/** Noise taken away, and blur of the whole picture. */
import { type Plane, plane } from '@assay/core/raster';
import type { RgbPicture } from '../../../retrieval/rgbPicture.ts';
import { nonLocalMeans } from '../../../robustness/attacks/nonLocalMeans.ts';
import { byCv, convolved, loadWildCv } from '../openCv.ts';
import {
  between,
  bilinear,
  lumaOf,
  mapLight,
  mapPixels,
  mix,
  planeOf,
  ramp,
  shortSide,
  softened,
  withLuma,
} from '../pixels.ts';
import type { Change } from '../wildEdit.ts';
import { guidedBase } from './looks.ts';

const median =
  (side: number): Change =>
  (picture) =>
    byCv(picture, (cv, from, to) => cv.medianBlur(from, to, side));

const bilateral: Change = (picture, random) => {
  const [colour, space] = [between(random, 25, 70), between(random, 2.5, 6)];
  return byCv(picture, (cv, from, to) => cv.bilateralFilter(from, to, 9, colour, space));
};

/**
 * Rudin, Osher, Fatemi 1992 on luma: the nearest picture of little total variation, by the dual steps of Chambolle 2004.
 * @param weight of the variation, in [0, 1]
 */
function lessVariation({ width, height, data }: Plane, weight: number): Plane {
  const [px, py] = [new Float32Array(data.length), new Float32Array(data.length)];
  const out = plane(width, height, Float32Array.from(data));
  const divergence = (x: number, y: number, i: number): number =>
    (px[i] as number) -
    (x > 0 ? (px[i - 1] as number) : 0) +
    (py[i] as number) -
    (y > 0 ? (py[i - width] as number) : 0);
  for (let round = 0; round < 24; round++) {
    for (let y = 0, i = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++) {
        const here = out.data[i] as number;
        const gx = (px[i] as number) + (0.24 / weight) * (x + 1 < width ? (out.data[i + 1] as number) - here : 0);
        const gy = (py[i] as number) + (0.24 / weight) * (y + 1 < height ? (out.data[i + width] as number) - here : 0);
        const scale = Math.max(1, Math.hypot(gx, gy));
        px[i] = gx / scale;
        py[i] = gy / scale;
      }
    for (let y = 0, i = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++) out.data[i] = (data[i] as number) + weight * divergence(x, y, i);
  }
  return out;
}

const totalVariation: Change = (picture, random) =>
  withLuma(picture, lessVariation(planeOf(picture, lumaOf), between(random, 0.03, 0.1)));

/** Colour noise only: luma stays, colour differences are blurred. */
const smoothColour: Change = (picture, random) => {
  const sigma = between(random, 2, 6);
  const red = softened(
    planeOf(picture, (pixel) => pixel.r - lumaOf(pixel)),
    sigma,
  );
  const blue = softened(
    planeOf(picture, (pixel) => pixel.b - lumaOf(pixel)),
    sigma,
  );
  return mapPixels(picture, (pixel, x, y) => {
    const i = y * picture.width + x;
    const level = lumaOf(pixel);
    pixel.r = level + (red.data[i] as number);
    pixel.b = level + (blue.data[i] as number);
    pixel.g = (level - 0.299 * pixel.r - 0.114 * pixel.b) / 0.587;
  });
};

/** The "beauty" filter: smooth areas become smoother, edges stay. */
const beautified: Change = (picture, random) => {
  const luma = planeOf(picture, lumaOf);
  const smooth = guidedBase(luma, between(random, 0.008, 0.02) * shortSide(picture), between(random, 0.05, 0.1));
  const lift = between(random, 0, 0.06);
  for (let i = 0; i < smooth.data.length; i++) smooth.data[i] = lift + (1 - lift) * (smooth.data[i] as number);
  return withLuma(picture, smooth);
};

/** Kuwahara 1976: every pixel takes the mean of the calmest of its four corners; the look of oil paint. */
const painted: Change = (picture, random) => {
  const radius = 2 + random.below(2);
  const luma = planeOf(picture, lumaOf);
  const soft = (['r', 'g', 'b'] as const).map((c) =>
    softened(
      planeOf(picture, (pixel) => pixel[c]),
      radius / 2,
    ),
  );
  const mean = softened(luma, radius / 2);
  const square = softened(
    plane(
      luma.width,
      luma.height,
      luma.data.map((v) => v * v),
    ),
    radius / 2,
  );
  const { width, height } = picture;
  const within = (v: number, length: number): number => Math.min(length - 1, Math.max(0, v));
  return mapPixels(picture, (pixel, x, y) => {
    let least = Number.POSITIVE_INFINITY;
    let best = 0;
    for (const [dx, dy] of [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ] as const) {
      const i = within(y + dy * radius, height) * width + within(x + dx * radius, width);
      const variance = (square.data[i] as number) - (mean.data[i] as number) ** 2;
      if (variance < least) [least, best] = [variance, i];
    }
    pixel.r = (soft[0] as Plane).data[best] as number;
    pixel.g = (soft[1] as Plane).data[best] as number;
    pixel.b = (soft[2] as Plane).data[best] as number;
  });
};

export const DENOISING: Readonly<Record<string, Change>> = {
  'median of 3': median(3),
  'median of 5': median(5),
  bilateral,
  'non-local means': async (picture) => nonLocalMeans((await loadWildCv()).cv, picture),
  'total variation': totalVariation,
  'colour noise smoothed': smoothColour,
  beautified,
  'oil paint': painted,
};

/** Weights of a kernel of odd side around its middle, summing to 1. */
function kernelOf(radius: number, weight: (x: number, y: number) => number): Float32Array {
  const side = 2 * radius + 1;
  const kernel = Float32Array.from({ length: side * side }, (_, i) =>
    Math.max(0, weight((i % side) - radius, Math.floor(i / side) - radius)),
  );
  const sum = kernel.reduce((total, value) => total + value, 0);
  return kernel.map((value) => value / sum);
}

/** Out of focus: a disc of light for every point. The kernel works on the samples of a gamma near 1, close to light. */
const disc: Change = async (picture, random) => {
  const radius = between(random, 1.2, 4);
  const reach = Math.ceil(radius + 1);
  return inSquares(picture, (bright) =>
    convolved(
      bright,
      kernelOf(reach, (x, y) => Math.min(1, radius + 0.5 - Math.hypot(x, y))),
    ),
  );
};

/** The camera moved while it looked. */
const motion: Change = async (picture, random) => {
  const length = between(random, 3, 10);
  const angle = Math.PI * random.uniform();
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const kernel = kernelOf(Math.ceil(length / 2) + 1, (x, y) => {
    const along = Math.abs(x * dx + y * dy);
    const aside = Math.abs(x * dy - y * dx);
    return Math.min(1, length / 2 + 0.5 - along) * Math.max(0, 1 - aside);
  });
  return inSquares(picture, (bright) => convolved(bright, kernel));
};

/** Squares of the samples are near to light: highlights spread as they do in a lens, and 8 bits suffice. */
async function inSquares(
  picture: RgbPicture,
  change: (bright: RgbPicture) => Promise<RgbPicture>,
): Promise<RgbPicture> {
  const root = (share: number) => (from: RgbPicture) =>
    mapPixels(from, (pixel) => {
      pixel.r **= share;
      pixel.g **= share;
      pixel.b **= share;
    });
  return root(1 / 1.5)(await change(root(1.5)(picture)));
}

const gaussian: Change = (picture, random) => {
  const sigma = between(random, 1, 3);
  return byCv(picture, (cv, from, to) => cv.GaussianBlur(from, to, new cv.Size(0, 0), sigma));
};

/** Sharp along a line, blurred more and more beside it: the toy-town look. */
const tiltShift: Change = async (picture, random) => {
  const sigma = between(random, 1.5, 4);
  const [line, width] = [between(random, 0.4, 0.65), between(random, 0.1, 0.2)];
  const soft = await byCv(picture, (cv, from, to) => cv.GaussianBlur(from, to, new cv.Size(0, 0), sigma));
  return mapPixels(picture, (pixel, x, y) => {
    const share = ramp(width, 0.45, Math.abs(y / picture.height - line));
    const i = 3 * (y * picture.width + x);
    pixel.r = mix(pixel.r, (soft.data[i] as number) / 255, share);
    pixel.g = mix(pixel.g, (soft.data[i + 1] as number) / 255, share);
    pixel.b = mix(pixel.b, (soft.data[i + 2] as number) / 255, share);
  });
};

/** A shaken camera with a soft lens: two ghosts of the picture a few pixels apart, in light. */
const ghosted: Change = (picture, random) => {
  const [dx, dy] = [between(random, 1, 4), between(random, -2, 2)];
  const share = between(random, 0.25, 0.45);
  const light = (['r', 'g', 'b'] as const).map((c) => planeOf(picture, (pixel) => pixel[c] ** 2.2));
  return mapLight(picture, (pixel, x, y) => {
    pixel.r = mix(pixel.r, bilinear(light[0] as Plane, x + dx, y + dy), share);
    pixel.g = mix(pixel.g, bilinear(light[1] as Plane, x + dx, y + dy), share);
    pixel.b = mix(pixel.b, bilinear(light[2] as Plane, x + dx, y + dy), share);
  });
};

export const BLURS: Readonly<Record<string, Change>> = {
  'out of focus': disc,
  'camera moved': motion,
  'Gaussian blur': gaussian,
  'tilt and shift': tiltShift,
  'ghost of a shake': ghosted,
};
