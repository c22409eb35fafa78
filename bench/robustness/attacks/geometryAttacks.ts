/**
 * Attacks that move pixels: scaling, cropping, turning, projecting, bending, framing.
 * Each takes a picture and gives a new one; sizes round half to even where Python's `round` does.
 * @module
 */
import { type RgbPicture, rgbPicture } from '../../retrieval/rgbPicture.ts';
import { withOpenCv } from '@assay/service/adapters/vision/openCv';
import { type AttackCv, fromMat, throughCv, toMat } from './cvImage.ts';
import type { NumpyRandom } from './numpyRandom.ts';

/** Python's `round`: halves go to the even neighbour. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** Area averaging when the picture shrinks, cubic (a = -3/4) when it grows. */
export function resizeTo(cv: AttackCv, picture: RgbPicture, width: number, height: number): RgbPicture {
  const shrinks = width * height < picture.width * picture.height;
  return throughCv(cv, picture, (from, to) =>
    cv.resize(from, to, new cv.Size(width, height), 0, 0, shrinks ? cv.INTER_AREA : cv.INTER_CUBIC),
  );
}

export function resize(cv: AttackCv, picture: RgbPicture, factorX: number, factorY = factorX): RgbPicture {
  const side = (length: number, factor: number): number => Math.max(1, roundHalfEven(length * factor));
  return resizeTo(cv, picture, side(picture.width, factorX), side(picture.height, factorY));
}

/** The rectangle of this size whose top left corner is (left, top). */
export function cutOut(picture: RgbPicture, left: number, top: number, width: number, height: number): RgbPicture {
  const out = rgbPicture(width, height);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * picture.width + left) * 3;
    out.data.set(picture.data.subarray(from, from + width * 3), y * width * 3);
  }
  return out;
}

/** The middle, `share` of the area, the picture's shape. */
export function cropCentre(picture: RgbPicture, share: number): RgbPicture {
  const { width, height } = cropSize(picture, share);
  const left = Math.floor((picture.width - width) / 2);
  return cutOut(picture, left, Math.floor((picture.height - height) / 2), width, height);
}

/** The same in a random corner. */
export function cropCorner(picture: RgbPicture, share: number, random: NumpyRandom): RgbPicture {
  const { width, height } = cropSize(picture, share);
  const corner = random.integer(0, 4);
  const left = corner % 2 === 1 ? picture.width - width : 0;
  return cutOut(picture, left, corner >= 2 ? picture.height - height : 0, width, height);
}

function cropSize({ width, height }: RgbPicture, share: number): { readonly width: number; readonly height: number } {
  const side = Math.sqrt(share);
  return { width: roundHalfEven(width * side), height: roundHalfEven(height * side) };
}

/** A window of at most `side` pixels a side, at a random place. */
export function cutOutWindow(picture: RgbPicture, side: number, random: NumpyRandom): RgbPicture {
  const width = Math.min(side, picture.width);
  const height = Math.min(side, picture.height);
  const left = random.integer(0, picture.width - width + 1);
  return cutOut(picture, left, random.integer(0, picture.height - height + 1), width, height);
}

/** Turned counter-clockwise about the middle, the frame kept, its corners black. */
export function rotate(cv: AttackCv, picture: RgbPicture, degrees: number): RgbPicture {
  const { width, height } = picture;
  return throughCv(cv, picture, (from, to, own) => {
    const map = own(cv.getRotationMatrix2D(new cv.Point((width - 1) / 2, (height - 1) / 2), degrees, 1));
    cv.warpAffine(from, to, map, new cv.Size(width, height), cv.INTER_CUBIC);
  });
}

/** The same, cut to the largest upright rectangle that shows no black. */
export function rotateInside(cv: AttackCv, picture: RgbPicture, degrees: number): RgbPicture {
  const turned = rotate(cv, picture, degrees);
  const inner = innerRectangle(picture.width, picture.height, Math.abs((degrees * Math.PI) / 180));
  const width = Math.trunc(Math.min(inner.width, picture.width)) - 2;
  const height = Math.trunc(Math.min(inner.height, picture.height)) - 2;
  const left = Math.floor((picture.width - width) / 2);
  return cutOut(turned, left, Math.floor((picture.height - height) / 2), width, height);
}

/** Largest upright rectangle inside a rectangle turned by `angle` radians, 0 .. pi / 2. */
function innerRectangle(width: number, height: number, angle: number): { width: number; height: number } {
  const s = Math.sin(angle);
  const c = Math.cos(angle);
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  if (short <= 2 * s * c * long || Math.abs(s - c) < 1e-9) {
    const half = short / 2;
    return width >= height ? { width: half / s, height: half / c } : { width: half / c, height: half / s };
  }
  const k = c * c - s * s;
  return { width: (width * c - height * s) / k, height: (height * c - width * s) / k };
}

/** A quarter turn counter-clockwise. */
export function quarterTurn(picture: RgbPicture): RgbPicture {
  const { width, height, data } = picture;
  const out = rgbPicture(height, width);
  for (let y = 0; y < width; y++)
    for (let x = 0; x < height; x++)
      for (let c = 0; c < 3; c++)
        out.data[(y * height + x) * 3 + c] = data[(x * width + (width - 1 - y)) * 3 + c] as number;
  return out;
}

export function mirror(picture: RgbPicture): RgbPicture {
  const { width, height, data } = picture;
  const out = rgbPicture(width, height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 3; c++)
        out.data[(y * width + x) * 3 + c] = data[(y * width + (width - 1 - x)) * 3 + c] as number;
  return out;
}

/** Every corner moves by up to `share` of the sides along either axis. */
export function perspective(cv: AttackCv, picture: RgbPicture, share: number, random: NumpyRandom): RgbPicture {
  const { width, height } = picture;
  const corners = [0, 0, width, 0, width, height, 0, height];
  const moved = corners.map((value, i) =>
    Math.fround(value + Math.fround(random.uniform(-share, share) * (i % 2 === 0 ? width : height))),
  );
  return throughCv(cv, picture, (from, to, own) => {
    const quadrilateral = (values: readonly number[]) => {
      const mat = own(new cv.Mat(4, 1, cv.CV_32FC2));
      mat.data32F.set(values);
      return mat;
    };
    const map = own(cv.getPerspectiveTransform(quadrilateral(corners), quadrilateral(moved)));
    cv.warpPerspective(from, to, map, new cv.Size(width, height), cv.INTER_CUBIC);
  });
}

/** A smooth bend: each pixel is taken from `amplitudePx` sin(2 pi x / 256 + phase) away along the other axis. */
export function bend(cv: AttackCv, picture: RgbPicture, amplitudePx: number, random: NumpyRandom): RgbPicture {
  const { width, height } = picture;
  const frequency = (2 * Math.PI) / 256;
  // 6.28 and not 2 pi, as in the Python bench.
  const phaseX = random.unit() * 6.28;
  const phaseY = random.unit() * 6.28;
  return withOpenCv(cv, (own) => {
    const mapX = own(new cv.Mat(height, width, cv.CV_32FC1));
    const mapY = own(new cv.Mat(height, width, cv.CV_32FC1));
    for (let y = 0, i = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++) {
        mapX.data32F[i] = x + amplitudePx * Math.sin(frequency * y + phaseX);
        mapY.data32F[i] = y + amplitudePx * Math.sin(frequency * x + phaseY);
      }
    const to = own(new cv.Mat());
    cv.remap(toMat(cv, own, picture), to, mapX, mapY, cv.INTER_CUBIC, cv.BORDER_REFLECT);
    return fromMat(to);
  });
}

/** The screenshot of an app: the picture, reduced by `factor`, on a dark canvas below a light status bar. */
export function letterbox(cv: AttackCv, picture: RgbPicture, factor: number): RgbPicture {
  const small = resize(cv, picture, factor);
  const canvas = rgbPicture(Math.trunc(small.width * 1.1), Math.trunc(small.height * 1.35));
  canvas.data.fill(24);
  canvas.data.fill(240, 0, Math.trunc(small.height * 0.06) * canvas.width * 3);
  paste(canvas, small, Math.trunc(small.width * 0.05), Math.trunc(small.height * 0.17));
  return canvas;
}

/** Writes `piece` into `onto`. */
export function paste(onto: RgbPicture, piece: RgbPicture, left: number, top: number): void {
  for (let y = 0; y < piece.height; y++)
    onto.data.set(
      piece.data.subarray(y * piece.width * 3, (y + 1) * piece.width * 3),
      ((top + y) * onto.width + left) * 3,
    );
}
