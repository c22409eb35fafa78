/**
 * The first question to a picture that cannot be read as it is: does any small view of it show the lattice? Views around the
 * middle are asked at every orientation and at a ladder of turns and scales; between two of them the network follows the
 * lattice by itself.
 * @module
 */
import { type Plane, plane } from '../../raster.ts';
import { CANVAS_SIDE } from './canvas.ts';
import { findLattice, type LatticePeak } from './latticePeak.ts';
import type { NeuralModem } from './neuralModem.ts';
import { centredPlacement, ORIENTATIONS, type Placement } from './placement.ts';
import { type ViewSampler, viewAt } from './viewSampler.ts';

/** A view that shows a lattice, and where it lies in it. */
export interface LatticeCandidate {
  readonly placement: Placement;
  readonly lattice: LatticePeak;
}

/** Side of the views, samples: 400 cells. */
const SIDE = 160;
/** Sizes of the whole picture's canvas over the trained one: as it is, and for cut-outs of a half to a seventh of the area. */
const SCALES = [1, 0.53];
/** Beside the orientations, radians: the network follows turns by 17 degrees either way. */
const TURNS = [0, Math.PI / 6, -Math.PI / 6];

/** All views, those with the strongest lattice first. */
export function screenLattices(sampler: ViewSampler, modem: NeuralModem): LatticeCandidate[] {
  const { width, height } = sampler.picture;
  const candidates: LatticeCandidate[] = [];
  for (const scale of SCALES)
    for (const turn of TURNS) {
      const pixels = Math.sqrt(width * height) / (CANVAS_SIDE * scale);
      const side = { width: SIDE, height: SIDE };
      const upright = viewAt(sampler, centredPlacement(sampler.picture, pixels, 0, side, turn)).luma;
      const orientations = Array.from({ length: ORIENTATIONS }, (_, orientation) => orientation);
      const readings = modem.decode(orientations.map((orientation) => oriented(upright, orientation)));
      for (const [orientation, reading] of readings.entries())
        candidates.push({
          placement: centredPlacement(sampler.picture, pixels, orientation, side, turn),
          lattice: findLattice(reading),
        });
    }
  return candidates.sort((a, b) => b.lattice.strength - a.lattice.strength);
}

/** The view that `centredPlacement` gives for another orientation: the same samples in another order. */
function oriented({ width, data }: Plane, orientation: number): Plane {
  const out = plane(width, width);
  const [cosine, sine] = [[1, 0, -1, 0][orientation & 3] as number, [0, 1, 0, -1][orientation & 3] as number];
  const mirror = orientation >= ORIENTATIONS / 2 ? -1 : 1;
  const middle = (width - 1) / 2;
  for (let j = 0, at = 0; j < width; j++)
    for (let i = 0; i < width; i++, at++) {
      const [u, v] = [mirror * (i - middle), j - middle];
      const x = cosine * u - sine * v + middle;
      const y = sine * u + cosine * v + middle;
      out.data[at] = data[y * width + x] as number;
    }
  return out;
}
