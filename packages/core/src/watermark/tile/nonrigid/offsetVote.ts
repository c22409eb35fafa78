/**
 * Is there a mark that a single pose does not describe, and what is its tile's offset? Every block votes for offsets near
 * a common one, each block for its own within a few pixels, and the votes are multiplied:
 *     E(P) = sum_b ln mean_{|d| <= reach} exp(L_b(P + d)),   L_b as in pilotField.ts, on a grid of 64 x 64 offsets.
 * E is judged against its own spread over all offsets: textured blocks widen both.
 * @module
 */
import type { KernelMemory } from '../../../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../../../kernels/kernels.ts';
import { type ComplexPlane, fft2d } from '../../../signal/fourier/fft2d.ts';
import { fftTables } from '../../../signal/fourier/fftTables.ts';
import { PILOTS } from '../carriers/carrierLayout.ts';
import type { TileOffset } from '../detect/tileOffset.ts';
import { type BlockResponses, type PilotField, ringsOf } from './pilotField.ts';

/** Offsets per side, as in pilotScreen.ts. */
const OFFSETS = 64;
/**
 * Reach of a block's own offset in steps of the grid (1.5-2 pixels each): a bending by 3 pixels and half a tile's wave of
 * error.
 */
const REACH = 2;
/** So many blocks' likelihoods are multiplied before a logarithm is taken; each is within exp(+-20). */
const FACTORS = 8;

/** The best offset, canonical pixels. */
export interface OffsetVote extends TileOffset {
  /** Z-score of E at the best offset among those of all offsets. */
  readonly zScore: number;
}

/**
 * The vote of the whole field or of its middle alone, whichever has the higher z-score: a pose that is 2 % off moves the
 * rim beyond what blocks may differ by, the middle not. Votes add up, so the middles cost next to nothing.
 */
export function voteForOffset(field: PilotField): OffsetVote {
  const step = field.layout.tileSide / OFFSETS;
  const votes = new Float64Array(OFFSETS * OFFSETS);
  let found: OffsetVote = { zScore: -Infinity, x: 0, y: 0 };
  for (const ring of ringsOf(field, SHARES)) {
    const logs = votesOf(ring);
    let best = 0;
    for (let i = 0; i < votes.length; i++) {
      votes[i] = (votes[i] as number) + (logs[i] as number);
      if ((votes[i] as number) > (votes[best] as number)) best = i;
    }
    const zScore = zScoreOf(votes, best);
    if (zScore > found.zScore) found = { zScore, x: Math.floor(best / OFFSETS) * step, y: (best % OFFSETS) * step };
  }
  return found;
}

/** Shares of the view, along either axis, that vote. */
const SHARES = [0.6, 0.75, 1];

function votesOf(field: BlockResponses): Float32Array | Float64Array {
  return withKernels<Float32Array | Float64Array>(
    (kernels, memory) => kernelVotes(field, kernels, memory),
    () => scalarVotes(field),
  );
}

/** E of every offset, column by column. */
function kernelVotes(field: BlockResponses, kernels: Kernels, memory: KernelMemory): Float32Array {
  const { blocks, layout, responses } = field;
  const { u, v } = layout;
  const { positions, twiddles } = fftTables(OFFSETS);
  const coefficients = Int32Array.from({ length: 2 * PILOTS }, (_, i) => (i % 2 === 0 ? u : v)[i >> 1] as number);
  const votes = memory.reserve(4 * OFFSETS * OFFSETS);
  kernels.sumVotes(
    ...([memory.copyIn(responses), blocks, memory.copyIn(coefficients)] as const),
    ...([memory.copyIn(positions), memory.copyIn(twiddles), logBias(field)] as const),
    ...([memory.reserve(kernels.votesScratchBytes()), votes] as const),
  );
  return memory.floats(votes, OFFSETS * OFFSETS).slice();
}

/** Scalar fallback of the kernel. */
function scalarVotes(field: BlockResponses): Float64Array {
  const { blocks } = field;
  const logs = new Float64Array(OFFSETS * OFFSETS);
  const products = new Float64Array(OFFSETS * OFFSETS).fill(1);
  const likelihood = new Float64Array(OFFSETS * OFFSETS);
  const scratch = new Float64Array(OFFSETS * OFFSETS);
  let factors = 0;
  const takeLogs = (): void => {
    for (let i = 0; i < logs.length; i++) logs[i] = (logs[i] as number) + Math.log(products[i] as number);
    products.fill(1);
    factors = 0;
  };
  for (let block = 0; block < blocks; block += 2) {
    const surfaces = surfacesOf(field, block);
    for (let part = 0; part < Math.min(2, blocks - block); part++) {
      exponentials(surfaces.data, part, logBias(field), likelihood);
      boxMeans(likelihood, scratch);
      for (let i = 0; i < products.length; i++) products[i] = (products[i] as number) * (likelihood[i] as number);
      if (++factors === FACTORS) takeLogs();
    }
  }
  takeLogs();
  return logs.map((_, i) => logs[(i % OFFSETS) * OFFSETS + Math.floor(i / OFFSETS)] as number);
}

/** How far value `at` rises above the mean, in standard deviations. */
function zScoreOf(values: Float64Array | Float32Array, at: number): number {
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  const variance = squares / values.length;
  return ((values[at] as number) - mean) / Math.sqrt(variance + 1e-20);
}

function logBias({ beta }: BlockResponses): number {
  return beta.reduce((sum, value) => sum + value * value, 0);
}

/**
 * Surfaces sum_k Re(q exp(2 pi i (u x + v y) / side)) of blocks `first` and `first + 1` as real and imaginary part. The
 * forward transform has the opposite sign in its exponent, so conjugates go in; a real surface takes half of q at k and
 * half of its conjugate at -k.
 */
function surfacesOf({ layout: { u, v }, responses }: BlockResponses, first: number): ComplexPlane {
  const data = new Float32Array(2 * OFFSETS * OFFSETS);
  const add = (x: number, y: number, re: number, im: number): void => {
    const at = 2 * ((y & (OFFSETS - 1)) * OFFSETS + (x & (OFFSETS - 1)));
    data[at] = (data[at] as number) + re / 2;
    data[at + 1] = (data[at + 1] as number) + im / 2;
  };
  for (let k = 0; k < PILOTS; k++) {
    const at = 2 * (first * PILOTS + k);
    const next = at + 2 * PILOTS;
    const [a, b] = [responses[at] as number, -(responses[at + 1] as number)];
    const [c, d] = [responses[next] ?? 0, -(responses[next + 1] ?? 0)];
    const [x, y] = [u[k] as number, v[k] as number];
    add(x, y, a - d, b + c);
    add(-x, -y, a + d, c - b);
  }
  const surfaces = { width: OFFSETS, height: OFFSETS, data };
  fft2d(surfaces);
  return surfaces;
}

function exponentials(data: Float32Array, part: number, bias: number, out: Float64Array): void {
  for (let i = 0; i < out.length; i++) out[i] = Math.exp((data[2 * i + part] as number) - bias);
}

/** Means over (2 REACH + 1)^2 offsets, in place, by running sums; the surface is periodic. */
function boxMeans(values: Float64Array, scratch: Float64Array): void {
  const share = 1 / (2 * REACH + 1) ** 2;
  runningSums(values, scratch, 1, OFFSETS, 1);
  runningSums(scratch, values, OFFSETS, 1, share);
}

/** out = scale times sums of 2 REACH + 1 neighbours that are `step` apart, along OFFSETS lines that are `line` apart. */
function runningSums(values: Float64Array, out: Float64Array, step: number, line: number, scale: number): void {
  for (let l = 0; l < OFFSETS; l++) {
    const start = l * line;
    const at = (i: number): number => start + (i & (OFFSETS - 1)) * step;
    let sum = 0;
    for (let i = -REACH; i <= REACH; i++) sum += values[at(i)] as number;
    for (let i = 0; i < OFFSETS; i++) {
      out[at(i)] = scale * sum;
      sum += (values[at(i + REACH + 1)] as number) - (values[at(i - REACH)] as number);
    }
  }
}
