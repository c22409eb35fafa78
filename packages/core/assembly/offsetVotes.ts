/**
 * Kernel of src/watermark/tile/nonrigid/offsetVote.ts: the sum over all blocks of ln of the mean likelihood around every
 * offset.
 * @module
 */
import { POINT_BYTES } from './fft';
import {
  addWave,
  OFFSETS,
  SURFACE_BYTES,
  SURFACE_ROW,
  SURFACE_SCRATCH_BYTES,
  transformFirstAxis,
  transformSecondAxis,
} from './offsetSurface';

/** PILOTS of carrierLayout.ts. */
const PILOTS: i32 = 88;
/** Offsets of a mean: two to each side, REACH of offsetVote.ts. */
const WINDOW: f32 = 25;
/** So many blocks' likelihoods, each within exp(+-20), are multiplied before a logarithm is taken in single precision. */
const FACTORS: i32 = 4;
/** A row of likelihoods with its ends repeated on both sides, in whole vectors. */
const PADDED_ROW: usize = 288;

export function votesScratchBytes(): i32 {
  return <i32>(SURFACE_SCRATCH_BYTES + 4 * SURFACE_BYTES + PADDED_ROW);
}

/**
 * @param responses pairs of floats, pilot by pilot, block by block
 * @param coefficients u, v of every pilot as integers
 * @param positions, twiddles of fftTables.ts for 64
 * @param bias what the logarithm of each likelihood is lowered by
 * @param votes receives 64 x 64 floats; x counts the rows, y the columns
 */
export function sumVotes(
  responses: usize,
  blocks: i32,
  coefficients: usize,
  positions: usize,
  twiddles: usize,
  bias: f32,
  scratch: usize,
  votes: usize,
): void {
  const likelihood = scratch + SURFACE_SCRATCH_BYTES;
  const products = likelihood + 2 * SURFACE_BYTES;
  const sums = products + SURFACE_BYTES;
  memory.fill(votes, 0, SURFACE_BYTES);
  fillOnes(products);
  let factors = 0;
  for (let block = 0; block < blocks; block += 2) {
    memory.fill(scratch, 0, 2 * SURFACE_BYTES);
    const hasNext = block + 1 < blocks;
    for (let k = 0; k < PILOTS; k++) {
      const at = responses + ((<usize>(block * PILOTS + k)) << 3);
      const next = at + ((<usize>PILOTS) << 3);
      const place = coefficients + ((<usize>k) << 3);
      // Conjugates, because the forward transform has the opposite sign in its exponent.
      const c: f32 = hasNext ? load<f32>(next) : 0;
      const d: f32 = hasNext ? -load<f32>(next, 4) : 0;
      addWave(scratch, load<i32>(place), load<i32>(place, 4), load<f32>(at), -load<f32>(at, 4), c, d);
    }
    transformFirstAxis(scratch, positions, twiddles);
    fillLikelihoods(scratch, positions, twiddles, bias, likelihood);
    const parts = hasNext ? 2 : 1;
    for (let part = 0; part < parts; part++) {
      multiplyByMeans(likelihood + <usize>part * SURFACE_BYTES, sums, products);
      if (++factors < FACTORS) continue;
      takeLogarithms(products, votes);
      factors = 0;
    }
  }
  takeLogarithms(products, votes);
}

function fillOnes(plane: usize): void {
  const one = f32x4.splat(1);
  for (let i: usize = 0; i < SURFACE_BYTES; i += 16) v128.store(plane + i, one);
}

/** exp(surface - bias) of both surfaces, x by x. */
function fillLikelihoods(surface: usize, positions: usize, twiddles: usize, bias: f32, out: usize): void {
  const less = f32x4.splat(bias);
  for (let y = 0; y < OFFSETS; y += 4) {
    const points = transformSecondAxis(surface, y, positions, twiddles);
    for (let x: usize = 0; x < <usize>OFFSETS; x++) {
      const p = points + x * POINT_BYTES;
      const to = out + x * SURFACE_ROW + ((<usize>y) << 2);
      v128.store(to, exponential(f32x4.sub(v128.load(p), less)));
      v128.store(to, exponential(f32x4.sub(v128.load(p, 16), less)), SURFACE_BYTES);
    }
  }
}

/** products *= means over 5 x 5 places; the surface is periodic. */
function multiplyByMeans(likelihood: usize, sums: usize, products: usize): void {
  const padded = sums + SURFACE_BYTES;
  for (let row: usize = 0; row < SURFACE_BYTES; row += SURFACE_ROW) {
    // Two samples of each end beside the other one.
    memory.copy(padded + 8, likelihood + row, SURFACE_ROW);
    store<u64>(padded, load<u64>(likelihood + row + SURFACE_ROW - 8));
    store<u64>(padded + 8 + SURFACE_ROW, load<u64>(likelihood + row));
    for (let i: usize = 0; i < SURFACE_ROW; i += 16) {
      const p = padded + i;
      const outer = f32x4.add(v128.load(p), v128.load(p, 16));
      const inner = f32x4.add(v128.load(p, 4), v128.load(p, 12));
      v128.store(sums + row + i, f32x4.add(f32x4.add(outer, inner), v128.load(p, 8)));
    }
  }
  const share = f32x4.splat(<f32>1 / WINDOW);
  const mask = SURFACE_BYTES - 1;
  for (let i: usize = 0; i < SURFACE_BYTES; i += 16) {
    const outer = f32x4.add(
      v128.load(sums + ((i - 2 * SURFACE_ROW) & mask)),
      v128.load(sums + ((i + 2 * SURFACE_ROW) & mask)),
    );
    const inner = f32x4.add(v128.load(sums + ((i - SURFACE_ROW) & mask)), v128.load(sums + ((i + SURFACE_ROW) & mask)));
    const mean = f32x4.mul(share, f32x4.add(f32x4.add(outer, inner), v128.load(sums + i)));
    v128.store(products + i, f32x4.mul(v128.load(products + i), mean));
  }
}

/** votes += ln products, and products = 1. */
function takeLogarithms(products: usize, votes: usize): void {
  for (let i: usize = 0; i < SURFACE_BYTES; i += 16)
    v128.store(votes + i, f32x4.add(v128.load(votes + i), logarithm(v128.load(products + i))));
  fillOnes(products);
}

/** e^x as 2^n e^f with |f| <= ln(2) / 2, by the series to the sixth power; relative error below 3e-6. */
function exponential(x: v128): v128 {
  const bounded = f32x4.pmax(f32x4.splat(-80), f32x4.pmin(f32x4.splat(80), x));
  const n = f32x4.nearest(f32x4.mul(bounded, f32x4.splat(<f32>Math.LOG2E)));
  const f = f32x4.sub(bounded, f32x4.mul(n, f32x4.splat(<f32>Math.LN2)));
  let sum = f32x4.splat(0.001388888888888889);
  sum = f32x4.add(f32x4.mul(sum, f), f32x4.splat(0.008333333333333333));
  sum = f32x4.add(f32x4.mul(sum, f), f32x4.splat(0.041666666666666664));
  sum = f32x4.add(f32x4.mul(sum, f), f32x4.splat(0.16666666666666666));
  sum = f32x4.add(f32x4.mul(sum, f), f32x4.splat(0.5));
  sum = f32x4.add(f32x4.mul(sum, f), f32x4.splat(1));
  sum = f32x4.add(f32x4.mul(sum, f), f32x4.splat(1));
  const exponent = i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127));
  return f32x4.mul(sum, i32x4.shl(exponent, 23));
}

/** ln x of positive x as e ln 2 + 2 artanh((m - 1) / (m + 1)), m in [0.7, 1.42]; error below 1e-6. */
function logarithm(x: v128): v128 {
  const one = f32x4.splat(1);
  // The lowest bits of the exponent change where the fraction passes sqrt 2.
  const offset = i32x4.sub(x, i32x4.splat(0x3f3504f3));
  const exponent = i32x4.shr_s(offset, 23);
  const m = i32x4.sub(x, i32x4.shl(exponent, 23));
  const t = f32x4.div(f32x4.sub(m, one), f32x4.add(m, one));
  const square = f32x4.mul(t, t);
  let sum = f32x4.splat(0.2857142857142857);
  sum = f32x4.add(f32x4.mul(sum, square), f32x4.splat(0.4));
  sum = f32x4.add(f32x4.mul(sum, square), f32x4.splat(0.6666666666666666));
  sum = f32x4.add(f32x4.mul(sum, square), f32x4.splat(2));
  return f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(exponent), f32x4.splat(<f32>Math.LN2)), f32x4.mul(sum, t));
}
