/**
 * The 19 edits of the retrieval bench, what people do to pictures before they pass them on. Each takes the picture, an
 * unrelated background and a seeded random source.
 * @module
 */
import { writeBlockLetters } from './blockLetters.ts';
import { fromSharp, type RgbPicture, rgbPicture, toSharp } from './rgbPicture.ts';
import type { Random } from '../verdict/random.ts';
import { perspective, rotate } from './warp.ts';
import sharp from 'sharp';

export type Edit = (picture: RgbPicture, background: RgbPicture, random: Random) => Promise<RgbPicture>;

const jpeg = async (picture: RgbPicture, quality: number) =>
  fromSharp(sharp(await toSharp(picture).jpeg({ quality }).toBuffer()));

/** sharp's `linear` works per band:  out = gain * in + offset, rounded and clipped. */
const linear = (picture: RgbPicture, gain: number[], offset: number[]) =>
  fromSharp(toSharp(picture).linear(gain, offset));

const resize = (picture: RgbPicture, width: number, height: number) =>
  fromSharp(toSharp(picture).resize(Math.round(width), Math.round(height), { fit: 'fill' }));

/** A window of `share` of the area, the picture's shape, at a random place. */
function crop(picture: RgbPicture, share: number, random: Random): Promise<RgbPicture> {
  const width = Math.floor(picture.width * Math.sqrt(share));
  const height = Math.floor(picture.height * Math.sqrt(share));
  const left = random.below(picture.width - width);
  const top = random.below(picture.height - height);
  return fromSharp(toSharp(picture).extract({ left, top, width, height }));
}

function paste(onto: RgbPicture, piece: RgbPicture, left: number, top: number): RgbPicture {
  const out = rgbPicture(onto.width, onto.height, Uint8Array.from(onto.data));
  for (let y = 0; y < piece.height; y++)
    out.data.set(
      piece.data.subarray(y * piece.width * 3, (y + 1) * piece.width * 3),
      ((top + y) * onto.width + left) * 3,
    );
  return out;
}

/** The picture, whole, at `scale` of the largest size that fits, at a random place of the background. */
async function pictureInPicture(picture: RgbPicture, background: RgbPicture, scale: number, random: Random) {
  const k = scale * Math.min(background.height / picture.height, background.width / picture.width);
  const small = await resize(picture, k * picture.width, k * picture.height);
  const left = random.below(background.width - small.width);
  return paste(background, small, left, random.below(background.height - small.height));
}

async function addNoise(picture: RgbPicture, sigma: number, random: Random): Promise<RgbPicture> {
  const data = picture.data.map((value) => Math.max(0, Math.min(255, Math.trunc(value + sigma * random.normal()))));
  return rgbPicture(picture.width, picture.height, data);
}

/** Three lines across the picture, the middle one red. */
async function writeOver(picture: RgbPicture, random: Random): Promise<RgbPicture> {
  const out = rgbPicture(picture.width, picture.height, Uint8Array.from(picture.data));
  const cell = picture.width / 120;
  for (const line of [0, 1, 2]) {
    const y = picture.height * (0.25 + 0.28 * line) - 7 * cell;
    writeBlockLetters(out, picture.width * 0.04, y, cell, 16, line === 1 ? [255, 0, 0] : [255, 255, 255], random);
  }
  return out;
}

/** A black or white frame with captions above and below, the shape of a meme. */
async function memeBorder(picture: RgbPicture, random: Random): Promise<RgbPicture> {
  const top = Math.floor(0.18 * picture.height);
  const bottom = Math.floor(0.22 * picture.height);
  const side = Math.floor(0.04 * picture.width);
  const shade = random.uniform() < 0.5 ? 0 : 255;
  const ink = [255 - shade, 255 - shade, 255 - shade] as const;
  const frame = rgbPicture(picture.width + 2 * side, picture.height + top + bottom);
  frame.data.fill(shade);
  const out = paste(frame, picture, side, top);
  const cell = picture.width / 190;
  writeBlockLetters(out, 20, 0.7 * top - 7 * cell, cell, 22, ink, random);
  writeBlockLetters(out, 20, out.height - 0.08 * picture.height - 7 * cell, cell, 22, ink, random);
  return out;
}

/** A photographed or captured screen: cropped, smaller, a colour cast, JPEG. */
async function screenshot(picture: RgbPicture, random: Random): Promise<RgbPicture> {
  const cropped = await crop(picture, 0.85, random);
  const small = await resize(cropped, 0.6 * cropped.width, 0.6 * cropped.height);
  return jpeg(await linear(small, [1.12, 1.0, 0.9], [-6, 0, 8]), 60);
}

/** A fifth of the area replaced by the same place of another picture. */
async function splice(picture: RgbPicture, background: RgbPicture, random: Random): Promise<RgbPicture> {
  const other = await resize(background, picture.width, picture.height);
  const width = Math.floor(picture.width * Math.sqrt(0.2));
  const height = Math.floor(picture.height * Math.sqrt(0.2));
  const left = random.below(picture.width - width);
  const top = random.below(picture.height - height);
  const piece = await fromSharp(toSharp(other).extract({ left, top, width, height }));
  return jpeg(paste(picture, piece, left, top), 85);
}

/** Every corner moves inwards by up to 12 % of the sides. */
async function tilt(picture: RgbPicture, random: Random): Promise<RgbPicture> {
  const { width, height } = picture;
  const dx = () => 0.12 * width * random.uniform();
  const dy = () => 0.12 * height * random.uniform();
  return perspective(picture, [
    [dx(), dy()],
    [width - dx(), dy()],
    [width - dx(), height - dy()],
    [dx(), height - dy()],
  ]);
}

export const EDITS: Readonly<Record<string, Edit>> = {
  jpeg30: (p) => jpeg(p, 30),
  'resize.35': (p) => resize(p, 0.35 * p.width, 0.35 * p.height),
  crop50: (p, _, r) => crop(p, 0.5, r),
  crop25: (p, _, r) => crop(p, 0.25, r),
  rot5: async (p) => rotate(p, 5),
  rot15: async (p) => rotate(p, 15),
  rot90: (p) => fromSharp(toSharp(p).rotate(270)),
  hflip: (p) => fromSharp(toSharp(p).flop()),
  bright: (p) => linear(p, [1.6, 1.6, 1.6], [-41.8, -41.8, -41.8]),
  blur2: (p) => fromSharp(toSharp(p).blur(2)),
  noise10: (p, _, r) => addNoise(p, 10, r),
  gray: (p) => fromSharp(toSharp(p).greyscale()),
  text: (p, _, r) => writeOver(p, r),
  border: (p, _, r) => memeBorder(p, r),
  pip50: (p, b, r) => pictureInPicture(p, b, 0.5, r),
  pip30: (p, b, r) => pictureInPicture(p, b, 0.3, r),
  shot: (p, _, r) => screenshot(p, r),
  splice20: (p, b, r) => splice(p, b, r),
  persp: (p, _, r) => tilt(p, r),
};
