/**
 * Blind reading of a picture's cells, as a funnel:
 *  1. The picture as it is: one run of the decoder. Whatever kept the picture's frame is read here.
 *  2. What that run says of the lattice is followed: the view is laid right and read again, a few times; and where the lattice
 *     is there but no affine map reads it, the view is bent along its cells (latticeBend.ts).
 *  3. Small views are screened for a lattice (latticeScreen.ts), and the best are followed in the same way. A picture without
 *     a mark ends here.
 * A reading is believed only if its pilots rise AND the checksum fits.
 * @module
 */
import { LIST } from '../../coding/polarListDecoder.ts';
import type { RowSource } from '../../signal/rowSource.ts';
import { decodePayload } from '../payloadFrame.ts';
import { canvasSize, lumaAtSize } from './canvas.ts';
import type { CellLayout } from './cellLayout.ts';
import { bentWarp, displacementOf } from './latticeBend.ts';
import { findLattice } from './latticePeak.ts';
import { type LatticeCandidate, screenLattices } from './latticeScreen.ts';
import type { CellReadings, NeuralModem } from './neuralModem.ts';
import { alignedPlacement, scaleOf, uprightPlacement } from './placement.ts';
import { readTile, type TileReading } from './tileReading.ts';
import { type View, viewSampler, warpOf } from './viewSampler.ts';

export interface CellDetection {
  readonly reading: TileReading;
  readonly payload: Uint8Array | null;
  /** The decoder's likeliest message; null if nothing was decoded. */
  readonly guess: Uint8Array | null;
  readonly checksums: number;
}

/**
 * Height of the pilots from which a checksum is tried. Noise reaches 4.4 at one of 1156 shifts in one view of 160; of 108
 * readings that decoded, the lowest stood at 4.3, the median of the weakest sixth at 5.8.
 */
export const CELL_SIGMA_MIN = 4.4;
/** All messages of the decoder's list may be checked from here on: noise gets here in one view of 8,000. */
const CELL_SIGMA_CERTAIN = 5.2;

/** Strength of the lattice's peak from which a view is followed: the whole picture's, and a small view's. */
const WHOLE_LATTICE_MIN = 8;
const SMALL_LATTICE_MIN = 4.2;
/** How many small views are followed at most. */
const FOLLOWED_MAX = 4;
/** Strength of the lattice in a whole view from which its cells are followed one by one. */
const BEND_LATTICE_MIN = 8;
/** Rounds of laying a view right, and of bending it. */
const ROUNDS = 3;
const BENDS = 3;

export function searchCells(luma: RowSource, modem: NeuralModem, layout: CellLayout): CellDetection {
  const sampler = viewSampler(luma);
  const { picture } = sampler;
  let checksums = 0;
  let best: Omit<CellDetection, 'checksums'> | null = null;
  const read = (readings: CellReadings): boolean => {
    const reading = readTile(readings, layout);
    const looks = looksAt(reading.sigma);
    const decoded = looks > 0 ? decodePayload(reading.llr, looks) : null;
    checksums += decoded?.checksums ?? 0;
    const payload = decoded?.valid ? decoded.payload : null;
    if (payload || !best || reading.sigma > best.reading.sigma)
      best = { reading, payload, guess: decoded?.payload ?? null };
    return payload !== null;
  };
  const decode = ({ luma: view, covered }: View): CellReadings =>
    within(modem.decode([view])[0] as CellReadings, covered);
  const follow = ({ placement: start, lattice: found }: LatticeCandidate): boolean => {
    let placement = start;
    let lattice = found;
    for (let round = 0; ; round++) {
      const aligned = alignedPlacement(placement, lattice.map, picture);
      if (!aligned) return false;
      placement = aligned;
      let warp = warpOf(placement);
      let readings = decode(sampler.sample(warp, scaleOf(placement)));
      if (read(readings)) return true;
      lattice = findLattice(readings);
      if (round + 1 < ROUNDS) continue;
      if (lattice.strength < BEND_LATTICE_MIN) return false;
      for (let bend = 0; bend < BENDS; bend++) {
        warp = bentWarp(warp, displacementOf(readings));
        readings = decode(sampler.sample(warp, scaleOf(placement)));
        if (read(readings)) return true;
      }
      return false;
    }
  };
  const search = (): void => {
    const upright = uprightPlacement(picture, canvasSize(picture));
    const first = modem.decode([lumaAtSize(luma, upright)])[0] as CellReadings;
    if (read(first)) return;
    const lattice = findLattice(first);
    if (lattice.strength >= WHOLE_LATTICE_MIN && follow({ placement: upright, lattice })) return;
    for (const candidate of screenLattices(sampler, modem).slice(0, FOLLOWED_MAX))
      if (candidate.lattice.strength >= SMALL_LATTICE_MIN && follow(candidate)) return;
  };
  search();
  return { ...(best as unknown as Omit<CellDetection, 'checksums'>), checksums };
}

function looksAt(sigma: number): number {
  return sigma >= CELL_SIGMA_CERTAIN ? LIST : sigma >= CELL_SIGMA_MIN ? 1 : 0;
}

/** The readings, silent where the picture is not. */
function within(readings: CellReadings, covered: Uint8Array): CellReadings {
  const only = (values: Float32Array): Float32Array => values.map((value, i) => ((covered[i] as number) ? value : 0));
  const { columns, rows, logits, cosX, sinX, cosY, sinY } = readings;
  return {
    ...{ columns, rows },
    ...{ logits: only(logits), cosX: only(cosX), sinX: only(sinX), cosY: only(cosY), sinY: only(sinY) },
  };
}
