/**
 * Denoising by non-local means, a removal attempt: every pixel becomes the mean of the pixels in a window of 15 x 15
 * around it, weighted by how alike their neighbourhoods of 5 x 5 are:
 *     out(p) = sum_q w(p, q) v(q) / sum_q w(p, q),   w = exp(-d(p, q) / h^2),   d = mean squared difference, h = 6.
 * Applied to L of 8-bit CIE Lab; OpenCV's coloured version does the same and denoises a and b as well, which the marks,
 * all in luma, do not notice. Borders are mirrored.
 * Source: Buades, Coll, Morel 2005; parameters and the cut-off of weights as OpenCV's fastNlMeansDenoisingColored.
 * @module
 */
import type { RgbPicture } from '../../retrieval/rgbPicture.ts';
import { withOpenCv } from '@assay/service/adapters/vision/openCv';
import { type AttackCv, fromMat, toMat } from './cvImage.ts';

const SEARCH_RADIUS = 7;
const PATCH_RADIUS = 2;
const STRENGTH = 6;
const WEIGHT_MIN = 0.001;
const PADDING = SEARCH_RADIUS + PATCH_RADIUS;
const PATCH_PIXELS = (2 * PATCH_RADIUS + 1) ** 2;

/** exp(-d / h^2) by the sum of squared differences over a patch, up to where it is below `WEIGHT_MIN`. */
const WEIGHTS = Float32Array.from(
  { length: Math.ceil(-Math.log(WEIGHT_MIN) * STRENGTH ** 2 * PATCH_PIXELS) },
  (_, sum) => Math.exp(-sum / PATCH_PIXELS / STRENGTH ** 2),
);

export function nonLocalMeans(cv: AttackCv, picture: RgbPicture): RgbPicture {
  return withOpenCv(cv, (own) => {
    const lab = own(new cv.Mat());
    const to = own(new cv.Mat());
    cv.cvtColor(toMat(cv, own, picture), lab, cv.COLOR_LRGB2Lab);
    const samples = lab.data;
    const lightness: Uint8Array<ArrayBuffer> = Uint8Array.from(
      { length: samples.length / 3 },
      (_, i) => samples[3 * i] as number,
    );
    denoisePlane(lightness, picture.width, picture.height).forEach((value, i) => {
      samples[3 * i] = value;
    });
    cv.cvtColor(lab, to, cv.COLOR_Lab2LRGB);
    return fromMat(to);
  });
}

/** A plane with mirrored borders, and sums over it. */
interface Work {
  readonly width: number;
  readonly height: number;
  readonly padded: Uint8Array<ArrayBuffer>;
  readonly stride: number;
  readonly sum: Float32Array;
  readonly weight: Float32Array;
}

function denoisePlane(plane: Uint8Array, width: number, height: number): Uint8Array {
  const stride = width + 2 * PADDING;
  const padded = mirrorBorders(plane, width, height);
  const sum = Float32Array.from(plane);
  const weight = new Float32Array(plane.length).fill(1);
  const work = { width, height, padded, stride, sum, weight };
  const likeness = new Int32Array(stride * (height + 2 * PADDING));
  // Half of the offsets: what pixel p says of p + o is what p + o says of p.
  for (let dy = 0; dy <= SEARCH_RADIUS; dy++)
    for (let dx = dy === 0 ? 1 : -SEARCH_RADIUS; dx <= SEARCH_RADIUS; dx++) {
      const offset = dy * stride + dx;
      patchDistances(work, offset, likeness);
      addWeighted(work, offset, likeness);
    }
  return Uint8Array.from(sum, (value, i) => Math.round(value / (weight[i] as number)));
}

/** Sum over the patch around p of (v(p) - v(p + offset))^2, for every p whose two patches lie inside; offset > 0. */
function patchDistances({ padded, stride }: Work, offset: number, out: Int32Array): void {
  const side = 2 * PATCH_RADIUS + 1;
  const columns = new Int32Array(stride);
  const rows = Math.floor((padded.length - offset) / stride);
  const left = side * stride;
  for (let y = 0; y < rows; y++) {
    const row = y * stride;
    for (let x = 0, at = row; x < stride; x++, at++) {
      const entering = (padded[at] as number) - (padded[at + offset] as number);
      columns[x] = (columns[x] as number) + entering * entering;
    }
    if (y >= side)
      for (let x = 0, at = row - left; x < stride; x++, at++) {
        const leaving = (padded[at] as number) - (padded[at + offset] as number);
        columns[x] = (columns[x] as number) - leaving * leaving;
      }
    if (y >= side - 1) sumAlongRow(columns, out, row - PATCH_RADIUS * stride);
  }
}

/** out[row + x] = sum of columns[x - 2 .. x + 2]. */
function sumAlongRow(columns: Int32Array, out: Int32Array, row: number): void {
  const side = 2 * PATCH_RADIUS + 1;
  let running = 0;
  for (let x = 0; x < side - 1; x++) running += columns[x] as number;
  for (let x = side - 1; x < columns.length; x++) {
    running += columns[x] as number;
    out[row + x - PATCH_RADIUS] = running;
    running -= columns[x - side + 1] as number;
  }
}

/** Adds v(p + o) to p and v(p - o), with their weights. */
function addWeighted({ width, height, padded, stride, sum, weight }: Work, offset: number, likeness: Int32Array): void {
  for (let y = 0, i = 0; y < height; y++) {
    let at = (y + PADDING) * stride + PADDING;
    for (let x = 0; x < width; x++, i++, at++) {
      const ahead = likeness[at] as number;
      const behind = likeness[at - offset] as number;
      let added = 0;
      let weights = 0;
      if (ahead < WEIGHTS.length) {
        weights = WEIGHTS[ahead] as number;
        added = weights * (padded[at + offset] as number);
      }
      if (behind < WEIGHTS.length) {
        const w = WEIGHTS[behind] as number;
        weights += w;
        added += w * (padded[at - offset] as number);
      }
      sum[i] = (sum[i] as number) + added;
      weight[i] = (weight[i] as number) + weights;
    }
  }
}

function mirrorBorders(plane: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const stride = width + 2 * PADDING;
  const out = new Uint8Array(stride * (height + 2 * PADDING));
  const reflect = (at: number, length: number): number => {
    const period = Math.max(1, 2 * length - 2);
    const inside = ((at % period) + period) % period;
    return Math.min(length - 1, inside < length ? inside : period - inside);
  };
  for (let y = 0; y < height + 2 * PADDING; y++)
    for (let x = 0; x < stride; x++)
      out[y * stride + x] = plane[reflect(y - PADDING, height) * width + reflect(x - PADDING, width)] as number;
  return out;
}
