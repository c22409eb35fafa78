/** What worn sensors, old videos and broken programs do to the whole picture. */
import { type RgbPicture, rgbPicture } from '../../../retrieval/rgbPicture.ts';
import { drawnOver } from '../drawn.ts';
import { between, byte, curved, mapLight, mapPixels, mix, oneOf, shortSide } from '../pixels.ts';
import { type Change, inPlace, type WildEdit } from '../wildEdit.ts';

/** The second half picture was taken a moment later: its lines are shifted. */
const combed: Change = (picture, random) => {
  const shift = (1 + random.below(3)) * oneOf(random, [-1, 1]);
  const out = rgbPicture(picture.width, picture.height, Uint8Array.from(picture.data));
  for (let y = 1; y < picture.height; y += 2)
    for (let x = 0; x < picture.width; x++) {
      const from = Math.min(picture.width - 1, Math.max(0, x + shift));
      const at = 3 * (y * picture.width + from);
      out.data.set(picture.data.subarray(at, at + 3), 3 * (y * picture.width + x));
    }
  return out;
};

/** Every second line thrown away and filled from its neighbours. */
const oneField: Change = (picture) => {
  const out = rgbPicture(picture.width, picture.height, Uint8Array.from(picture.data));
  const row = 3 * picture.width;
  for (let y = 1; y < picture.height; y += 2)
    for (let i = 0; i < row; i++) {
      const above = picture.data[(y - 1) * row + i] as number;
      const below = picture.data[Math.min(picture.height - 1, y + 1) * row + i] ?? above;
      out.data[y * row + i] = (above + (y + 1 < picture.height ? below : above)) >> 1;
    }
  return out;
};

/** Pixels that always glow, each with the neighbours that interpolation gave it. */
const hotPixels: Change = (picture, random) => {
  const share = between(random, 0.0001, 0.0008);
  const out = rgbPicture(picture.width, picture.height, Uint8Array.from(picture.data));
  const count = Math.ceil(share * picture.width * picture.height);
  for (let k = 0; k < count; k++) {
    const [x, y, c] = [random.below(picture.width), random.below(picture.height), random.below(3)];
    const light = between(random, 80, 255);
    for (const [dx, dy, weight] of [
      [0, 0, 1],
      [1, 0, 0.4],
      [-1, 0, 0.4],
      [0, 1, 0.4],
      [0, -1, 0.4],
    ] as const) {
      if (x + dx < 0 || y + dy < 0 || x + dx >= picture.width || y + dy >= picture.height) continue;
      const i = 3 * ((y + dy) * picture.width + x + dx) + c;
      out.data[i] = byte((out.data[i] as number) + weight * light);
    }
  }
  return out;
};

/** Dust and scratches of a scanned film. */
const scratched: WildEdit = (picture, random) => {
  const side = shortSide(picture);
  const lines = Array.from({ length: 1 + random.below(4) }, () => {
    const x = random.uniform() * picture.width;
    const lean = 0.03 * side * random.normal();
    return `<path d="M${x} 0L${x + lean} ${picture.height}" stroke="#fff" stroke-opacity="${between(random, 0.3, 0.8)}" stroke-width="${between(random, 0.5, 1.5)}"/>`;
  });
  const dust = Array.from({ length: 8 + random.below(40) }, () => {
    const r = between(random, 0.5, 0.006 * side + 0.6);
    return `<circle cx="${random.uniform() * picture.width}" cy="${random.uniform() * picture.height}" r="${r}" fill="#fff" fill-opacity="${between(random, 0.4, 1)}"/>`;
  });
  return drawnOver(picture, lines.join('') + dust.join(''));
};

/** Few levels after a steep edit of 8 bits: bands in the sky. */
const banded: Change = (picture, random) => {
  const levels = 20 + random.below(20);
  const contrast = between(random, 1, 1.3);
  return curved(picture, (v) => Math.round(((v - 0.5) * contrast + 0.5) * levels) / levels);
};

/** High sensitivity: photon noise, and rows that read brighter or darker. */
const highSensitivity: Change = (picture, random) => {
  const gain = between(random, 0.03, 0.09);
  const rows = between(random, 0.002, 0.008);
  let row = -1;
  let shift = 0;
  return mapLight(picture, (pixel, _x, y) => {
    if (y !== row) [row, shift] = [y, rows * random.normal()];
    pixel.r += gain * Math.sqrt(pixel.r + 0.003) * random.normal() + shift;
    pixel.g += 0.8 * gain * Math.sqrt(pixel.g + 0.003) * random.normal() + shift;
    pixel.b += 1.2 * gain * Math.sqrt(pixel.b + 0.003) * random.normal() + shift;
  });
};

const saltAndPepper: Change = (picture, random) => {
  const share = between(random, 0.003, 0.02);
  return mapPixels(picture, (pixel) => {
    if (random.uniform() >= share) return;
    const value = random.uniform() < 0.5 ? 0 : 1;
    [pixel.r, pixel.g, pixel.b] = [value, value, value];
  });
};

/** Half transparent over the squares that editors show for nothing. */
const overSquares: Change = (picture, random) => {
  const alpha = between(random, 0.7, 0.92);
  const side = Math.max(4, Math.round(between(random, 0.015, 0.04) * shortSide(picture)));
  return mapPixels(picture, (pixel, x, y) => {
    const ground = (Math.floor(x / side) + Math.floor(y / side)) % 2 === 0 ? 1 : 0.8;
    pixel.r = mix(ground, pixel.r, alpha);
    pixel.g = mix(ground, pixel.g, alpha);
    pixel.b = mix(ground, pixel.b, alpha);
  });
};

/** Analogue video: colour smeared along the line and shifted, luma soft. */
const tape: Change = (picture: RgbPicture, random) => {
  const [smear, shift] = [between(random, 0.6, 0.85), Math.round(between(random, 1, 4))];
  const noise = between(random, 0.01, 0.03);
  const out = rgbPicture(picture.width, picture.height);
  for (let y = 0; y < picture.height; y++) {
    let [u, v, soft] = [0, 0, -1];
    for (let x = 0; x < picture.width; x++) {
      const i = 3 * (y * picture.width + x);
      const [r, g, b] = [picture.data[i], picture.data[i + 1], picture.data[i + 2]] as unknown as [
        number,
        number,
        number,
      ];
      const level = 0.299 * r + 0.587 * g + 0.114 * b;
      u = mix(b - level, u, smear);
      v = mix(r - level, v, smear);
      soft = soft < 0 ? level : mix(level, soft, 0.3);
      const luma = soft + 255 * noise * random.normal();
      const at = 3 * (y * picture.width + Math.max(0, x - shift));
      out.data[at] = byte(luma + v);
      out.data[at + 1] = byte(luma - (0.299 * v + 0.114 * u) / 0.587);
      out.data[at + 2] = byte(luma + u);
    }
    const last = 3 * (y * picture.width + picture.width - 1 - shift);
    for (let k = 1; k <= shift; k++) out.data.copyWithin(last + 3 * k, last, last + 3);
  }
  return out;
};

export const DEFECTS: Readonly<Record<string, WildEdit>> = {
  'interlaced, combed': inPlace(combed),
  'one field of two': inPlace(oneField),
  'hot pixels': inPlace(hotPixels),
  'dust and scratches': scratched,
  'bands of few levels': inPlace(banded),
  'high sensitivity': inPlace(highSensitivity),
  'salt and pepper': inPlace(saltAndPepper),
  'half transparent over squares': inPlace(overSquares),
  'video tape': inPlace(tape),
};
