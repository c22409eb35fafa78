/**
 * Embedding of track C: the encoder draws the residual of a payload on the canvas once; how strongly it modulates the
 * picture is found by simulated handling and decoding, for smooth pictures are read at a tenth of the energy that strong
 * texture needs.
 * @module
 */
import type { Plane, Raster } from '../../raster.ts';
import { cubicRows } from '../../signal/resample/cubicRows.ts';
import { reducePlane } from '../../signal/resample/resize.ts';
import { clampedSum, type RowSource, rowsOf } from '../../signal/rowSource.ts';
import { estimateSsim } from '../../signal/ssimEstimate.ts';
import { colourErrorPerLuma, psnrOfDelta } from '../applyDelta.ts';
import { canvasSideOf, canvasSize, lumaAtSize } from './canvas.ts';
import { markedCanvas, simulateHandling, softBitSnr } from './handlingSimulation.ts';
import { type CellLayout, symbolsOf } from './cellLayout.ts';
import { hiddenEnergy, residualShaper } from './residualShaping.ts';
import { CELL_SIDE, type NeuralModem } from './neuralModem.ts';

/** What the mark may do to the picture. */
export interface CellTarget {
  /** Over R, G, B, dB: what is tried first, and between which bounds. */
  readonly psnrDb: number;
  readonly psnrDbMin: number;
  readonly psnrDbMax: number;
  /** By how much less than what reading needs is spent, dB; negative for more, down to `psnrDbMin`. */
  readonly weaker: number;
  readonly ssimMin: number;
  /** What may be spent although reading does not need it: a mark is made stronger until it reaches either. */
  readonly spare: { readonly psnrDb: number; readonly ssim: number };
}

export interface CellEmbedding {
  /** Change of luma, the picture's size. */
  readonly delta: RowSource;
  readonly psnrDb: number;
  readonly ssim: number;
  /** Expected SNR of the soft bits after everyday handling at the default strength, see handlingSimulation.ts. */
  readonly softBitSnr: number;
}

/**
 * SNR of the soft bits after handling that is aimed at: the code needs 0.3, the rest is for what handling does that the
 * trial does not.
 */
const SNR_WANTED = 0.5;
/**
 * Loudness of the mark on flat ground, rms in levels: the quiet one if it leaves the soft bits this SNR, else the next; the
 * last is no bound. A picture that is nothing but flat ground cannot be read at the first.
 */
const FLAT_RMS = [0.4, 0.6, 1, 100] as const;
const SNR_MIN = 0.4;
/** Trials of strength. The SNR goes about with the square of the amplitude, so the second is near, the third nearer. */
const TRIALS = 3;
/** A step as small as this is made without another trial: after it the SNR is off by a few hundredths. */
const SURE_STEP_DB = 0.5;
/**
 * By how much more than reading needs a mark is made at most, dB: in a large picture SSIM does not see waves as long as a
 * cell, and a smooth sky that needs 48 dB is not to be marked at 45.
 */
const MORE_MAX_DB = 2;
/** Rows of the picture that the error is measured on are about this many. */
const SAMPLED_ROWS = 64;
/** SSIM looks at only some rows of windows. */
const SSIM_STEP = 4;

export function embedCells(
  picture: Raster,
  payload: Uint8Array,
  modem: NeuralModem,
  layout: CellLayout,
  target: CellTarget,
): CellEmbedding {
  const canvas = lumaAtSize(picture, canvasSize(picture, canvasSideOf(picture)));
  const symbols = symbolsOf(payload, layout, canvas.width / CELL_SIDE, canvas.height / CELL_SIDE);
  const residual = modem.encode(canvas, symbols);
  const shaped = residualShaper(residual, hiddenEnergy(picture, canvas));
  let shape: ShapeAt = () => residual;
  let found: Strength = { psnrDb: target.psnrDb, snr: 0 };
  for (const flatRms of FLAT_RMS) {
    shape = (amplitude) => shaped(amplitude, flatRms);
    found = strengthFor(target, (psnrDb) => {
      const amplitude = amplitudeOf(psnrDb, picture);
      return softBitSnr(simulateHandling(markedCanvas(canvas, shape(amplitude), amplitude)), modem, layout, payload);
    });
    if (found.snr >= SNR_MIN) break;
  }
  const { weaker, psnrDbMin } = target;
  return modulated(picture, shape, Math.max(psnrDbMin, found.psnrDb + weaker), found.snr, target);
}

/** The residual as it is to be added at an amplitude. */
type ShapeAt = (amplitude: number) => Plane;

interface Strength {
  readonly psnrDb: number;
  readonly snr: number;
}

/** The strength at which the soft bits have the wanted SNR, within the target's bounds. */
function strengthFor(target: CellTarget, snrAt: (psnrDb: number) => number): Strength {
  let psnrDb = target.psnrDb;
  let snr = snrAt(psnrDb);
  for (let trial = 1; trial < TRIALS; trial++) {
    const next = within(psnrDb + 10 * Math.log10(Math.max(snr, 1e-3) / SNR_WANTED), target);
    if (Math.abs(next - psnrDb) < SURE_STEP_DB) return { psnrDb: next, snr: snr * 10 ** ((psnrDb - next) / 10) };
    psnrDb = next;
    snr = snrAt(psnrDb);
  }
  return { psnrDb, snr };
}

function within(psnrDb: number, { psnrDbMin, psnrDbMax }: CellTarget): number {
  return Math.max(psnrDbMin, Math.min(psnrDbMax, psnrDb));
}

/** Root mean square change of luma, levels, that gives an error over R, G, B. */
function amplitudeOf(psnrDb: number, { channels }: Raster): number {
  return (255 * 10 ** (-psnrDb / 20)) / Math.sqrt(colourErrorPerLuma(channels));
}

/** The residual on the picture, weaker if SSIM asks for it, stronger if there is room. */
function modulated(picture: Raster, shape: ShapeAt, psnrDb: number, found: number, target: CellTarget): CellEmbedding {
  const { width, height } = picture;
  const original = rowsOf(picture);
  const deltaAt = (amplitude: number): RowSource => {
    const residual = shape(amplitude);
    const isLarger = width * height > residual.width * residual.height;
    const source = isLarger
      ? residual
      : reducePlane(residual, Math.min(width, residual.width), Math.min(height, residual.height));
    return cubicRows(source, width, height, amplitude);
  };
  const amplitude = amplitudeOf(psnrDb, picture);
  const tried = deltaAt(amplitude);
  const loss = 1 - estimateSsim(original, clampedSum(original, tried), SSIM_STEP);
  const factor = roomFor(psnrDb, loss, target);
  const delta = factor === 1 ? tried : deltaAt(factor * amplitude);
  const rowStep = Math.max(1, Math.floor(height / SAMPLED_ROWS));
  return { delta, psnrDb: psnrOfDelta(picture, delta, rowStep), ssim: 1 - factor ** 2 * loss, softBitSnr: found };
}

/** By what a mark that loses so much SSIM is to be multiplied. The loss goes with the square of the change. */
function roomFor(psnrDb: number, loss: number, { ssimMin, spare }: CellTarget): number {
  const atLoss = (most: number): number => Math.sqrt(most / Math.max(loss, 1e-9));
  const most = atLoss(1 - ssimMin);
  if (most < 1) return most;
  const moreDb = Math.min(MORE_MAX_DB, psnrDb - spare.psnrDb);
  return Math.max(1, Math.min(10 ** (moreDb / 20), atLoss(1 - spare.ssim)));
}
