/**
 * Whitening as the detector does it (whitening.ts), for embedding: local mean and activity on cells of 4 pixels, brought
 * back to pixels by interpolation, so that a row costs a few operations a pixel and no blur of the picture:
 *     z = clip((Y - mean) a, -2.5, 2.5) b,   a = 1 / (sd + 1.5),   b = a^(1/2) min(1, sd / 0.3).
 * sd is that of the marked picture: the mark's own energy, known in advance, is added to the picture's.
 * @module
 */
import { type Plane, plane } from '../../../raster.ts';
import { type CellRow, cellRows, type PictureCells } from '../../../signal/pictureCells.ts';
import { stackedBlur } from '../../../signal/blur/stackedBlur.ts';

/** Of whitening.ts. */
const MEAN_SIGMA = 5;
const ACTIVITY_SIGMA = 4;
const ACTIVITY_FLOOR = 1.5;
export const WHITENING_CLIP = 2.5;
const ACTIVITY_OF_BLANK = 0.3;

export interface ViewWhitening {
  /** Side of a cell in pixels. */
  readonly side: number;
  /** Fields on cells: the local mean, a, b, and a b, which is what a small change is multiplied by. */
  readonly mean: Plane;
  readonly gain: Plane;
  readonly weight: Plane;
  readonly product: Plane;
}

/** Sigma in cells of a blur that makes of cell means what a blur of `sigma` pixels makes of pixels. */
function cellSigma(sigma: number, side: number, interpolated: boolean): number {
  // A box of n pixels has the variance (n^2 - 1) / 12, bilinear interpolation between cells n^2 / 6.
  const already = (side ** 2 - 1) / 12 + (interpolated ? side ** 2 / 6 : 0);
  return Math.sqrt(Math.max(0.25, sigma ** 2 - already)) / side;
}

/** @param markEnergy mean square of the mark's change of luma in every cell */
export function viewWhitening({ side, mean, variance }: PictureCells, markEnergy: Plane): ViewWhitening {
  const local = stackedBlur(mean, cellSigma(MEAN_SIGMA, side, true));
  const energy = plane(mean.width, mean.height);
  for (let i = 0; i < energy.data.length; i++) {
    const distance = (mean.data[i] as number) - (local.data[i] as number);
    energy.data[i] = (variance.data[i] as number) + distance * distance + (markEnergy.data[i] as number);
  }
  const activity = stackedBlur(energy, cellSigma(ACTIVITY_SIGMA, side, false));
  const gain = plane(mean.width, mean.height);
  const weight = plane(mean.width, mean.height);
  const product = plane(mean.width, mean.height);
  for (let i = 0; i < activity.data.length; i++) {
    const sd = Math.sqrt(Math.max(0, activity.data[i] as number));
    const a = 1 / (sd + ACTIVITY_FLOOR);
    const b = Math.sqrt(a) * Math.min(1, sd / ACTIVITY_OF_BLANK);
    gain.data[i] = a;
    weight.data[i] = b;
    product.data[i] = a * b;
  }
  return { side, mean: local, gain, weight, product };
}

/** Writes z of row `y` over the luma in `row`: the scalar fallback of the kernel `whitenLine`. */
export function whitenedRows(
  { side, mean, gain, weight }: ViewWhitening,
  width: number,
  height: number,
): (y: number, row: Float32Array) => void {
  const fields = [mean, gain, weight].map((field) => cellRows(field, side, width, height));
  const [means, gains, weights] = fields as [CellRow, CellRow, CellRow];
  const [m, a, b] = [new Float32Array(width), new Float32Array(width), new Float32Array(width)];
  return (y, row) => {
    means(y, 0, width, m);
    gains(y, 0, width, a);
    weights(y, 0, width, b);
    for (let x = 0; x < width; x++) {
      const z = ((row[x] as number) - (m[x] as number)) * (a[x] as number);
      row[x] = Math.max(-WHITENING_CLIP, Math.min(WHITENING_CLIP, z)) * (b[x] as number);
    }
  };
}
