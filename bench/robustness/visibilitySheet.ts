/**
 * How visible the marks are where they are seen first: a sheet of crops of drawn sky, wall and skin and of a rendered scene,
 * each at 200 %: as it is, with track C, its difference x 8, with all three tracks, its difference x 8.
 *
 *     npx tsx --conditions=assay-source bench/robustness/visibilitySheet.ts OUT.png [PHOTO LEFT TOP ...]
 *
 * Photos named are shown too, each at the crop whose corner follows it; a sheet for the documents names none.
 */
import { renderScene } from '@assay/core/scene/renderScene';
import { embedTracks } from '@assay/core/watermark/embedTracks';
import sharp from 'sharp';
import { type RgbPicture, readPicture, rgbPicture } from '../retrieval/rgbPicture.ts';
import { BENCH_KEYS } from './benchKeys.ts';
import { benchTracks } from './benchTracks.ts';
import { NumpyRandom, payloadOf } from './attacks/numpyRandom.ts';

interface Crop {
  readonly picture: RgbPicture;
  /** Corner of the crop. */
  readonly left: number;
  readonly top: number;
}

/** Side of a crop, pixels, and how large each is shown. */
const SIDE = 80;
const SHOWN = 2;
const GAIN = 8;
const GAP = 4;

const WIDTH = 768;
const HEIGHT = 512;

/** Octaves of smooth noise, mean 0: `first` knots a side, each further octave twice as many and half as strong. */
function smoothNoise(random: NumpyRandom, first: number, octaves: number): (x: number, y: number) => number {
  const layers = Array.from({ length: octaves }, (_, octave) => {
    const knots = first * 2 ** octave + 2;
    return { knots, values: Float64Array.from({ length: knots * knots }, () => random.normal()) };
  });
  const ease = (t: number): number => t * t * (3 - 2 * t);
  return (x, y) =>
    layers.reduce((sum, { knots, values }, octave) => {
      const [u, v] = [(x / WIDTH) * (knots - 2), (y / WIDTH) * (knots - 2)];
      const [i, j] = [Math.floor(u), Math.floor(v)];
      const [a, b] = [ease(u - i), ease(v - j)];
      const at = (column: number, row: number): number => values[row * knots + column] as number;
      const above = at(i, j) * (1 - a) + at(i + 1, j) * a;
      const below = at(i, j + 1) * (1 - a) + at(i + 1, j + 1) * a;
      return sum + (above * (1 - b) + below * b) / 2 ** octave;
    }, 0);
}

function shaded(grain: number, colour: (x: number, y: number) => readonly [number, number, number]): RgbPicture {
  const random = new NumpyRandom(7);
  const out = rgbPicture(WIDTH, HEIGHT);
  for (let y = 0, at = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, at += 3) {
      const noise = grain * random.normal();
      const values = colour(x, y);
      for (let c = 0; c < 3; c++)
        out.data[at + c] = Math.max(0, Math.min(255, Math.round((values[c] as number) + noise)));
    }
  return out;
}

/** Sky with hardly a cloud, a plastered wall in slanting light, and skin: what shows most. */
function drawnCrops(): Crop[] {
  const clouds = smoothNoise(new NumpyRandom(1), 3, 3);
  const plaster = smoothNoise(new NumpyRandom(2), 90, 2);
  const skin = smoothNoise(new NumpyRandom(3), 4, 7);
  const sky = shaded(0.6, (x, y) => {
    const light = 34 * (y / HEIGHT) + 5 * clouds(x, y);
    return [96 + 1.6 * light, 146 + 1.2 * light, 204 + 0.7 * light];
  });
  const wall = shaded(1.2, (x, y) => {
    const light = 190 - 50 * (x / WIDTH) - 20 * (y / HEIGHT) + 2.5 * plaster(x, y);
    return [light, 0.96 * light, 0.88 * light];
  });
  const face = shaded(0.9, (x, y) => {
    const bow = Math.cos(2.4 * (x / WIDTH - 0.45)) * Math.cos(2 * (y / HEIGHT - 0.4));
    const light = 150 + 70 * bow + 3 * skin(x, y);
    return [light + 14, 0.78 * light, 0.66 * light];
  });
  const scene = renderScene({ width: WIDTH, height: HEIGHT, seed: 3 }) as RgbPicture;
  return [
    { picture: sky, left: 330, top: 200 },
    { picture: wall, left: 330, top: 200 },
    { picture: face, left: 330, top: 160 },
    { picture: scene, left: 336, top: 20 },
  ];
}

async function namedCrops(words: readonly string[]): Promise<Crop[]> {
  const crops: Crop[] = [];
  for (let i = 0; i + 2 < words.length; i += 3) {
    const picture = await readPicture(words[i] as string);
    crops.push({ picture, left: Number(words[i + 1]), top: Number(words[i + 2]) });
  }
  return crops;
}

/** The crop enlarged by repetition, as PNG. */
async function tile({ picture, left, top }: Crop): Promise<Buffer> {
  const { width, height, data } = picture;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left, top, width: SIDE, height: SIDE })
    .resize(SIDE * SHOWN, SIDE * SHOWN, { kernel: 'nearest' })
    .png()
    .toBuffer();
}

function difference(before: RgbPicture, after: RgbPicture): RgbPicture {
  const out = rgbPicture(before.width, before.height);
  for (let i = 0; i < out.data.length; i++)
    out.data[i] = Math.max(0, Math.min(255, 128 + GAIN * ((after.data[i] as number) - (before.data[i] as number))));
  return out;
}

async function rowOf(crop: Crop): Promise<Buffer[]> {
  const { picture } = crop;
  const tiles = [await tile(crop)];
  for (const letters of ['c', 'abc']) {
    const options = { tracks: benchTracks(letters), keys: BENCH_KEYS };
    const marked = embedTracks(picture, payloadOf('looks'), options).picture as RgbPicture;
    tiles.push(await tile({ ...crop, picture: marked }));
    tiles.push(await tile({ ...crop, picture: difference(picture, marked) }));
  }
  return tiles;
}

const [out, ...named] = process.argv.slice(2);
if (!out) throw new Error('name the PNG to write');
const crops = named.length > 0 ? await namedCrops(named) : drawnCrops();
const step = SIDE * SHOWN + GAP;
const layers = [];
for (const [row, crop] of crops.entries())
  for (const [column, input] of (await rowOf(crop)).entries())
    layers.push({ input, left: column * step, top: row * step });
await sharp({ create: { width: 5 * step - GAP, height: crops.length * step - GAP, channels: 3, background: 'white' } })
  .composite(layers)
  .png({ compressionLevel: 9 })
  .toFile(out);
