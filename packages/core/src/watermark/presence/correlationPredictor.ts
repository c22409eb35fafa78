/**
 * Correlation predictor: how many deviations of the mark a cell should hold, by its texture activity sd (whitening.ts),
 * learnt from the picture itself:
 *     mu(sd) = kappa / ((1 + (theta / sd)^1.3) (1 + (sd / rho)^1.1)).
 * Textured places drown the mark (rho); compression and denoising take it out of quiet ones first (theta), and how far they
 * did is only to be seen in this picture: where its quiet places hold nothing, nothing is expected of quiet places. kappa,
 * theta and rho are those that fit best all cells together; an edit is a minority of them. Then every class of activity is
 * held to what it shows: where the cells of like activity hold a share r of mu, r mu is expected, at most mu; a class of
 * few cells is trusted by half. So a place whose kind holds no mark anywhere else in the picture is not called unmarked.
 * Source: prediction of correlation from local features, Chen, Fridrich, Goljan, Lukas 2008 (for sensor noise); the family
 * is ours, from mean deviations by activity of 30 photos untouched and compressed (docs/decisions/0012-presence-map.md).
 * @module
 */
import { type Plane, plane } from '../../raster.ts';
import { cellsOf } from '../../signal/pictureCells.ts';
import { rowsOf } from '../../signal/rowSource.ts';
import { stackedBlur } from '../../signal/blur/stackedBlur.ts';
import { type CellDeviations, cellSideOf } from './cellCorrelation.ts';

/** Classes of activity: two an octave, sd 0.35 to 90. */
const CLASSES_PER_OCTAVE = 2;
const CLASS_FIRST = -3;
const CLASSES = 17;
const THETAS = [0, 0.5, 0.7, 1, 1.4, 2, 2.8, 4, 5.6, 8, 11, 16];
const RHOS = [1, 1.4, 2, 2.8, 4, 5.6, 8, 11, 16, 23, 32];
const THETA_POWER = 1.3;
const RHO_POWER = 1.1;
/** Blurs of mean and activity, view pixels: with the cell's own width about those of whitening. */
const BLUR_SIGMA = 4;
/** A pixel nearer to an end of the range than this is clipped, levels; a cell is if so large a share of its pixels are. */
const CLIPPED_LEVELS = 4;
const CLIPPED_SHARE = 0.1;
/** Below this activity a place is blank, see whitening.ts. */
const BLANK_SD = 0.5;

/** Activity of every cell, levels; 0 where nothing can be expected: clipped or blank. */
export function cellActivity(luma: Plane): Plane {
  const side = cellSideOf(luma);
  const cells = cellsOf(rowsOf(luma), side);
  const [mean, variance] = [wholeCells(cells.mean, luma, side), wholeCells(cells.variance, luma, side)];
  const local = stackedBlur(mean, BLUR_SIGMA / side);
  const energy = variance.data.slice();
  for (let j = 0; j < energy.length; j++)
    energy[j] = (energy[j] as number) + ((mean.data[j] as number) - (local.data[j] as number)) ** 2;
  const activity = stackedBlur({ ...mean, data: energy }, BLUR_SIGMA / side);
  const clipped = clippedPixels(luma, side, activity);
  for (let j = 0; j < activity.data.length; j++) {
    const sd = Math.sqrt(Math.max(0, activity.data[j] as number));
    const isLost = sd < BLANK_SD || (clipped[j] as number) > CLIPPED_SHARE * side * side;
    activity.data[j] = isLost ? 0 : sd;
  }
  return activity;
}

function clippedPixels({ width, data }: Plane, side: number, { width: columns, height: rows }: Plane): Uint16Array {
  const counts = new Uint16Array(columns * rows);
  for (let y = 0; y < rows * side; y++)
    for (let cell = Math.floor(y / side) * columns, at = y * width, end = cell + columns; cell < end; cell++)
      for (let x = 0; x < side; x++, at++) {
        const level = data[at] as number;
        if (level < CLIPPED_LEVELS || level > 255 - CLIPPED_LEVELS) counts[cell] = (counts[cell] as number) + 1;
      }
  return counts;
}

/** Without the cells at the right and lower border that hold fewer pixels. */
function wholeCells({ width, data }: Plane, luma: Plane, side: number): Plane {
  const columns = Math.floor(luma.width / side);
  const rows = Math.floor(luma.height / side);
  const out = plane(columns, rows);
  for (let row = 0; row < rows; row++) out.data.set(data.subarray(row * width, row * width + columns), row * columns);
  return out;
}

export interface Expectation {
  readonly kappa: number;
  readonly theta: number;
  readonly rho: number;
  /** r of every class of activity, 0..1. */
  readonly shares: readonly number[];
}

/** Sums over the cells of each class: of sqrt(energy) d and of the energy. */
interface ClassSums {
  readonly held: Float64Array;
  readonly energy: Float64Array;
}

/** @param weight 0 leaves a cell out */
export function fitExpectation(
  { deviations, energy }: CellDeviations,
  activity: Plane,
  weight: Uint8Array | null,
): Expectation {
  const sums: ClassSums = { held: new Float64Array(CLASSES), energy: new Float64Array(CLASSES) };
  for (let j = 0; j < deviations.data.length; j++) {
    const sd = activity.data[j] as number;
    if (sd === 0 || weight?.[j] === 0) continue;
    const at = classOf(sd);
    const share = energy.data[j] as number;
    sums.held[at] = (sums.held[at] as number) + Math.sqrt(share) * (deviations.data[j] as number);
    sums.energy[at] = (sums.energy[at] as number) + share;
  }
  const shape = bestShape(sums);
  return { ...shape, shares: sharesOf(sums, shape) };
}

type Shape = Omit<Expectation, 'shares'>;

function bestShape({ held, energy }: ClassSums): Shape {
  let best: Shape = { kappa: 0, theta: 0, rho: 8 };
  let most = 0;
  for (const theta of THETAS)
    for (const rho of RHOS) {
      let together = 0;
      let squares = 1e-12;
      for (let at = 0; at < CLASSES; at++) {
        const shape = shapeOf(activityOf(at), theta, rho);
        together += (held[at] as number) * shape;
        squares += (energy[at] as number) * shape * shape;
      }
      // What the best kappa takes off the sum of squares.
      const gain = together > 0 ? together ** 2 / squares : 0;
      if (gain > most) {
        most = gain;
        best = { kappa: together / squares, theta, rho };
      }
    }
  return best;
}

/** Classes on either side that count as of like activity: one octave. */
const CLASSES_ALIKE = 2;
/** What a class is believed to hold before it is looked at, and how many deviations squared that belief is worth. */
const SHARE_BEFORE = 0.5;
const BELIEF = 16;

function sharesOf({ held, energy }: ClassSums, { kappa, theta, rho }: Shape): number[] {
  return Array.from({ length: CLASSES }, (_, at) => {
    let together = SHARE_BEFORE * BELIEF;
    let squares = BELIEF;
    for (let near = Math.max(0, at - CLASSES_ALIKE); near <= Math.min(CLASSES - 1, at + CLASSES_ALIKE); near++) {
      const mu = kappa * shapeOf(activityOf(near), theta, rho);
      together += mu * (held[near] as number);
      squares += mu * mu * (energy[near] as number);
    }
    return Math.min(1, Math.max(0, together / squares));
  });
}

function classOf(sd: number): number {
  return Math.max(0, Math.min(CLASSES - 1, Math.round(CLASSES_PER_OCTAVE * Math.log2(sd)) - CLASS_FIRST));
}

function activityOf(at: number): number {
  return 2 ** ((at + CLASS_FIRST) / CLASSES_PER_OCTAVE);
}

function shapeOf(sd: number, theta: number, rho: number): number {
  return 1 / ((1 + (theta / sd) ** THETA_POWER) * (1 + (sd / rho) ** RHO_POWER));
}

/** mu of every cell; 0 where nothing can be expected. */
export function expectedDeviations(
  { kappa, theta, rho, shares }: Expectation,
  activity: Plane,
  energy: Plane,
): Float32Array {
  const out = new Float32Array(activity.data.length);
  for (let j = 0; j < out.length; j++) {
    const sd = activity.data[j] as number;
    if (sd === 0) continue;
    const share = kappa * (shares[classOf(sd)] as number);
    out[j] = share * Math.sqrt(energy.data[j] as number) * shapeOf(sd, theta, rho);
  }
  return out;
}
