/** Local edits: what a forger does to a picture. */
import sharp from 'sharp';
import type { Raster } from '@assay/core/raster';
import { inpaint } from './inpaint.ts';
import type { Forgery, LocalEdit } from './localEdit.ts';
import { replacedText } from './replacedText.ts';
import { piped, rasterOf } from '../pictures.ts';
import type { Random } from '../random.ts';

interface Window {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A window of the given share of the area, sides in ratio 1:2 to 2:1, at a random place. */
function randomWindow(picture: Raster, share: number, random: Random): Window {
  const area = share * picture.width * picture.height;
  const aspect = 2 ** (2 * random.uniform() - 1);
  const width = Math.min(picture.width, Math.max(4, Math.round(Math.sqrt(area * aspect))));
  const height = Math.min(picture.height, Math.max(4, Math.round(area / width)));
  const left = random.below(picture.width - width + 1);
  const top = random.below(picture.height - height + 1);
  return { left, top, width, height };
}

/** Weight of the edit at a point of the window: an ellipse or the whole window, with an edge of two pixels. */
function weightIn(window: Window, isEllipse: boolean, x: number, y: number): number {
  if (!isEllipse) return 1;
  const u = (x + 0.5) / (window.width / 2) - 1;
  const v = (y + 0.5) / (window.height / 2) - 1;
  const insidePx = ((1 - Math.hypot(u, v)) * Math.min(window.width, window.height)) / 2;
  return Math.min(1, Math.max(0, insidePx / 2 + 0.5));
}

type Source = (x: number, y: number, channel: number) => number;

/** Lays `source` (window coordinates) over the picture. An ellipse is enlarged so that it has the window's area. */
function overlaid(picture: Raster, window: Window, isEllipse: boolean, source: Source): LocalEdit {
  const data = new Uint8Array(picture.data);
  const truth = new Uint8Array(picture.width * picture.height);
  for (let y = 0; y < window.height; y++)
    for (let x = 0; x < window.width; x++) {
      const weight = weightIn(window, isEllipse, x, y);
      const pixel = (window.top + y) * picture.width + window.left + x;
      if (weight >= 0.5) truth[pixel] = 1;
      for (let c = 0; c < 3; c++) {
        const at = pixel * 3 + c;
        data[at] = Math.round((1 - weight) * (picture.data[at] as number) + weight * source(x, y, c));
      }
    }
  return { picture: { ...picture, data }, truth };
}

const sampleOf =
  (picture: Raster, left: number, top: number): Source =>
  (x, y, c) =>
    picture.data[((top + y) * picture.width + left + x) * 3 + c] as number;

const splice: Forgery = async (picture, donor, share, random) => {
  const isEllipse = random.uniform() < 0.5;
  const window = randomWindow(picture, isEllipse ? (share * 4) / Math.PI : share, random);
  const scaled = await rasterOf(piped(donor).resize(picture.width, picture.height, { fit: 'fill' }));
  return overlaid(picture, window, isEllipse, sampleOf(scaled, window.left, window.top));
};

const copyMove: Forgery = async (picture, _donor, share, random) => {
  const isEllipse = random.uniform() < 0.5;
  const window = randomWindow(picture, isEllipse ? (share * 4) / Math.PI : share, random);
  // Far enough that something else lies there: at least half a window away in one direction, where there is room.
  let left = 0;
  let top = 0;
  for (let attempt = 0; attempt < 50; attempt++) {
    left = random.below(picture.width - window.width + 1);
    top = random.below(picture.height - window.height + 1);
    const isFar = Math.abs(left - window.left) > window.width / 2 || Math.abs(top - window.top) > window.height / 2;
    if (isFar) break;
  }
  return overlaid(picture, window, isEllipse, sampleOf(picture, left, top));
};

/** The area blurred past recognition, as faces and number plates are. */
const blurredArea: Forgery = async (picture, _donor, share, random) => {
  const window = randomWindow(picture, share, random);
  const sigma = Math.max(3, Math.min(window.width, window.height) / 8);
  const soft = await rasterOf(piped(picture).blur(sigma));
  return overlaid(picture, window, false, sampleOf(soft, window.left, window.top));
};

/** The area removed and filled from its surroundings by Telea's inpainting (2004), as OpenCV does it. */
const inpainted: Forgery = async (picture, _donor, share, random) => {
  const isEllipse = random.uniform() < 0.5;
  const window = randomWindow(picture, isEllipse ? (share * 4) / Math.PI : share, random);
  const mask = new Uint8Array(picture.width * picture.height);
  for (let y = 0; y < window.height; y++)
    for (let x = 0; x < window.width; x++)
      if (weightIn(window, isEllipse, x, y) > 0) mask[(window.top + y) * picture.width + window.left + x] = 255;
  const filled = await inpaint(picture, mask);
  return overlaid(picture, window, isEllipse, sampleOf(filled, window.left, window.top));
};

/** Hue turned by a third: R G B -> G B R. Brightness changes little where the colours are weak. */
const recoloured: Forgery = async (picture, _donor, share, random) => {
  const window = randomWindow(picture, (share * 4) / Math.PI, random);
  const source = sampleOf(picture, window.left, window.top);
  return overlaid(picture, window, true, (x, y, c) => source(x, y, (c + 1) % 3));
};

/** Root mean square change inside the truth from which an edit shows, levels. */
export const VISIBLE_RMS = 8;
const ATTEMPTS = 40;

/**
 * The edit at a place where it changes what is seen: blurring or removing a piece of plain sky is no forgery. Places are
 * drawn until the change reaches `VISIBLE_RMS`; of a picture without such a place the largest change is taken.
 */
const visible =
  (forgery: Forgery): Forgery =>
  async (picture, donor, share, random) => {
    let best: LocalEdit | null = null;
    let most = -1;
    for (let attempt = 0; attempt < ATTEMPTS && most < VISIBLE_RMS; attempt++) {
      const edit = await forgery(picture, donor, share, random);
      const change = changeInside(picture, edit);
      if (change > most) [best, most] = [edit, change];
    }
    return best as LocalEdit;
  };

/** Root mean square change of the samples inside the edited area, levels. */
export function changeInside(before: Raster, { picture, truth }: LocalEdit): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < truth.length; i++) {
    if (truth[i] === 0) continue;
    for (let c = 0; c < 3; c++, count++)
      sum += ((before.data[3 * i + c] as number) - (picture.data[3 * i + c] as number)) ** 2;
  }
  return Math.sqrt(sum / Math.max(1, count));
}

export const FORGERIES: Readonly<Record<string, Forgery>> = {
  splice: visible(splice),
  'copy-move': visible(copyMove),
  'text replaced': visible(replacedText),
  inpainted: visible(inpainted),
  'blurred area': visible(blurredArea),
  recoloured: visible(recoloured),
};

/** Truth of a picture that was resized afterwards. */
export async function resizedTruth(truth: Uint8Array, from: Raster, to: Raster): Promise<Uint8Array> {
  if (from.width === to.width && from.height === to.height) return truth;
  const grey = { ...from, channels: 1 as const, data: truth.map((value) => 255 * value) };
  const scaled = await sharp(grey.data, { raw: { width: from.width, height: from.height, channels: 1 } })
    .resize(to.width, to.height, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  return Uint8Array.from(scaled, (value) => (value >= 128 ? 1 : 0));
}
