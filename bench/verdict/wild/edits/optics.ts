/** Lenses that bend and darken at once, and sharpness that goes with the place. */
import { type Plane, plane } from '@assay/core/raster';
import type { RgbPicture } from '../../../retrieval/rgbPicture.ts';
import type { Random } from '../../random.ts';
import { byCv, warped } from '../openCv.ts';
import { between, either, mapLight, mapPixels, mix, offCentre, ramp } from '../pixels.ts';
import { type Change, inPlace, steps, type WildEdit } from '../wildEdit.ts';

/** Read along the ray at half the field of view `reach`, radians in the corner, by r' = f(angle), and scaled to the picture. */
const seenThrough =
  (project: (angle: number) => number, low: number, high: number): WildEdit =>
  (picture, random) => {
    const reach = between(random, low, high);
    const [cx, cy] = [picture.width / 2, picture.height / 2];
    const corner = Math.hypot(cx, cy);
    const full = project(reach);
    return warped(picture, picture.width, picture.height, (x, y) => {
      const [dx, dy] = [(x - cx) / corner, (y - cy) / corner];
      const radius = Math.hypot(dx, dy);
      if (radius === 0) return [cx, cy];
      // The projected radius of this place, its angle by bisection, and where a plain lens has that angle.
      let [near, far] = [0, reach];
      for (let k = 0; k < 24; k++) {
        const middle = (near + far) / 2;
        if (project(middle) < radius * full) near = middle;
        else far = middle;
      }
      const factor = (0.98 * Math.tan(near)) / Math.tan(reach) / radius;
      return [cx + dx * factor * corner, cy + dy * factor * corner];
    });
  };

/** Light falls with the fourth power of the cosine of the angle. */
const cosineFall = (low: number, high: number): WildEdit =>
  inPlace((picture, random) => {
    const tangent = Math.tan(between(random, low, high));
    return mapLight(picture, (pixel, x, y) => {
      const gain = 1 / (1 + (tangent * offCentre(picture, x, y)) ** 2) ** 2;
      pixel.r *= gain;
      pixel.g *= gain;
      pixel.b *= gain;
    });
  });

/** The tube of the lens shades the corners: a soft rim of a disc. */
const shadedCorners: WildEdit = inPlace((picture, random) => {
  const [from, depth] = [between(random, 0.6, 0.8), between(random, 0.4, 0.8)];
  return mapPixels(picture, (pixel, x, y) => {
    const gain = 1 - depth * ramp(from, 1.02, offCentre(picture, x, y));
    pixel.r *= gain;
    pixel.g *= gain;
    pixel.b *= gain;
  });
});

export const DARKENING_LENSES: Readonly<Record<string, WildEdit>> = {
  'fisheye, light falls off': steps(
    seenThrough((angle) => angle, 0.5, 0.8),
    cosineFall(0.6, 0.9),
  ),
  'stereographic, shaded corners': steps(
    seenThrough((angle) => 2 * Math.tan(angle / 2), 0.6, 0.9),
    shadedCorners,
  ),
};

const blurred = (picture: RgbPicture, sigma: number): Promise<RgbPicture> =>
  byCv(picture, (cv, from, to) => cv.GaussianBlur(from, to, new cv.Size(0, 0), sigma));

/** Between copies blurred more and more, by a depth of 0..1 a place. */
async function blurredBy(
  picture: RgbPicture,
  sigma: number,
  depthAt: (x: number, y: number) => number,
): Promise<RgbPicture> {
  const copies = [picture, ...(await Promise.all([0.35, 0.65, 1].map((part) => blurred(picture, part * sigma))))];
  return mapPixels(picture, (pixel, x, y) => {
    const at = Math.min(2.999, 3 * depthAt(x, y));
    const [below, above] = [copies[Math.floor(at)] as RgbPicture, copies[Math.floor(at) + 1] as RgbPicture];
    const i = 3 * (y * picture.width + x);
    const value = (c: number): number => mix(below.data[i + c] as number, above.data[i + c] as number, at % 1) / 255;
    pixel.r = value(0);
    pixel.g = value(1);
    pixel.b = value(2);
  });
}

/** The plane of focus stands aslant: sharp on one side, soft on the other. */
const aslantFocus: Change = (picture, random: Random) => {
  const turn = 2 * Math.PI * random.uniform();
  const [dx, dy, start] = [Math.cos(turn), Math.sin(turn), between(random, -0.4, 0.3)];
  return blurredBy(picture, between(random, 1.5, 4), (x, y) =>
    ramp(start, 1.1, dx * ((2 * x) / picture.width - 1) + dy * ((2 * y) / picture.height - 1)),
  );
};

/** A poor lens: soft towards the corners. */
const softCorners: Change = (picture, random) => {
  const start = between(random, 0.15, 0.5);
  return blurredBy(picture, between(random, 1.5, 4), (x, y) => ramp(start, 1, offCentre(picture, x, y)));
};

/** The zoom was turned while the shutter was open: every place smeared along its ray. */
const zoomed: Change = (picture, random) => {
  const stretch = between(random, 0.01, 0.04) * either(random);
  const [cx, cy] = [picture.width / 2, picture.height / 2];
  const STEPS = 9;
  const sums: readonly [Plane, Plane, Plane] = [0, 1, 2].map(() => plane(picture.width, picture.height)) as never;
  for (let k = 0; k < STEPS; k++) {
    const factor = 1 + (stretch * k) / (STEPS - 1) - Math.max(0, stretch);
    for (let y = 0, i = 0; y < picture.height; y++)
      for (let x = 0; x < picture.width; x++, i++) {
        const u = Math.min(picture.width - 1, Math.max(0, Math.round(cx + (x - cx) * factor)));
        const v = Math.min(picture.height - 1, Math.max(0, Math.round(cy + (y - cy) * factor)));
        for (let c = 0; c < 3; c++)
          (sums[c] as Plane).data[i] =
            ((sums[c] as Plane).data[i] as number) + (picture.data[3 * (v * picture.width + u) + c] as number);
      }
  }
  return mapPixels(picture, (pixel, x, y) => {
    const i = y * picture.width + x;
    pixel.r = (sums[0].data[i] as number) / STEPS / 255;
    pixel.g = (sums[1].data[i] as number) / STEPS / 255;
    pixel.b = (sums[2].data[i] as number) / STEPS / 255;
  });
};

export const FOCUS_FIELDS: Readonly<Record<string, Change>> = {
  'focus aslant': aslantFocus,
  'soft corners': softCorners,
  'zoom turned': zoomed,
};
