/**
 * The attacks by name. Names and definitions are those of the Python bench; `large` adds what only large photographs can
 * undergo. Everything random is drawn from the picture's name and the attack's, see numpyRandom.ts.
 * @module
 */
import type { Raster } from '@assay/core/raster';
import sharp from 'sharp';
import { fromSharp, type RgbPicture, toSharp } from '../../retrieval/rgbPicture.ts';
import type { AttackCv } from './cvImage.ts';
import * as geometry from './geometryAttacks.ts';
import { reduceToPalette } from './medianCut.ts';
import { nonLocalMeans } from './nonLocalMeans.ts';
import type { NumpyRandom } from './numpyRandom.ts';
import { clipPeaks } from './peakClipping.ts';
import * as signal from './signalAttacks.ts';

export interface AttackScene {
  readonly cv: AttackCv;
  readonly random: NumpyRandom;
  /** Another photo, for splices. */
  readonly other: RgbPicture;
}

/** What is left of a picture, as a reader gets it: decoded, if the attack is a codec. */
export type Attack = (picture: RgbPicture, scene: AttackScene) => Promise<Raster> | Raster;

/** libjpeg's quality, chroma at half resolution. */
export async function jpeg(picture: RgbPicture, quality: number): Promise<RgbPicture> {
  return fromSharp(sharp(await toSharp(picture).jpeg({ quality, chromaSubsampling: '4:2:0' }).toBuffer()));
}

async function webp(picture: RgbPicture, quality: number): Promise<RgbPicture> {
  return fromSharp(sharp(await toSharp(picture).webp({ quality, effort: 4 }).toBuffer()));
}

/** Reduced to `width` pixels, as sites serve pictures. */
function toWidth(cv: AttackCv, picture: RgbPicture, width: number): RgbPicture {
  return geometry.resize(cv, picture, Math.min(1, width / picture.width));
}

function greyFile(picture: RgbPicture): Raster {
  return { width: picture.width, height: picture.height, channels: 1, depth: 8, data: signal.greyOf(picture) };
}

const curve =
  (change: (value: number) => number): Attack =>
  (picture) =>
    signal.tone(picture, change);

export const ATTACKS: Readonly<Record<string, Attack>> = {
  none: (p) => p,
  jpeg90: (p) => jpeg(p, 90),
  jpeg75: (p) => jpeg(p, 75),
  jpeg50: (p) => jpeg(p, 50),
  jpeg30: (p) => jpeg(p, 30),
  jpeg15: (p) => jpeg(p, 15),
  webp75: (p) => webp(p, 75),
  webp50: (p) => webp(p, 50),
  resize75: (p, { cv }) => geometry.resize(cv, p, 0.75),
  resize50: (p, { cv }) => geometry.resize(cv, p, 0.5),
  resize35: (p, { cv }) => geometry.resize(cv, p, 0.35),
  aspect85: (p, { cv }) => geometry.resize(cv, p, 1, 0.85),
  crop90: (p) => geometry.cropCentre(p, 0.9),
  crop75: (p) => geometry.cropCentre(p, 0.75),
  crop50: (p) => geometry.cropCentre(p, 0.5),
  crop25: (p) => geometry.cropCentre(p, 0.25),
  crop70corner: (p, { random }) => geometry.cropCorner(p, 0.7, random),
  rot1in: (p, { cv }) => geometry.rotateInside(cv, p, 1),
  rot1blk: (p, { cv }) => geometry.rotate(cv, p, 1),
  rot5in: (p, { cv }) => geometry.rotateInside(cv, p, 5),
  rot5blk: (p, { cv }) => geometry.rotate(cv, p, 5),
  rot15in: (p, { cv }) => geometry.rotateInside(cv, p, 15),
  rot15blk: (p, { cv }) => geometry.rotate(cv, p, 15),
  rot37blk: (p, { cv }) => geometry.rotate(cv, p, 37),
  rot90: (p) => geometry.quarterTurn(p),
  hflip: (p) => geometry.mirror(p),
  noise5: (p, { random }) => signal.noise(p, 5, random),
  noise10: (p, { random }) => signal.noise(p, 10, random),
  blur1: (p, { cv }) => signal.blur(cv, p, 1),
  blur2: (p, { cv }) => signal.blur(cv, p, 2),
  blur3: (p, { cv }) => signal.blur(cv, p, 3),
  sharpen: (p, { cv }) => signal.sharpen(cv, p),
  median3: (p, { cv }) => signal.median(cv, p, 3),
  'bright+20': curve((v) => v * 1.2),
  'bright-20': curve((v) => v * 0.8),
  'contrast0.7': curve((v) => (v - 0.5) * 0.7 + 0.5),
  'contrast1.3': curve((v) => (v - 0.5) * 1.3 + 0.5),
  'gamma0.7': curve((v) => v ** 0.7),
  'gamma1.4': curve((v) => v ** 1.4),
  sat0: (p) => signal.saturate(p, 0),
  'sat1.5': (p) => signal.saturate(p, 1.5),
  grayfile: greyFile,
  palette64: (p) => reduceToPalette(p, 64),
  overlay10: (p, { cv, random }) => signal.overlay(cv, p, 0.1, random),
  splice25: (p, { cv, random, other }) => signal.splice(cv, p, 0.25, random, other),
  social: (p, { cv }) => jpeg(geometry.resize(cv, p, 0.6), 70),
  screenshot: (p, { cv }) =>
    jpeg(
      signal.tone(geometry.resize(cv, geometry.cropCentre(p, 0.85), 0.8), (v) => v ** 1.1),
      75,
    ),
  thumbnail: (p, { cv }) => jpeg(geometry.resize(cv, p, 1 / 3), 75),
  shift3x5: (p) => geometry.cutOut(p, 3, 5, p.width - 3, p.height - 5),
  letterbox: (p, { cv }) => jpeg(geometry.letterbox(cv, p, 0.8), 80),
  rot5in_jpeg75: (p, { cv }) => jpeg(geometry.rotateInside(cv, p, 5), 75),
  crop50_jpeg75: (p) => jpeg(geometry.cropCentre(p, 0.5), 75),
  up200_jpeg50: (p, { cv }) => jpeg(geometry.resize(cv, p, 2), 50),
  persp1: (p, { cv, random }) => geometry.perspective(cv, p, 0.01, random),
  persp3: (p, { cv, random }) => geometry.perspective(cv, p, 0.03, random),
  bend1: (p, { cv, random }) => geometry.bend(cv, p, 1, random),
  bend3: (p, { cv, random }) => geometry.bend(cv, p, 3, random),
  denoise: (p, { cv }) => nonLocalMeans(cv, p),
  bilateral: (p, { cv }) => signal.bilateral(cv, p),
  peakclip: (p, { cv }) => clipPeaks(cv, p),
  wide1080q70: (p, { cv }) => jpeg(toWidth(cv, p, 1080), 70),
  wide800q60: (p, { cv }) => jpeg(toWidth(cv, p, 800), 60),
  wide500q75: (p, { cv }) => jpeg(toWidth(cv, p, 500), 75),
  crop85_wide1200q75: (p, { cv }) => jpeg(toWidth(cv, geometry.cropCentre(p, 0.85), 1200), 75),
  cutout512: (p, { random }) => geometry.cutOutWindow(p, 512, random),
  cutout300: (p, { random }) => geometry.cutOutWindow(p, 300, random),
  cutout512_jpeg70: (p, { random }) => jpeg(geometry.cutOutWindow(p, 512, random), 70),
};
