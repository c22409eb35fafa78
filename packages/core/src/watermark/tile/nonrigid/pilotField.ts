/**
 * What each pilot says about each part of a view: the whitened view z is cut into blocks, and under a supposed pose every
 * pilot k gives every block b the response
 *     m[b, k] = sum_{x in b} z(x) exp(-2 pi i f_k . (x - c)) conj(phase_k),   c the view's centre.
 * Where the pose is right but for a displacement that changes slowly, m turns as exp(-2 pi i p_k . P_b), and P_b, the tile's
 * offset in that block, is what local synchronisation estimates. Scaled so that sums of responses are likelihoods:
 *     q[b, k] = 2 beta_k m[b, k] / sqrt(mean_b |m[b, k]|^2),   blocks of more than mean energy divided by its root,
 *     ln(likelihood of offset P in b over that of noise) = sum_k Re(q[b, k] exp(2 pi i p_k . P)) - beta_k^2.
 * Source: Voloshynovskiy, Deguillaume, Pun 2001 (local re-synchronisation); the likelihood is ours.
 * @module
 */
import type { Plane } from '../../../raster.ts';
import type { Affine } from '../../affine.ts';
import { BLOCK_SIDE, type BlockGrid, blockGrid, blockWaves, type Frequencies } from './blockWaves.ts';
import { type CarrierLayout, PILOTS, STRONG_PILOTS } from '../carriers/carrierLayout.ts';

/**
 * Pilots' amplitude over the noise's in one block (`beta`). Photographs of 768 x 512 marked at 43 dB a track had 0.07-0.4
 * for strong pilots and 0.05-0.3 for weak ones; what counts in a likelihood is the lower end, where it decides.
 */
const BETA_STRONG = 0.16;
const BETA_WEAK = 0.08;

/** Some blocks' responses, wherever they lie. */
export interface BlockResponses {
  readonly layout: CarrierLayout;
  readonly blocks: number;
  /** q of pilot k in block b, pairs (real, imaginary), at 2 (b PILOTS + k). */
  readonly responses: Float32Array;
  /** Amplitude over noise that is expected of each pilot in one block. */
  readonly beta: Float32Array;
}

export interface PilotField extends Omit<BlockResponses, 'blocks'> {
  readonly columns: number;
  readonly rows: number;
  /** Centres of the blocks' columns and rows, as shares of the view from its centre, in (-1/2, 1/2). */
  readonly columnCentres: Float64Array;
  readonly rowCentres: Float64Array;
}

/** @returns null if the view holds no whole block */
export function pilotField(whitened: Plane, layout: CarrierLayout, pose: Affine): PilotField | null {
  const { width, height } = whitened;
  const grid = blockGrid(width, height);
  const { left, top, columns, rows } = grid;
  if (columns * rows === 0) return null;
  const responses = blockWaves(whitened, grid, pilotFrequencies(layout, pose));
  removePhases(responses, layout);
  equalisePilots(responses);
  limitBlocks(responses);
  const beta = Float32Array.from({ length: PILOTS }, (_, k) => (k < STRONG_PILOTS ? BETA_STRONG : BETA_WEAK));
  for (let at = 0; at < responses.length; at++)
    responses[at] = (responses[at] as number) * 2 * (beta[(at >> 1) % PILOTS] as number);
  return {
    layout,
    columns,
    rows,
    columnCentres: Float64Array.from({ length: columns }, (_, i) => (left + (i + 0.5) * BLOCK_SIDE) / width - 0.5),
    rowCentres: Float64Array.from({ length: rows }, (_, j) => (top + (j + 0.5) * BLOCK_SIDE) / height - 0.5),
    responses,
    beta,
  };
}

/** The blocks of the middle alone, `share` of the view along either axis; their positions in the view stay what they are. */
export function centralBlocks(field: PilotField, share: number): PilotField {
  const { left, top, columns, rows } = middleOf(field, share);
  const blocks = Array.from({ length: columns * rows }, (_, i) => {
    return (top + Math.floor(i / columns)) * field.columns + left + (i % columns);
  });
  return {
    ...field,
    columns,
    rows,
    columnCentres: field.columnCentres.slice(left, left + columns),
    rowCentres: field.rowCentres.slice(top, top + rows),
    responses: responsesOf(field, blocks),
  };
}

/**
 * The responses of the middle of the first share, then of what each further share adds.
 * @param shares growing
 */
export function ringsOf(field: PilotField, shares: readonly number[]): BlockResponses[] {
  const middles = shares.map((share) => middleOf(field, share));
  const rings = shares.map((): number[] => []);
  for (let block = 0; block < field.columns * field.rows; block++) {
    const [column, row] = [block % field.columns, Math.floor(block / field.columns)];
    const ring = middles.findIndex(({ left, top, columns, rows }) => {
      return column >= left && column < left + columns && row >= top && row < top + rows;
    });
    rings[ring]?.push(block);
  }
  return rings
    .filter((blocks) => blocks.length > 0)
    .map((blocks) => ({ ...field, blocks: blocks.length, responses: responsesOf(field, blocks) }));
}

function middleOf({ columns, rows }: PilotField, share: number): BlockGrid {
  const [wide, high] = [columns, rows].map((count) => Math.max(1, Math.round(share * count))) as [number, number];
  return { left: (columns - wide) >> 1, top: (rows - high) >> 1, columns: wide, rows: high };
}

function responsesOf({ responses }: PilotField, blocks: readonly number[]): Float32Array {
  const length = 2 * PILOTS;
  const out = new Float32Array(length * blocks.length);
  blocks.forEach((block, i) => out.set(responses.subarray(block * length, (block + 1) * length), i * length));
  return out;
}

function pilotFrequencies({ u, v, tileSide }: CarrierLayout, { a, b, c, d }: Affine): Frequencies {
  const coefficient = (k: number): readonly [number, number] => [
    (u[k] as number) / tileSide,
    (v[k] as number) / tileSide,
  ];
  const along = (p: number, q: number): Float64Array =>
    Float64Array.from({ length: PILOTS }, (_, k) => p * coefficient(k)[0] + q * coefficient(k)[1]);
  return { x: along(a, b), y: along(c, d) };
}

/** Takes the pilots' known phases off: every response times conj(phase). */
function removePhases(responses: Float32Array, { pilotPhase }: CarrierLayout): void {
  for (let at = 0; at < responses.length; at += 2) {
    const k = at % (2 * PILOTS);
    const [re, im] = [responses[at] as number, responses[at + 1] as number];
    const [cosine, sine] = [pilotPhase[k] as number, pilotPhase[k + 1] as number];
    responses[at] = re * cosine + im * sine;
    responses[at + 1] = im * cosine - re * sine;
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

/** A block's mean square over the pilots to 1 at most, so that no single textured block outvotes the others. */
function limitBlocks(responses: Float32Array): void {
  const stride = 2 * PILOTS;
  for (let first = 0; first < responses.length; first += stride) {
    let squares = 0;
    for (let at = first; at < first + stride; at++) squares += (responses[at] as number) ** 2;
    const scale = 1 / Math.sqrt(Math.max(1, squares / PILOTS));
    for (let at = first; at < first + stride; at++) responses[at] = (responses[at] as number) * scale;
  }
}
