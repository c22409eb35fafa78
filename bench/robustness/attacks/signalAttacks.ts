/**
 * Attacks that change values and leave pixels where they are: noise, filters, tone, colour, overlays.
 * @module
 */
import { type RgbPicture, rgbPicture } from '../../retrieval/rgbPicture.ts';
import { withOpenCv } from '@assay/service/adapters/vision/openCv';
import { type AttackCv, fromMat, throughCv, toMat } from './cvImage.ts';
import { paste, resizeTo, roundHalfEven } from './geometryAttacks.ts';
import type { NumpyRandom } from './numpyRandom.ts';

function clampedByte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : roundHalfEven(value);
}

/** White Gaussian noise of standard deviation `sigma`; drawn in the order B, G, R, as OpenCV holds pictures. */
export function noise(picture: RgbPicture, sigma: number, random: NumpyRandom): RgbPicture {
  const out = rgbPicture(picture.width, picture.height);
  for (let i = 0; i < out.data.length; i += 3)
    for (let c = 2; c >= 0; c--)
      out.data[i + c] = clampedByte((picture.data[i + c] as number) + sigma * random.normal());
  return out;
}

/** v -> tone(v) on every sample, v in [0, 1]. */
export function tone(picture: RgbPicture, curve: (value: number) => number): RgbPicture {
  const table = Uint8Array.from({ length: 256 }, (_, v) => clampedByte(255 * curve(v / 255)));
  return rgbPicture(
    picture.width,
    picture.height,
    picture.data.map((v) => table[v] as number),
  );
}

/** Luma as 8-bit grey, by the weights and the rounding of OpenCV. */
export function greyOf({ width, height, data }: RgbPicture): Uint8Array {
  const grey = new Uint8Array(width * height);
  for (let i = 0, p = 0; i < grey.length; i++, p += 3)
    grey[i] =
      (9798 * (data[p] as number) + 19235 * (data[p + 1] as number) + 3735 * (data[p + 2] as number) + 16384) >> 15;
  return grey;
}

/** Distance of every colour from its grey, times `factor`. */
export function saturate(picture: RgbPicture, factor: number): RgbPicture {
  const grey = greyOf(picture);
  const out = rgbPicture(picture.width, picture.height);
  for (let i = 0; i < out.data.length; i++) {
    const base = grey[Math.floor(i / 3)] as number;
    out.data[i] = clampedByte(base + factor * ((picture.data[i] as number) - base));
  }
  return out;
}

export function blur(cv: AttackCv, picture: RgbPicture, sigma: number): RgbPicture {
  return throughCv(cv, picture, (from, to) => cv.GaussianBlur(from, to, new cv.Size(0, 0), sigma));
}

/** Unsharp mask: twice the picture less its blur of sigma 1. */
export function sharpen(cv: AttackCv, picture: RgbPicture): RgbPicture {
  return throughCv(cv, picture, (from, to, own) => {
    const soft = own(new cv.Mat());
    cv.GaussianBlur(from, soft, new cv.Size(0, 0), 1);
    cv.addWeighted(from, 2, soft, -1, 0, to);
  });
}

export function median(cv: AttackCv, picture: RgbPicture, side: number): RgbPicture {
  return throughCv(cv, picture, (from, to) => cv.medianBlur(from, to, side));
}

export function bilateral(cv: AttackCv, picture: RgbPicture): RgbPicture {
  return throughCv(cv, picture, (from, to) => cv.bilateralFilter(from, to, 9, 40, 5));
}

/** An opaque logo box (60 % of the area) and a strip of text (40 %), together `share` of the picture. */
export function overlay(cv: AttackCv, picture: RgbPicture, share: number, random: NumpyRandom): RgbPicture {
  const { width: w, height: h } = picture;
  const area = share * h * w;
  const boxHeight = Math.trunc(Math.sqrt((area * 0.6) / 1.5));
  const boxWidth = Math.trunc(boxHeight * 1.5);
  // Drawn in this order by the Python bench: y before x, colours as B, G, R.
  const y = random.integer(0, h - boxHeight);
  const x = random.integer(0, w - boxWidth);
  const colour = (): number[] => [0, 0, 0].map(() => random.integer(0, 256)).reverse();
  const box = rgbPicture(boxWidth, boxHeight);
  const boxColour = colour();
  box.data.forEach((_, i) => {
    box.data[i] = boxColour[i % 3] as number;
  });
  const disc = colour();
  const stripWidth = Math.trunc(w * 0.8);
  const stripHeight = Math.max(8, Math.trunc((area * 0.4) / stripWidth));
  const stripY = random.integer(0, h - stripHeight);
  const stripX = random.integer(0, w - stripWidth);
  const strip = rgbPicture(stripWidth, stripHeight);
  strip.data.fill(255);
  const out = rgbPicture(w, h, Uint8Array.from(picture.data));
  paste(out, box, x, y);
  return withOpenCv(cv, (own) => {
    const mat = toMat(cv, own, out);
    const centre = new cv.Point(x + Math.floor(boxWidth / 2), y + Math.floor(boxHeight / 2));
    cv.circle(mat, centre, Math.floor(boxHeight / 3), new cv.Scalar(...disc), -1);
    const withDisc = fromMat(mat);
    paste(withDisc, strip, stripX, stripY);
    mat.data.set(withDisc.data);
    const origin = new cv.Point(stripX + 4, stripY + Math.trunc(stripHeight * 0.75));
    const thickness = Math.max(1, Math.floor(stripHeight / 16));
    const [font, black] = [cv.FONT_HERSHEY_SIMPLEX, new cv.Scalar(0, 0, 0)];
    cv.putText(mat, 'SAMPLE caption text overlay 2026', origin, font, stripHeight / 40, black, thickness, cv.LINE_AA);
    return fromMat(mat);
  });
}

/** `share` of the area, at a random place, shows another picture. */
export function splice(
  cv: AttackCv,
  picture: RgbPicture,
  share: number,
  random: NumpyRandom,
  other: RgbPicture,
): RgbPicture {
  const side = Math.sqrt(share);
  const height = roundHalfEven(picture.height * side);
  const width = roundHalfEven(picture.width * side);
  const top = random.integer(0, picture.height - height);
  const left = random.integer(0, picture.width - width);
  const out = rgbPicture(picture.width, picture.height, Uint8Array.from(picture.data));
  paste(out, resizeTo(cv, other, width, height), left, top);
  return out;
}
