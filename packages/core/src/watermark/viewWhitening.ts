/**
 * Whitening as the detector does it (whitening.ts), for embedding: local mean and activity on cells of 4 pixels, brought
 * back to pixels by interpolation, so that a row costs a few operations a pixel and no blur of the picture:
 *     z = clip((Y - mean) a, -2.5, 2.5) b,   a = 1 / (sd + 1.5),   b = a^(1/2) min(1, sd / 0.3).
 * sd is that of the marked picture: the mark's own energy, known in advance, is added to the picture's.
 * @module
 */
import { type Plane, plane } from '../raster.ts';
import { type CellRow, cellRows, type PictureCells } from '../signal/pictureCells.ts';
import { stackedBlur } from '../signal/stackedBlur.ts';

/** Of whitening.ts. */
const MEAN_SIGMA = 5;
const ACTIVITY_SIGMA = 4;
const ACTIVITY_FLOOR = 1.5;
const CLIP = 2.5;
const ACTIVITY_OF_BLANK = 0.3;

export interface ViewWhitening {
  /** a b of every cell: what a small change is multiplied by. */
  readonly weight: Plane;
  /** Writes z of row `y` over the luma in `row`. */
  whitenRow(y: number, row: Float32Array): void;
}

/** Sigma in cells of a blur that makes of cell means what a blur of `sigma` pixels makes of pixels. */
function cellSigma(sigma: number, side: number, interpolated: boolean): number {
  // A box of n pixels has the variance (n^2 - 1) / 12, bilinear interpolation between cells n^2 / 6.
  const already = (side ** 2 - 1) / 12 + (interpolated ? side ** 2 / 6 : 0);
  return Math.sqrt(Math.max(0.25, sigma ** 2 - already)) / side;
}

/** @param markEnergy mean square of the mark's change of luma in every cell */
export function viewWhitening(
  { side, mean, variance }: PictureCells,
  markEnergy: Plane,
  width: number,
  height: number,
): ViewWhitening {
  const local = stackedBlur(mean, cellSigma(MEAN_SIGMA, side, true));
  const energy = plane(mean.width, mean.height);
  for (let i = 0; i < energy.data.length; i++) {
    const distance = (mean.data[i] as number) - (local.data[i] as number);
    energy.data[i] = (variance.data[i] as number) + distance * distance + (markEnergy.data[i] as number);
  }
  const activity = stackedBlur(energy, cellSigma(ACTIVITY_SIGMA, side, false));
  const first = plane(mean.width, mean.height);
  const second = plane(mean.width, mean.height);
  const weight = plane(mean.width, mean.height);
  for (let i = 0; i < activity.data.length; i++) {
    const sd = Math.sqrt(Math.max(0, activity.data[i] as number));
    const a = 1 / (sd + ACTIVITY_FLOOR);
    const b = Math.sqrt(a) * Math.min(1, sd / ACTIVITY_OF_BLANK);
    first.data[i] = a;
    second.data[i] = b;
    weight.data[i] = a * b;
  }
  const rows = [local, first, second].map((field) => cellRows(field, side, width, height)) as [
    CellRow,
    CellRow,
    CellRow,
  ];
  const lines = [0, 1, 2].map(() => new Float32Array(width)) as [Float32Array, Float32Array, Float32Array];
  return {
    weight,
    whitenRow(y, row) {
      for (let i = 0; i < 3; i++) (rows[i] as CellRow)(y, 0, width, lines[i] as Float32Array);
      const [m, a, b] = lines;
      for (let x = 0; x < width; x++) {
        const value = ((row[x] as number) - (m[x] as number)) * (a[x] as number);
        row[x] = (value < -CLIP ? -CLIP : value > CLIP ? CLIP : value) * (b[x] as number);
      }
    },
  };
}
