/**
 * What each pilot says about each place of a view: the whitened view z is cut into blocks, and under a supposed map every
 * pilot k gives every block b the response
 *     m[b, k] = sum_{x in b} z(x) exp(-2 pi i f_k . (x - c)) conj(phase_k),   c the view's centre.
 * Where the map is right but for a displacement that changes slowly, m turns as exp(-2 pi i p_k . P_b), and P_b, the place
 * of the tile in that block, is what local synchronisation looks for. Scaled so that sums of responses are likelihoods:
 *     q[b, k] = 2 beta_k m[b, k] / sqrt(mean_b |m[b, k]|^2),   blocks of more than mean energy divided by its root,
 *     ln(likelihood of place P in b over that of noise) = sum_k Re(q[b, k] exp(2 pi i p_k . P)) - beta_k^2.
 * Source: Voloshynovskiy, Deguillaume, Pun 2001 (local re-synchronisation); the likelihood is ours.
 * @module
 */
import type { Plane } from '../raster.ts';
import type { Affine } from './affine.ts';
import { type Constellation, PILOTS, STRONG_PILOTS } from './constellation.ts';

/**
 * Side of a block, view pixels: a bending by 3 pixels over a wave of 256 shears it by 7 %, which moves its edge by one
 * pixel, a tenth of a pilot's wave; smaller blocks only cost time.
 */
const BLOCK_SIDE = 32;
/**
 * Pilots' amplitude over the noise's in one block (`beta`). Photographs of 768 x 512 marked at 43 dB a track had 0.07-0.4
 * for strong pilots and 0.05-0.3 for weak ones; what counts in a likelihood is the lower end, where it decides.
 */
const BETA_STRONG = 0.16;
const BETA_WEAK = 0.08;

export interface PilotField {
  readonly constellation: Constellation;
  readonly columns: number;
  readonly rows: number;
  /** Centres of the blocks' columns and rows, as shares of the view from its centre, in (-1/2, 1/2). */
  readonly columnCentres: Float64Array;
  readonly rowCentres: Float64Array;
  /** q of pilot k in block b, pairs (real, imaginary), at 2 (b PILOTS + k). */
  readonly responses: Float32Array;
  /** Amplitude over noise that is expected of each pilot in one block. */
  readonly beta: Float32Array;
}

/** @returns null if the view holds no whole block */
export function pilotField(whitened: Plane, constellation: Constellation, map: Affine): PilotField | null {
  const { width, height } = whitened;
  const columns = Math.floor(width / BLOCK_SIDE);
  const rows = Math.floor(height / BLOCK_SIDE);
  if (columns * rows === 0) return null;
  const left = (width - columns * BLOCK_SIDE) >> 1;
  const top = (height - rows * BLOCK_SIDE) >> 1;
  const responses = new Float32Array(2 * columns * rows * PILOTS);
  for (let k = 0; k < PILOTS; k++)
    demodulate(whitened, { left, top, columns, rows }, waveOf(constellation, map, k), responses);
  const beta = Float32Array.from({ length: PILOTS }, (_, k) => (k < STRONG_PILOTS ? BETA_STRONG : BETA_WEAK));
  equalisePilots(responses);
  limitBlocks(responses);
  for (let at = 0; at < responses.length; at++)
    responses[at] = (responses[at] as number) * 2 * (beta[(at >> 1) % PILOTS] as number);
  return {
    constellation,
    columns,
    rows,
    columnCentres: Float64Array.from({ length: columns }, (_, i) => (left + (i + 0.5) * BLOCK_SIDE) / width - 0.5),
    rowCentres: Float64Array.from({ length: rows }, (_, j) => (top + (j + 0.5) * BLOCK_SIDE) / height - 0.5),
    responses,
    beta,
  };
}

/** Pilot `index`: its frequency in cycles per view pixel and its known phase as a complex number. */
interface Wave {
  readonly index: number;
  readonly fx: number;
  readonly fy: number;
  readonly re: number;
  readonly im: number;
}

function waveOf({ u, v, tileSide, pilotPhase }: Constellation, { a, b, c, d }: Affine, index: number): Wave {
  const px = (u[index] as number) / tileSide;
  const py = (v[index] as number) / tileSide;
  const [re, im] = [pilotPhase[2 * index] as number, pilotPhase[2 * index + 1] as number];
  return { index, fx: a * px + b * py, fy: c * px + d * py, re, im };
}

interface Blocks {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
}

/** Adds every row's sum over each block, turned by the row's phase, to the block's response. */
function demodulate(
  { width, height, data }: Plane,
  { left, top, columns, rows }: Blocks,
  { index, fx, fy, re, im }: Wave,
  responses: Float32Array,
): void {
  const cosines = new Float32Array(columns * BLOCK_SIDE);
  const sines = new Float32Array(columns * BLOCK_SIDE);
  for (let x = 0; x < cosines.length; x++) {
    const angle = -2 * Math.PI * fx * (x + left - (width >> 1));
    cosines[x] = Math.cos(angle);
    sines[x] = Math.sin(angle);
  }
  for (let y = 0; y < rows * BLOCK_SIDE; y++) {
    const angle = -2 * Math.PI * fy * (y + top - (height >> 1));
    // exp(i angle) conj(phase)
    const turnRe = Math.cos(angle) * re + Math.sin(angle) * im;
    const turnIm = Math.sin(angle) * re - Math.cos(angle) * im;
    const row = (y + top) * width + left;
    const firstBlock = Math.floor(y / BLOCK_SIDE) * columns;
    for (let column = 0; column < columns; column++) {
      let sumRe = 0;
      let sumIm = 0;
      for (let x = column * BLOCK_SIDE, end = x + BLOCK_SIDE; x < end; x++) {
        const value = data[row + x] as number;
        sumRe += value * (cosines[x] as number);
        sumIm += value * (sines[x] as number);
      }
      const at = 2 * ((firstBlock + column) * PILOTS + index);
      responses[at] = (responses[at] as number) + sumRe * turnRe - sumIm * turnIm;
      responses[at + 1] = (responses[at + 1] as number) + sumRe * turnIm + sumIm * turnRe;
    }
  }
}

/** Every pilot to mean square 1 over the blocks: divides by its noise, for one block holds far less mark than noise. */
function equalisePilots(responses: Float32Array): void {
  const stride = 2 * PILOTS;
  for (let first = 0; first < stride; first += 2) {
    let squares = 0;
    for (let at = first; at < responses.length; at += stride)
      squares += (responses[at] as number) ** 2 + (responses[at + 1] as number) ** 2;
    const scale = 1 / Math.sqrt((squares * stride) / responses.length + 1e-20);
    for (let at = first; at < responses.length; at += stride) {
      responses[at] = (responses[at] as number) * scale;
      responses[at + 1] = (responses[at + 1] as number) * scale;
    }
  }
}

/** A block's mean square over the pilots to 1 at most, so that no single lively place outvotes the others. */
function limitBlocks(responses: Float32Array): void {
  const stride = 2 * PILOTS;
  for (let first = 0; first < responses.length; first += stride) {
    let squares = 0;
    for (let at = first; at < first + stride; at++) squares += (responses[at] as number) ** 2;
    const scale = 1 / Math.sqrt(Math.max(1, squares / PILOTS));
    for (let at = first; at < first + stride; at++) responses[at] = (responses[at] as number) * scale;
  }
}
