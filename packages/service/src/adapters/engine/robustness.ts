/**
 * How much of everyday handling a delivered picture's marks survive: after which of a fixed set of attacks at least one track
 * still names the asset (docs/spec/assets.md#robustness-score). Twelve attacks, each followed by a
 * blind extraction, so a picture costs about twelve verifications; it is measured when the machine has nothing else to do.
 * @module
 */
import type { Raster } from '@assay/core/raster';
import { type AskedImage, sharp } from '../codec/imageLibrary.ts';
import { noteDecoded, releaseMemory } from '../codec/releaseMemory.ts';
import type { AttackOutcome } from '@assay/core/provenance/attackOutcomes';
import { findTracks, type TrackSettings } from './tracks.ts';

/** 8 bits, grey or R G B: what an attack takes and gives. */
interface Picture extends Raster {
  readonly channels: 1 | 3;
  readonly depth: 8;
  readonly data: Uint8Array<ArrayBuffer>;
}

type Attack = (picture: Picture) => Promise<Picture> | Picture;

/** Standard deviation of the noise, levels of 255: grain that is plain to see. */
const NOISE_SIGMA = 5;
const BLUR_SIGMA = 1;

export const ROBUSTNESS_ATTACKS: Readonly<Record<string, Attack>> = {
  'jpeg 90': (picture) => jpeg(picture, 90),
  'jpeg 75': (picture) => jpeg(picture, 75),
  'jpeg 50': (picture) => jpeg(picture, 50),
  'reduced to 75 %': (picture) => reduced(picture, 0.75),
  'reduced to 50 %': (picture) => reduced(picture, 0.5),
  'cropped by 10 %': (picture) => cropped(picture, 0.9),
  'cropped by 25 %': (picture) => cropped(picture, 0.75),
  'turned by 2 degrees': (picture) => pictureOf(piped(picture).rotate(2, { background: '#000000' })),
  'turned by 90 degrees': (picture) => pictureOf(piped(picture).rotate(90)),
  blurred: (picture) => pictureOf(piped(picture).blur(BLUR_SIGMA)),
  noisy: withNoise,
  // As a phone makes one: not all of it, smaller, compressed.
  screenshot: async (picture) => jpeg(await reduced(await cropped(picture, 0.85), 0.8), 75),
};

/**
 * @param picture the delivered file, decoded
 * @returns each of `ROBUSTNESS_ATTACKS`, in their order
 */
export async function attackOutcomes(
  picture: Raster,
  assetId: string,
  settings: TrackSettings,
): Promise<readonly AttackOutcome[]> {
  const start = opaque(picture);
  const outcomes: AttackOutcome[] = [];
  for (const [attack, handle] of Object.entries(ROBUSTNESS_ATTACKS)) {
    const findings = findTracks(await handle(start), settings);
    outcomes.push({ attack, survived: findings.some(({ assetId: found }) => found === assetId) });
    noteDecoded(start.data.length);
    await releaseMemory();
  }
  return outcomes;
}

/** The picture in 8 bits and without alpha, as sites that handle pictures show it. */
export function opaque({ width, height, channels, depth, data }: Raster): Picture {
  const colours = channels < 3 ? 1 : 3;
  const scale = depth === 16 ? 1 / 257 : 1;
  const out = new Uint8Array(width * height * colours);
  for (let pixel = 0, at = 0; at < out.length; pixel += channels)
    for (let c = 0; c < colours; c++) out[at++] = Math.round((data[pixel + c] as number) * scale);
  return { width, height, channels: colours, depth: 8, data: out };
}

function piped({ width, height, channels, data }: Picture): AskedImage {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
}

async function pictureOf(image: AskedImage): Promise<Picture> {
  const { data, info } = await image.raw().toPixels();
  const { width, height } = info;
  const picture: Raster = { width, height, channels: info.channels as Raster['channels'], depth: 8, data };
  // Turning adds an alpha channel to some pictures.
  return opaque(picture);
}

async function jpeg(picture: Picture, quality: number): Promise<Picture> {
  return pictureOf(sharp(await piped(picture).jpeg({ quality }).toBuffer(), { limitInputPixels: false }));
}

function reduced(picture: Picture, factor: number): Promise<Picture> {
  const side = (length: number): number => Math.max(1, Math.round(length * factor));
  return pictureOf(piped(picture).resize({ width: side(picture.width), height: side(picture.height), fit: 'fill' }));
}

/** The middle, `fraction` of the area. */
function cropped(picture: Picture, fraction: number): Promise<Picture> {
  const side = (length: number): number => Math.max(1, Math.round(length * Math.sqrt(fraction)));
  const [width, height] = [side(picture.width), side(picture.height)];
  const left = Math.floor((picture.width - width) / 2);
  return pictureOf(piped(picture).extract({ left, top: Math.floor((picture.height - height) / 2), width, height }));
}

/**
 * Noise of `NOISE_SIGMA`, the same for every picture of a size, so that the same file has the same score: sums of four
 * uniform bytes, which are as bell-shaped as this needs, from xorshift32 (Marsaglia 2003).
 */
function withNoise(picture: Picture): Picture {
  const byteSd = Math.sqrt((256 ** 2 - 1) / 12);
  const scale = NOISE_SIGMA / (2 * byteSd);
  const data = new Uint8Array(picture.data);
  let state = 0x9e37_79b9;
  for (let i = 0; i < data.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const sum = (state & 255) + ((state >>> 8) & 255) + ((state >>> 16) & 255) + (state >>> 24);
    const value = (data[i] as number) + scale * (sum - 510);
    data[i] = value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);
  }
  return { ...picture, data };
}
