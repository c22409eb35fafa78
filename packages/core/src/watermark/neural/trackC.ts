/**
 * Track C: the neural mark. Two small networks carry one symbol in every cell of a canvas that is the same size for every
 * picture (neuralModem.ts); which cell carries which bit, the code, the pilots and the search are ordinary code. It survives
 * what bends and blurs, where the Fourier carriers of tracks A and B do not, and dies when little of the picture is left.
 * @module
 */
import { once } from '../../once.ts';
import type { Raster, Size } from '../../raster.ts';
import { type LumaSource, rowsOf } from '../../signal/rowSource.ts';
import { agreement } from '../payload/payloadFrame.ts';
import type { Embedding, EmbedOptions } from '../embedding.ts';
import {
  type Extraction,
  type LatticeReading,
  NOTHING_EXTRACTED,
  type TrackIdentity,
  type WatermarkTrack,
} from '../watermarkTrack.ts';
import { CANVAS_SIDE, canvasSideOf } from './canvas.ts';
import { type CellTarget, embedCells } from './cellEmbedding.ts';
import { type CellLayout, cellLayout } from './cellLayout.ts';
import { alignedCellBits } from './alignedCellBits.ts';
import { CELL_Z_MIN, type CertainView, searchCells } from './latticeSearch.ts';
import type { NeuralModem } from './neuralModem.ts';
import { cellFrame, readTileAtBest } from './tileReading.ts';

/** Shortest side, pixels, as of tracks A and B. */
const SIDE_MIN = 96;

/** At the usual strength, dB over R, G, B: what is tried first, and the bounds of what a picture may get. */
const PSNR_DB = { first: 44.5, least: 41, most: 48 };
/**
 * Loss of SSIM that no picture exceeds, lossMax share^shareExponent: on the full canvas, and on the smaller ones of small pictures,
 * where a cell is fewer pixels and SSIM sees more of it. Alone the mean of either keeps 0.987
 * (bench/results/robustness/track-c.md, track-c-500.md).
 */
const SSIM_LOSS = {
  full: { lossMax: 0.0148, shareExponent: 2 / 3 },
  small: { lossMax: 0.014, shareExponent: 0.55 },
};
/** What a picture may spend that needs less: the bars of the product are 44 dB and a loss of 0.013 in the mean. */
const SPARE = { psnrDb: 45, ssimLoss: 0.0115 };

/** By how much the mark is weaker for each halving of its share of the picture's budget, dB. */
const COMPANY_DB = 1.3;

/** Shifts at which a lattice is read for other tracks: noise is higher than the pilots of few cells in half of them. */
const SHIFTS_TOLD = 2;

export function makeTrackC({ id, defaultStrength }: TrackIdentity, modem: NeuralModem): WatermarkTrack {
  return {
    id,
    defaultStrength,
    isScalable: true,
    embed(picture: Raster, payload: Uint8Array, options: EmbedOptions): Embedding {
      const target = targetOf(options, defaultStrength, picture);
      const shortest = Math.min(picture.width, picture.height);
      if (shortest < SIDE_MIN) {
        const detail = `A side of ${shortest} pixels is too short for a mark; ${SIDE_MIN} are needed.`;
        return { embedded: false, reason: 'too-small', detail };
      }
      const { delta, psnrDb, ssim } = embedCells(picture, payload, modem, cellLayout(options.key), target);
      return { embedded: true, delta, psnrDb, ssim };
    },
    extract(luma: LumaSource, { key, isRead = false }): Extraction {
      const found = searchCells(rowsOf(luma), modem, cellLayout(key), !isRead);
      if (!found) return NOTHING_EXTRACTED;
      const { reading, payload, guess, checksums } = found;
      const softBits = payload || reading.zScore >= CELL_Z_MIN ? reading.llr : null;
      const common = { pilotZScore: reading.zScore, softBits, checksums, pose: null };
      if (payload)
        return { detected: true, payload, raw: payload, confidence: agreement(reading.llr, payload), ...common };
      const inOwnFrame = once(() => cellFrame(found.upright, cellLayout(key)));
      const lattices = () => found.certain.map((view) => latticeReading(view, cellLayout(key)));
      return { detected: false, payload: null, raw: guess, confidence: 0, inOwnFrame, lattices, ...common };
    },
    canvasScale: (marked) => Math.sqrt(marked.width * marked.height) / canvasSideOf(marked),
    alignedSoftBits: ({ luma }, marked, key) => alignedCellBits(luma, marked, modem, cellLayout(key)),
  };
}

function latticeReading({ placement, readings }: CertainView, layout: CellLayout): LatticeReading {
  const { xx, xy, yx, yy } = placement;
  // Positions go p = M Y + o, and affine.ts has the transposed inverse of such a map.
  const determinant = xx * yy - xy * yx;
  const pose = { a: yy / determinant, b: -yx / determinant, c: -xy / determinant, d: xx / determinant };
  const tiles = readTileAtBest(readings, layout, SHIFTS_TOLD);
  return { pose, readings: tiles.map(({ zScore, llr }) => ({ pilotZScore: zScore, softBits: llr })) };
}

/**
 * Strength is amplitude, as of the other tracks.
 * @param usual the strength to which the numbers above belong
 * @throws {RangeError} unless strength and share are in (0, 1]
 */
function targetOf(options: EmbedOptions, usual: number, picture: Size): CellTarget {
  const { strength = usual, budgetShare = 1 } = options;
  for (const [name, value] of Object.entries({ strength, budgetShare }))
    if (!(value > 0 && value <= 1)) throw new RangeError(`${name}: expected a number in (0, 1], got ${value}`);
  const weaker = 20 * Math.log10(usual / strength) - COMPANY_DB * Math.log2(budgetShare);
  const { lossMax, shareExponent } = canvasSideOf(picture) < CANVAS_SIDE ? SSIM_LOSS.small : SSIM_LOSS.full;
  return {
    psnrDb: PSNR_DB.first,
    psnrDbMin: PSNR_DB.least,
    psnrDbMax: PSNR_DB.most,
    weaker,
    ssimMin: 1 - lossMax * budgetShare ** shareExponent,
    spare: { psnrDb: SPARE.psnrDb + weaker, ssim: 1 - SPARE.ssimLoss * Math.sqrt(budgetShare) },
  };
}
