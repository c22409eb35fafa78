/**
 * The first question to a picture that cannot be read as it is: does any small view of it show the lattice? Views around the
 * middle are asked at a ladder of turns and scales; between two of them the network follows the lattice by itself.
 * @module
 */
import { type Plane, plane } from '../../raster.ts';
import { CANVAS_SIDE } from './canvas.ts';
import { findLattice, type LatticePeak } from './latticePeak.ts';
import type { NeuralModem } from './neuralModem.ts';
import { centredPlacement, type Placement } from './placement.ts';
import { type ViewSampler, viewAt } from './viewSampler.ts';

/** A view that shows a lattice, and where it lies in it. */
export interface LatticeCandidate {
  readonly placement: Placement;
  readonly lattice: LatticePeak;
}

/** Side of the views, samples: 400 cells. */
const SIDE = 160;
/**
 * Sizes of the whole picture's canvas over the trained one: as it is, for cut-outs down to a quarter of the area, and for
 * pictures that are a part of what is shown. The network follows scales by 1.2 either way, together with a turn.
 */
const SCALES = [1, 0.74, 0.55, 1.38];
/** Turns, radians: the network follows them by 15 degrees either way. */
const TURNS = [0, 1, -1, 2].map((step) => (step * Math.PI) / 8);
/**
 * Of the eight orientations these two: the lattice of a picture that is mirrored or turned by 180 degrees looks to the
 * network as it does upright (measured), and which it is the symbols tell.
 */
const SCREENED_ORIENTATIONS = [0, 1];

export interface LatticeScreening {
  /** All views, those with the strongest lattice first. */
  readonly candidates: readonly LatticeCandidate[];
  /** Given to the decoder. */
  readonly samples: number;
}

export function screenLattices(sampler: ViewSampler, modem: NeuralModem): LatticeScreening {
  const { width, height } = sampler.picture;
  const side = { width: SIDE, height: SIDE };
  const candidates: LatticeCandidate[] = [];
  for (const scale of SCALES) {
    const pixels = Math.sqrt(width * height) / (CANVAS_SIDE * scale);
    const placements: Placement[] = [];
    const views: Plane[] = [];
    for (const turn of TURNS) {
      const upright = viewAt(sampler, centredPlacement(sampler.picture, pixels, 0, side, turn)).luma;
      for (const orientation of SCREENED_ORIENTATIONS) {
        placements.push(centredPlacement(sampler.picture, pixels, orientation, side, turn));
        views.push(orientation === 0 ? upright : quarterTurned(upright));
      }
    }
    for (const [i, readings] of modem.decode(views).entries())
      candidates.push({ placement: placements[i] as Placement, lattice: findLattice(readings) });
  }
  candidates.sort((a, b) => b.lattice.strength - a.lattice.strength);
  return { candidates, samples: candidates.length * SIDE ** 2 };
}

/** The view that `centredPlacement` gives for orientation 1: the same samples in another order. */
function quarterTurned({ width, data }: Plane): Plane {
  const out = plane(width, width);
  for (let j = 0, at = 0; j < width; j++)
    for (let i = 0; i < width; i++, at++) out.data[at] = data[i * width + (width - 1 - j)] as number;
  return out;
}
