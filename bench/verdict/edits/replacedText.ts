/** A text of the scene replaced by another: the place is emptied, then lettered in a colour that the scene could have. */
import type { Raster } from '@assay/core/raster';
import { piped, rasterOf } from '../pictures.ts';
import type { Random } from '../random.ts';
import { inpaint } from './inpaint.ts';
import type { Forgery } from './localEdit.ts';

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Width of the place, in units of its height. */
const ASPECT = 3.2;
/** Standard deviation of the noise that a painted ground gets, levels. */
const GROUND_NOISE = 1.5;
/** Green of the ground from which on the letters are dark. */
const BRIGHT = 120;

export const replacedText: Forgery = async (picture, _donor, share, random) => {
  const place = placeOf(picture, share, random);
  const ground = await emptied(picture, place, random);
  const level = median(ground, place, 1) > BRIGHT ? 20 + random.below(40) : 200 + random.below(45);
  const lettered = await rasterOf(
    piped(ground).composite([{ input: letters(place, level, random), left: place.left, top: place.top }]),
  );
  const truth = new Uint8Array(picture.width * picture.height);
  for (const i of pixelsOf(picture, place)) truth[i] = 1;
  return { picture: lettered, truth };
};

function placeOf(picture: Raster, share: number, random: Random): Place {
  const area = share * picture.width * picture.height;
  const width = Math.min(picture.width, Math.round(Math.sqrt(area * ASPECT)));
  const height = Math.max(8, Math.min(picture.height, Math.round(area / width)));
  return {
    width,
    height,
    left: random.below(picture.width - width + 1),
    top: random.below(picture.height - height + 1),
  };
}

function* pixelsOf({ width }: Raster, place: Place): Generator<number> {
  for (let y = place.top; y < place.top + place.height; y++)
    for (let x = place.left; x < place.left + place.width; x++) yield y * width + x;
}

/** The place inpainted, blurred past recognition, or painted in its median colour. */
async function emptied(picture: Raster, place: Place, random: Random): Promise<Raster> {
  const way = random.below(3);
  if (way === 0) {
    const mask = new Uint8Array(picture.width * picture.height);
    for (const i of pixelsOf(picture, place)) mask[i] = 255;
    return { ...picture, data: (await inpaint(picture, mask)).data };
  }
  const soft = way === 1 ? await rasterOf(piped(picture).blur(Math.max(4, place.height / 4))) : null;
  const colour = [0, 1, 2].map((c) => median(picture, place, c));
  const data = new Uint8Array(picture.data);
  for (const i of pixelsOf(picture, place))
    for (let c = 0; c < 3; c++) {
      const value = (soft ? (soft.data[3 * i + c] as number) : (colour[c] as number)) + GROUND_NOISE * random.normal();
      data[3 * i + c] = Math.min(255, Math.max(0, Math.round(value)));
    }
  return { ...picture, data };
}

function median(picture: Raster, place: Place, channel: number): number {
  const values = [...pixelsOf(picture, place)]
    .map((i) => picture.data[3 * i + channel] as number)
    .sort((a, b) => a - b);
  return values[values.length >> 1] as number;
}

function letters({ width, height }: Place, level: number, random: Random): Buffer {
  const word = Array.from({ length: 8 }, () => String.fromCharCode(65 + random.below(26))).join('');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="${width * 0.03}" y="${height * 0.75}" font-family="sans-serif" font-weight="bold" font-size="${height * 0.7}" textLength="${width * 0.94}" lengthAdjust="spacingAndGlyphs" fill="rgb(${level},${level - 5},${level - 10})">${word}</text></svg>`,
  );
}
