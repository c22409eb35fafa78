/**
 * Embedding of track C: the encoder draws the residual of a payload on the canvas once; how strongly it is laid on the
 * picture is found by asking the decoder, for smooth pictures are read at a tenth of the energy that strong texture needs.
 * @module
 */
import type { Raster } from '../../raster.ts';
import { cubicRows } from '../../signal/cubicRows.ts';
import { reducePlane } from '../../signal/resize.ts';
import { clampedSum, type RowSource, rowsOf } from '../../signal/rowSource.ts';
import { estimateSsim } from '../../signal/ssimEstimate.ts';
import { colourErrorPerLuma, psnrOfDelta } from '../applyDelta.ts';
import { encodePayload } from '../payloadFrame.ts';
import { canvasSideOf, canvasSize, lumaAtSize } from './canvas.ts';
import { clarity, handled, markedCanvas } from './cellClarity.ts';
import { type CellLayout, symbolsOf } from './cellLayout.ts';
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
}

export interface CellEmbedding {
  /** Change of luma, the picture's size. */
  readonly delta: RowSource;
  readonly psnrDb: number;
  readonly ssim: number;
  /** Expected clarity after everyday handling at the default strength, see cellClarity.ts. */
  readonly clarity: number;
}

/** Clarity after handling that is aimed at: the code needs 0.3, the rest is for what handling does that the trial does not. */
const CLARITY_WANTED = 0.5;
/** Trials of strength. Clarity goes about with the square of the amplitude, so the second is near, the third nearer. */
const TRIALS = 3;
/** Rows of the picture that the error is measured on are about this many. */
const SAMPLED_ROWS = 64;
/** SSIM looks at every so-manieth row of windows. */
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
  const coded = encodePayload(payload);
  const clarityAt = (psnrDb: number): number =>
    clarity(handled(markedCanvas(canvas, residual, amplitudeOf(psnrDb, picture))), modem, layout, coded);
  let psnrDb = target.psnrDb;
  let found = clarityAt(psnrDb);
  for (let trial = 1; trial < TRIALS; trial++) {
    const next = within(psnrDb + 10 * Math.log10(Math.max(found, 1e-3) / CLARITY_WANTED), target);
    if (Math.abs(next - psnrDb) < 0.1) break;
    psnrDb = next;
    found = clarityAt(psnrDb);
  }
  const { weaker, psnrDbMin } = target;
  return laid(picture, residual, Math.max(psnrDbMin, psnrDb + weaker), found, target);
}

function within(psnrDb: number, { psnrDbMin, psnrDbMax }: CellTarget): number {
  return Math.max(psnrDbMin, Math.min(psnrDbMax, psnrDb));
}

/** Root mean square change of luma, levels, that gives an error over R, G, B. */
function amplitudeOf(psnrDb: number, { channels }: Raster): number {
  return (255 * 10 ** (-psnrDb / 20)) / Math.sqrt(colourErrorPerLuma(channels));
}

/** The residual on the picture, weaker if SSIM asks for it. */
function laid(
  picture: Raster,
  residual: ReturnType<NeuralModem['encode']>,
  psnrDb: number,
  found: number,
  { ssimMin }: CellTarget,
): CellEmbedding {
  const { width, height } = picture;
  const isLarger = width * height > residual.width * residual.height;
  const source = isLarger
    ? residual
    : reducePlane(residual, Math.min(width, residual.width), Math.min(height, residual.height));
  const rowsAt = (amplitude: number): RowSource => cubicRows(source, width, height, amplitude);
  const original = rowsOf(picture);
  const ssimAt = (delta: RowSource): number => estimateSsim(original, clampedSum(original, delta), SSIM_STEP);
  let amplitude = amplitudeOf(psnrDb, picture);
  let delta = rowsAt(amplitude);
  let ssim = ssimAt(delta);
  if (ssim < ssimMin) {
    // The loss of SSIM goes with the square of the change.
    amplitude *= Math.sqrt((1 - ssimMin) / (1 - ssim));
    delta = rowsAt(amplitude);
    ssim = ssimAt(delta);
  }
  const rowStep = Math.max(1, Math.floor(height / SAMPLED_ROWS));
  return { delta, psnrDb: psnrOfDelta(picture, delta, rowStep), ssim, clarity: found };
}
