/** Lenses, panoramas, and lines of pixels taken out. */
import { type RgbPicture, rgbPicture } from '../../../retrieval/rgbPicture.ts';
import type { Random } from '../../random.ts';
import { warped } from '../openCv.ts';
import { between, byte, lumaOf, offCentre, oneOf, planeOf, bilinear, mapPixels, shortSide } from '../pixels.ts';
import { inPlace, type Seen, steps, type Where, type WildEdit } from '../wildEdit.ts';

/** r -> r (1 + k r^2), r = 1 in the corners, scaled so that no border shows (Brown 1966, one term). */
const radial = (picture: RgbPicture, k: number): Where => {
  const [cx, cy] = [picture.width / 2, picture.height / 2];
  const corner = Math.hypot(cx, cy);
  const nearest = Math.min(cx, cy) / corner;
  // Outwards bending is largest in the corners, inwards in the middle of the nearest side.
  const zoom = 1 / (1 + Math.max(k, k * nearest * nearest));
  return (x, y) => {
    const [dx, dy] = [x - cx, y - cy];
    const factor = zoom * (1 + k * ((dx * dx + dy * dy) / (corner * corner)));
    return [cx + dx * factor, cy + dy * factor];
  };
};

const lens =
  (low: number, high: number): WildEdit =>
  (picture, random) =>
    warped(picture, picture.width, picture.height, radial(picture, between(random, low, high)));

/** Bent, then straightened by a profile that does not quite fit: resampled twice. */
const corrected: WildEdit = (picture, random) => {
  const k = between(random, 0.04, 0.12);
  return steps(
    (from) => warped(from, from.width, from.height, radial(from, k)),
    (from) => warped(from, from.width, from.height, radial(from, -k * between(random, 0.8, 1))),
  )(picture, random);
};

/** Red and blue are imaged larger or smaller than green; the shift grows to the corners. */
const chromatic: WildEdit = inPlace((picture, random) => {
  const shift = (between(random, 0.8, 3) * oneOf(random, [-1, 1])) / Math.hypot(picture.width / 2, picture.height / 2);
  const [red, blue] = [planeOf(picture, ({ r }) => r), planeOf(picture, ({ b }) => b)];
  const [cx, cy] = [(picture.width - 1) / 2, (picture.height - 1) / 2];
  return mapPixels(picture, (pixel, x, y) => {
    pixel.r = bilinear(red, cx + (x - cx) * (1 + shift), cy + (y - cy) * (1 + shift));
    pixel.b = bilinear(blue, cx + (x - cx) * (1 - shift), cy + (y - cy) * (1 - shift));
  });
});

/** A strip of a panorama on a cylinder: columns near the sides are squeezed and bent. */
const cylindrical: WildEdit = (picture, random) => {
  const focal = picture.width / between(random, 0.7, 1.3);
  const [cx, cy] = [picture.width / 2, picture.height / 2];
  const reach = focal * Math.atan(cx / focal);
  const width = Math.floor(2 * reach);
  const height = Math.floor(picture.height * Math.cos(reach / focal));
  return warped(picture, width, height, (x, y) => {
    const angle = (x - width / 2) / focal;
    return [cx + focal * Math.tan(angle), cy + (y - height / 2) / Math.cos(angle)];
  });
};

/** Falling lines set upright, or the document mode of a camera: a perspective without a screen. */
const keystone: WildEdit = (picture, random) => {
  const pull = between(random, 0.08, 0.25) * oneOf(random, [-1, 1]);
  const isUpright = random.uniform() < 0.7;
  const [cx, cy] = [picture.width / 2, picture.height / 2];
  return warped(picture, picture.width, picture.height, (x, y) => {
    const [u, v] = [(x - cx) / cx, (y - cy) / cy];
    const depth = (1 + pull * (isUpright ? v : u)) / (1 + Math.abs(pull));
    return [cx + u * cx * depth * 0.98, cy + v * cy * depth * 0.98];
  });
};

/** A hand-held scan or a rolling shutter: a shear that sways. */
const swaying: WildEdit = (picture, random) => {
  const reach = between(random, 0.003, 0.01) * picture.width;
  const [turns, phase] = [between(random, 0.5, 2.5), 2 * Math.PI * random.uniform()];
  const shear = between(random, -0.02, 0.02);
  return warped(picture, Math.floor(picture.width - 2 * reach - 0.04 * picture.height), picture.height, (x, y) => [
    x +
      reach +
      0.02 * picture.height +
      shear * (y - picture.height / 2) +
      reach * Math.sin((2 * Math.PI * turns * y) / picture.height + phase),
    y,
  ]);
};

/** Keeps of every row the columns that `kept` names. */
function withColumns(picture: RgbPicture, kept: readonly Uint32Array[]): Seen {
  const width = (kept[0] as Uint32Array).length;
  const out = rgbPicture(width, picture.height);
  for (let y = 0; y < picture.height; y++)
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * picture.width + ((kept[y] as Uint32Array)[x] as number));
      out.data.set(picture.data.subarray(at, at + 3), 3 * (y * width + x));
    }
  return {
    picture: out,
    from: (x, y) => {
      const column = kept[Math.min(picture.height - 1, Math.floor(y))]?.[Math.min(width - 1, Math.floor(x))];
      return column === undefined ? null : [column + 0.5, y];
    },
  };
}

/** The calmest path from top to bottom (Avidan, Shamir 2007): for each row the column that goes. */
function calmestSeam(energy: Float32Array, width: number, height: number): Uint32Array {
  const cost = Float32Array.from(energy);
  for (let y = 1; y < height; y++)
    for (let x = 0; x < width; x++) {
      const above = (y - 1) * width + x;
      const left = x > 0 ? (cost[above - 1] as number) : Number.POSITIVE_INFINITY;
      const right = x + 1 < width ? (cost[above + 1] as number) : Number.POSITIVE_INFINITY;
      cost[y * width + x] = (cost[y * width + x] as number) + Math.min(left, cost[above] as number, right);
    }
  const seam = new Uint32Array(height);
  let x = cost
    .subarray((height - 1) * width)
    .reduce((best, value, i, row) => (value < (row[best] as number) ? i : best), 0);
  for (let y = height - 1; y >= 0; y--) {
    seam[y] = x;
    if (y === 0) break;
    const row = cost.subarray((y - 1) * width, y * width);
    for (const next of [x - 1, x + 1])
      if (next >= 0 && next < width && (row[next] as number) < (row[x] as number)) x = next;
  }
  return seam;
}

/** At most this many: each seam looks at the whole picture. */
const SEAMS_MOST = 24;

const seamCarved: WildEdit = async (picture, random) => {
  const count = Math.min(SEAMS_MOST, Math.round(picture.width * between(random, 0.02, 0.06)));
  const luma = planeOf(picture, lumaOf);
  let kept = Array.from({ length: picture.height }, () => Uint32Array.from({ length: picture.width }, (_, x) => x));
  for (let k = 0; k < count; k++) {
    const width = picture.width - k;
    const energy = new Float32Array(width * picture.height);
    kept.forEach((row, y) => {
      for (let x = 1; x < width; x++) {
        const base = y * picture.width;
        energy[y * width + x] = Math.abs(
          (luma.data[base + (row[x] as number)] as number) - (luma.data[base + (row[x - 1] as number)] as number),
        );
      }
    });
    const seam = calmestSeam(energy, width, picture.height);
    kept = kept.map((row, y) => row.filter((_, x) => x !== seam[y]));
  }
  return withColumns(picture, kept);
};

/** Whole columns taken out at random places, as a worn scanner or a bad stitch does. */
const columnsOut: WildEdit = async (picture, random) => {
  const gone = new Set(Array.from({ length: 2 + random.below(8) }, () => random.below(picture.width)));
  const row = Uint32Array.from({ length: picture.width }, (_, x) => x).filter((x) => !gone.has(x));
  return withColumns(
    picture,
    Array.from({ length: picture.height }, () => row),
  );
};

/** Two exposures of a panorama meet in a seam: another gain beyond it, over a soft edge. */
const stitched: WildEdit = inPlace((picture: RgbPicture, random: Random) => {
  const at = between(random, 0.3, 0.7) * picture.width;
  const lean = between(random, -0.2, 0.2);
  const soft = between(random, 0.01, 0.06) * shortSide(picture);
  const gains = [0, 1, 2].map(() => between(random, 0.9, 1.1));
  const out = rgbPicture(picture.width, picture.height);
  for (let y = 0, i = 0; y < picture.height; y++)
    for (let x = 0; x < picture.width; x++)
      for (let c = 0; c < 3; c++, i++) {
        const share = 1 / (1 + Math.exp(-(x - at - lean * (y - picture.height / 2)) / soft));
        out.data[i] = byte((picture.data[i] as number) * (1 + ((gains[c] as number) - 1) * share));
      }
  return out;
});

/** Corners darkened and the picture bent: an uncorrected wide lens. */
const wideLens: WildEdit = steps(
  lens(0.06, 0.16),
  inPlace((picture) =>
    mapPixels(picture, (pixel, x, y) => {
      const gain = 1 - 0.35 * offCentre(picture, x, y) ** 4;
      pixel.r *= gain;
      pixel.g *= gain;
      pixel.b *= gain;
    }),
  ),
);

export const BENDING: Readonly<Record<string, WildEdit>> = {
  'barrel distortion': lens(0.04, 0.14),
  'pincushion distortion': lens(-0.1, -0.03),
  'lens corrected': corrected,
  'wide lens, dark corners': wideLens,
  'colour fringes': chromatic,
  'panorama on a cylinder': cylindrical,
  'perspective set upright': keystone,
  'swaying scan': swaying,
  'two gains stitched': stitched,
};

export const REMOVED_LINES: Readonly<Record<string, WildEdit>> = {
  'seams carved out': seamCarved,
  'columns taken out': columnsOut,
};
