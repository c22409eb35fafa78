/**
 * The SIFT descriptor: 4 x 4 histograms of 8 gradient directions over a square of 12 sigma that is turned with the
 * keypoint, weighted by a Gaussian of half the square, votes spread trilinearly; unit length, cut at 0.2, unit length
 * again, scaled to bytes. Source: Lowe 2004, section 6.1.
 * @module
 */
import { withKernels } from '../kernels/kernels.ts';
import type { Plane } from '../raster.ts';
import { gradientAngle } from './gradientAngle.ts';
import { falloffInMemory, falloffOf, type KeypointWindow, keypointWindow } from './keypointWindow.ts';
import { DESCRIPTOR_LENGTH } from './localFeatures.ts';

const CELLS = 4;
const DIRECTIONS = 8;
/** Side of a cell in sigmas; Lowe's implementation and OpenCV's. */
const CELL_SIGMAS = 3;
/** Lowe 2004, section 6.1: larger gradients are cut so that strong edges under other light do not dominate. */
const CUT = 0.2;
/** Bytes hold value * 512, as in Lowe's and OpenCV's files. */
const BYTE_SCALE = 512;

/** One cell and one direction more than needed on each side take the votes that fall outside. */
const PADDED = CELLS + 2;
const PADDED_DIRECTIONS = DIRECTIONS + 1;
const ROW_STRIDE = PADDED * PADDED_DIRECTIONS;

/**
 * @param gaussian the level at which the keypoint was found; x, y, sigma in its pixels
 * @param orientation radians
 * @param out receives 128 bytes at `offset`: cell row, cell column, direction, slowest first
 */
export function describeKeypoint(
  gaussian: Plane,
  x: number,
  y: number,
  sigma: number,
  orientation: number,
  out: Uint8Array,
  offset: number,
): void {
  const votes = collectVotes(gaussian, x, y, CELL_SIGMAS * sigma, orientation);
  const values = new Float64Array(DESCRIPTOR_LENGTH);
  let k = 0;
  for (let row = 1; row <= CELLS; row++)
    for (let column = 1; column <= CELLS; column++) {
      const cell = row * ROW_STRIDE + column * PADDED_DIRECTIONS;
      // Direction 8 is direction 0 again.
      votes[cell] = (votes[cell] as number) + (votes[cell + DIRECTIONS] as number);
      for (let d = 0; d < DIRECTIONS; d++) values[k++] = votes[cell + d] as number;
    }
  normalizeWithCut(values);
  for (let i = 0; i < DESCRIPTOR_LENGTH; i++)
    out[offset + i] = Math.min(255, Math.round(BYTE_SCALE * (values[i] as number)));
}

function collectVotes(gaussian: Plane, x: number, y: number, cellSide: number, orientation: number): Float64Array {
  const [centreX, centreY] = [Math.round(x), Math.round(y)];
  // Half the diagonal of 4 cells plus the half cell on each side that interpolation reaches.
  const radius = Math.min(Math.round(cellSide * Math.SQRT1_2 * (CELLS + 1)), gaussian.width + gaussian.height);
  const window = keypointWindow(gaussian, centreX, centreY, radius);
  // The window's standard deviation is half the square, that is CELLS / 2 cells.
  const falloff = falloffOf(radius, (CELLS / 2) * cellSide);
  const frame = {
    centreX,
    centreY,
    cos: Math.cos(orientation) / cellSide,
    sin: Math.sin(orientation) / cellSide,
    orientation,
  };
  return withKernels(
    (kernels, memory) => {
      const { width, data } = gaussian;
      const centre = memory.share(data) + 4 * (centreY * width + centreX);
      const weights = falloffInMemory(memory, falloff);
      const { left, right, top, bottom } = window;
      const scratch = memory.reserve(kernels.gradientScratchBytes());
      const votes = memory.zeros(PADDED * ROW_STRIDE);
      kernels.descriptorVotes(
        ...([centre, 4 * width, left, right, top, bottom, weights, radius] as const),
        ...([frame.cos, frame.sin, orientation, scratch, votes] as const),
      );
      return Float64Array.from(memory.floats(votes, PADDED * ROW_STRIDE));
    },
    () => votesScalar(gaussian, frame, window, falloff),
  );
}

/** Where a keypoint lies, and its directions along and across in cells a pixel. */
interface KeypointFrame {
  readonly centreX: number;
  readonly centreY: number;
  readonly cos: number;
  readonly sin: number;
  readonly orientation: number;
}

/** Scalar fallback of the kernel. */
function votesScalar(
  { width, data }: Plane,
  { centreX, centreY, cos, sin, orientation }: KeypointFrame,
  { left, right, top, bottom }: KeypointWindow,
  falloff: Float64Array,
): Float64Array {
  const votes = new Float64Array(PADDED * ROW_STRIDE);
  const directionScale = DIRECTIONS / (2 * Math.PI);
  for (let j = top; j <= bottom; j++) {
    const rowWeight = falloff[j < 0 ? -j : j] as number;
    for (let i = left; i <= right; i++) {
      // Turned into the keypoint's frame, in cells, 0 at the border of the first cell's lower neighbour.
      const column = cos * i + sin * j + CELLS / 2 + 0.5;
      const row = cos * j - sin * i + CELLS / 2 + 0.5;
      if (column <= 0 || column >= CELLS + 1 || row <= 0 || row >= CELLS + 1) continue;
      const at = (centreY + j) * width + centreX + i;
      const dx = (data[at + 1] as number) - (data[at - 1] as number);
      const dy = (data[at + width] as number) - (data[at - width] as number);
      const weight = rowWeight * (falloff[i < 0 ? -i : i] as number) * Math.sqrt(dx * dx + dy * dy);
      let direction = (gradientAngle(dy, dx) - orientation) * directionScale;
      if (direction < 0) direction += DIRECTIONS;
      if (direction >= DIRECTIONS) direction -= DIRECTIONS;

      const r = Math.floor(row);
      const c = Math.floor(column);
      const d = Math.floor(direction);
      const fr = row - r;
      const fc = column - c;
      const fd = direction - d;
      const cell = r * ROW_STRIDE + c * PADDED_DIRECTIONS + d;
      const lower = weight * fr;
      const upper = weight - lower;
      addVote(votes, cell, upper * (1 - fc), fd);
      addVote(votes, cell + PADDED_DIRECTIONS, upper * fc, fd);
      addVote(votes, cell + ROW_STRIDE, lower * (1 - fc), fd);
      addVote(votes, cell + ROW_STRIDE + PADDED_DIRECTIONS, lower * fc, fd);
    }
  }
  return votes;
}

function addVote(votes: Float64Array, at: number, weight: number, fraction: number): void {
  const next = weight * fraction;
  votes[at] = (votes[at] as number) + weight - next;
  votes[at + 1] = (votes[at + 1] as number) + next;
}

function normalizeWithCut(values: Float64Array): void {
  scaleToUnit(values);
  for (let i = 0; i < values.length; i++) if ((values[i] as number) > CUT) values[i] = CUT;
  scaleToUnit(values);
}

function scaleToUnit(values: Float64Array): void {
  let energy = 0;
  for (let i = 0; i < values.length; i++) energy += (values[i] as number) ** 2;
  if (energy === 0) return;
  const scale = 1 / Math.sqrt(energy);
  for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) * scale;
}
