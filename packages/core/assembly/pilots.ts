/**
 * Kernels of the steps that read the pilots alone: src/watermark/tile/detect/pilotScreen.ts and coherentRefinement.ts say
 * what they compute. Real and imaginary parts stand in planes of their own, a float a pilot.
 * @module
 */
import { POINT_BYTES } from './fft';
import { backgroundNoise, evaluateTaps } from './fourierTaps';
import {
  addWave,
  OFFSETS,
  SURFACE_BYTES,
  SURFACE_SCRATCH_BYTES,
  transformFirstAxis,
  transformSecondAxis,
} from './offsetSurface';

/** PILOTS of carrierLayout.ts; a whole number of vectors. */
const PILOTS: i32 = 88;
const PLANE: usize = 352;
/** One pilot may count for at most this many mean pilots; PILOT_LIMIT of tileOffset.ts. */
const LIMIT: f32 = 2.5;
/** NOISE_REGULARISATION and NOISE_QUANTILE of carrierSamples.ts. */
const NOISE_SHARE: f32 = 0.04;
const NOISE_QUANTILE: f32 = 0.9;

/** Fields of the view's block, beside those of fourierTaps.ts. */
const PILOT_TABLE: usize = 28;
const SCRATCH: usize = 32;
const SIDE: usize = 36;
const TWIDDLES: usize = 40;
const POSITIONS: usize = 44;

/** Planes of the pilots' table: coefficient u, v as floats, cosine and sine of the known phase. */
const U: usize = 0;
const V: usize = PLANE;
const COSINE: usize = 2 * PLANE;
const SINE: usize = 3 * PLANE;

/** Planes of the scratch. */
const FX: usize = 0;
const FY: usize = PLANE;
const RE: usize = 2 * PLANE;
const IM: usize = 3 * PLANE;
const NOISE: usize = 4 * PLANE;
const SORTED: usize = 5 * PLANE;
const RESPONSE_RE: usize = 6 * PLANE;
const RESPONSE_IM: usize = 7 * PLANE;
const OTHER_RE: usize = 8 * PLANE;
const OTHER_IM: usize = 9 * PLANE;
const PHASOR_COS: usize = 10 * PLANE;
const PHASOR_SIN: usize = 11 * PLANE;
const THERE_COS: usize = 12 * PLANE;
const THERE_SIN: usize = 13 * PLANE;
/** Two planes. */
const BEST: usize = 14 * PLANE;
const SURFACE: usize = 16 * PLANE;

export function pilotScratchBytes(): i32 {
  return <i32>(SURFACE + SURFACE_SCRATCH_BYTES);
}

/** Frequencies of the pilots under a pose, cycles per view pixel. */
function placePilots(view: usize, a: f64, b: f64, c: f64, d: f64): void {
  const table = <usize>load<u32>(view, PILOT_TABLE);
  const scratch = <usize>load<u32>(view, SCRATCH);
  const perSide = <f64>1 / <f64>load<i32>(view, SIDE);
  const a4 = f32x4.splat(<f32>(a * perSide));
  const b4 = f32x4.splat(<f32>(b * perSide));
  const c4 = f32x4.splat(<f32>(c * perSide));
  const d4 = f32x4.splat(<f32>(d * perSide));
  for (let i: usize = 0; i < PLANE; i += 16) {
    const u = v128.load(table + i, U);
    const v = v128.load(table + i, V);
    v128.store(scratch + i, f32x4.add(f32x4.mul(a4, u), f32x4.mul(b4, v)), FX);
    v128.store(scratch + i, f32x4.add(f32x4.mul(c4, u), f32x4.mul(d4, v)), FY);
  }
}

function samplePilots(view: usize, a: f64, b: f64, c: f64, d: f64): void {
  const scratch = <usize>load<u32>(view, SCRATCH);
  placePilots(view, a, b, c, d);
  evaluateTaps(view, scratch + FX, scratch + FY, PILOTS, scratch + RE, scratch + IM, 4);
}

/** Noise of the pilots where `placePilots` has put them. */
function pilotNoise(view: usize): void {
  const s = <usize>load<u32>(view, SCRATCH);
  backgroundNoise(view, s + FX, s + FY, PILOTS, NOISE_SHARE, NOISE_QUANTILE, s + NOISE, s + SORTED);
}

/** `pilotResponses` of tileOffset.ts, from samples and noise in the scratch; returns the sum of their squared magnitudes. */
function respond(view: usize, halfTurn: f32, re: usize, im: usize): f32 {
  const table = <usize>load<u32>(view, PILOT_TABLE);
  const scratch = <usize>load<u32>(view, SCRATCH);
  const turns = f32x4.splat(halfTurn);
  const one = f32x4.splat(1);
  let total4 = f32x4.splat(0);
  for (let i: usize = 0; i < PLANE; i += 16) {
    const scale = f32x4.div(one, f32x4.sqrt(v128.load(scratch + i, NOISE)));
    const x = f32x4.mul(v128.load(scratch + i, RE), scale);
    const y = f32x4.mul(f32x4.mul(v128.load(scratch + i, IM), scale), turns);
    const c = v128.load(table + i, COSINE);
    const s = v128.load(table + i, SINE);
    v128.store(re + i, f32x4.add(f32x4.mul(x, c), f32x4.mul(y, s)));
    v128.store(im + i, f32x4.sub(f32x4.mul(y, c), f32x4.mul(x, s)));
    total4 = f32x4.add(total4, f32x4.sqrt(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y))));
  }
  const limit = f32x4.splat((LIMIT * sumOf(total4)) / <f32>PILOTS + <f32>1e-30);
  const most = f32x4.splat(LIMIT);
  let squares = f32x4.splat(0);
  for (let i: usize = 0; i < PLANE; i += 16) {
    const x = v128.load(re + i);
    const y = v128.load(im + i);
    const magnitude = f32x4.sqrt(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)));
    const scale = f32x4.div(most, f32x4.pmax(limit, magnitude));
    const outRe = f32x4.mul(x, scale);
    const outIm = f32x4.mul(y, scale);
    v128.store(re + i, outRe);
    v128.store(im + i, outIm);
    squares = f32x4.add(squares, f32x4.add(f32x4.mul(outRe, outRe), f32x4.mul(outIm, outIm)));
  }
  return sumOf(squares);
}

function sumOf(lanes: v128): f32 {
  return (
    f32x4.extract_lane(lanes, 0) +
    f32x4.extract_lane(lanes, 1) +
    f32x4.extract_lane(lanes, 2) +
    f32x4.extract_lane(lanes, 3)
  );
}

/**
 * `screenPose` of `count` poses.
 * @param poses four doubles each: a, b, c, d
 * @param out four floats each: x, y, half turn, z-score
 */
export function screenPoses(view: usize, poses: usize, count: i32, out: usize): void {
  const s = <usize>load<u32>(view, SCRATCH);
  for (let i = 0; i < count; i++) {
    const pose = poses + ((<usize>i) << 5);
    samplePilots(view, load<f64>(pose), load<f64>(pose, 8), load<f64>(pose, 16), load<f64>(pose, 24));
    pilotNoise(view);
    const upright = respond(view, 1, s + RESPONSE_RE, s + RESPONSE_IM);
    const turned = respond(view, -1, s + OTHER_RE, s + OTHER_IM);
    packSurfaces(view);
    highestOffset(view, upright, turned, out + ((<usize>i) << 4));
  }
}

/** Spectrum of the surface of the upright tile + i times that of the tile turned by 180 degrees. */
function packSurfaces(view: usize): void {
  const table = <usize>load<u32>(view, PILOT_TABLE);
  const scratch = <usize>load<u32>(view, SCRATCH);
  memory.fill(scratch + SURFACE, 0, 2 * SURFACE_BYTES);
  for (let i: usize = 0; i < PLANE; i += 4)
    addWave(
      scratch + SURFACE,
      <i32>load<f32>(table + i, U),
      <i32>load<f32>(table + i, V),
      load<f32>(scratch + i, RESPONSE_RE),
      load<f32>(scratch + i, RESPONSE_IM),
      load<f32>(scratch + i, OTHER_RE),
      load<f32>(scratch + i, OTHER_IM),
    );
  transformFirstAxis(scratch + SURFACE, <usize>load<u32>(view, POSITIONS), <usize>load<u32>(view, TWIDDLES));
}

/** The other axis, and the higher of the two surfaces' peaks by their z-scores. */
function highestOffset(view: usize, uprightSquares: f32, turnedSquares: f32, out: usize): void {
  const surface = <usize>load<u32>(view, SCRATCH) + SURFACE;
  const positions = <usize>load<u32>(view, POSITIONS);
  const twiddles = <usize>load<u32>(view, TWIDDLES);
  let highRe = f32x4.splat(-Infinity);
  let highIm = highRe;
  let atRe = i32x4.splat(0);
  let atIm = atRe;
  for (let y = 0; y < OFFSETS; y += 4) {
    const points = transformSecondAxis(surface, y, positions, twiddles);
    const rows = i32x4(y * OFFSETS, (y + 1) * OFFSETS, (y + 2) * OFFSETS, (y + 3) * OFFSETS);
    for (let x = 0; x < OFFSETS; x++) {
      const p = points + <usize>x * POINT_BYTES;
      const here = i32x4.add(rows, i32x4.splat(x));
      const re = v128.load(p);
      const isHigherRe = f32x4.gt(re, highRe);
      highRe = v128.bitselect(re, highRe, isHigherRe);
      atRe = v128.bitselect(here, atRe, isHigherRe);
      const im = v128.load(p, 16);
      const isHigherIm = f32x4.gt(im, highIm);
      highIm = v128.bitselect(im, highIm, isHigherIm);
      atIm = v128.bitselect(here, atIm, isHigherIm);
    }
  }
  const upright = highestLane(highRe, atRe);
  const uprightZScore = highestOf(highRe) / (sqrt<f32>(<f32>0.5 * uprightSquares) + <f32>1e-20);
  const turnedZScore = highestOf(highIm) / (sqrt<f32>(<f32>0.5 * turnedSquares) + <f32>1e-20);
  const isTurned = turnedZScore > uprightZScore;
  const at = isTurned ? highestLane(highIm, atIm) : upright;
  // The forward transform has the opposite sign in its exponent, so offsets count backwards.
  const step = <f32>load<i32>(view, SIDE) / <f32>OFFSETS;
  store<f32>(out, -(<f32>(at & (OFFSETS - 1))) * step);
  store<f32>(out, -(<f32>(at / OFFSETS)) * step, 4);
  store<f32>(out, isTurned ? -1 : 1, 8);
  store<f32>(out, isTurned ? turnedZScore : uprightZScore, 12);
}

function highestOf(lanes: v128): f32 {
  return max(
    max(f32x4.extract_lane(lanes, 0), f32x4.extract_lane(lanes, 1)),
    max(f32x4.extract_lane(lanes, 2), f32x4.extract_lane(lanes, 3)),
  );
}

function highestLane(lanes: v128, at: v128): i32 {
  const highest = highestOf(lanes);
  if (f32x4.extract_lane(lanes, 0) === highest) return i32x4.extract_lane(at, 0);
  if (f32x4.extract_lane(lanes, 1) === highest) return i32x4.extract_lane(at, 1);
  if (f32x4.extract_lane(lanes, 2) === highest) return i32x4.extract_lane(at, 2);
  return i32x4.extract_lane(at, 3);
}

/** Steps of coherentRefinement.ts. */
const POSE_STEP_FIRST: f64 = 0.003;
const POSE_STEP_LAST: f64 = 0.0004;
const OFFSET_PER_POSE_STEP: f64 = 200;
const GAIN_MIN: f32 = 0.001;
const SWEEPS_MAX: i32 = 40;

/**
 * Moves of coherentRefinement.ts, in its order: scale, rotation, stretch, shear, then the offset; forwards, then backwards.
 */
const MOVES: i32 = 12;
const POSE_MOVES: i32 = 4;

/**
 * `refineCoherently`.
 * @param pose four doubles, which become the refined pose
 * @param x, y the tile's offset, canonical pixels
 */
export function refinePose(view: usize, pose: usize, x: f64, y: f64, halfTurn: f32): void {
  const s = <usize>load<u32>(view, SCRATCH);
  const changed = memory.data(32, 8);
  const best = memory.data(32, 8);
  samplePilots(view, load<f64>(pose), load<f64>(pose, 8), load<f64>(pose, 16), load<f64>(pose, 24));
  pilotNoise(view);
  respond(view, halfTurn, s + RESPONSE_RE, s + RESPONSE_IM);
  fillPhasors(view, x, y, s + PHASOR_COS, s + PHASOR_SIN);
  let value = alignment(s + RESPONSE_RE, s + RESPONSE_IM, s + PHASOR_COS, s + PHASOR_SIN);
  let step = POSE_STEP_FIRST;
  for (let sweep = 0; sweep < SWEEPS_MAX && step >= POSE_STEP_LAST; sweep++) {
    let highest = value + GAIN_MIN * abs(value);
    let move = -1;
    for (let m = 0; m < MOVES; m++) {
      const kind = m % (MOVES / 2);
      const length = m < MOVES / 2 ? step : -step;
      let there: f32 = 0;
      if (kind < POSE_MOVES) {
        changePose(pose, kind, length, changed);
        samplePilots(view, load<f64>(changed), load<f64>(changed, 8), load<f64>(changed, 16), load<f64>(changed, 24));
        respond(view, halfTurn, s + OTHER_RE, s + OTHER_IM);
        there = alignment(s + OTHER_RE, s + OTHER_IM, s + PHASOR_COS, s + PHASOR_SIN);
      } else {
        fillPhasors(view, movedX(x, kind, length), movedY(y, kind, length), s + THERE_COS, s + THERE_SIN);
        there = alignment(s + RESPONSE_RE, s + RESPONSE_IM, s + THERE_COS, s + THERE_SIN);
      }
      if (there <= highest) continue;
      highest = there;
      move = m;
      if (kind < POSE_MOVES) {
        memory.copy(best, changed, 32);
        memory.copy(s + BEST, s + OTHER_RE, 2 * PLANE);
      }
    }
    if (move < 0) {
      step *= 0.5;
      continue;
    }
    value = highest;
    const kind = move % (MOVES / 2);
    if (kind < POSE_MOVES) {
      memory.copy(pose, best, 32);
      memory.copy(s + RESPONSE_RE, s + BEST, 2 * PLANE);
      continue;
    }
    const length = move < MOVES / 2 ? step : -step;
    x = movedX(x, kind, length);
    y = movedY(y, kind, length);
    fillPhasors(view, x, y, s + PHASOR_COS, s + PHASOR_SIN);
  }
}

function movedX(x: f64, kind: i32, length: f64): f64 {
  return kind === POSE_MOVES ? x + length * OFFSET_PER_POSE_STEP : x;
}

function movedY(y: f64, kind: i32, length: f64): f64 {
  return kind === POSE_MOVES ? y : y + length * OFFSET_PER_POSE_STEP;
}

/** pose (1 + length change), the change being that of scale, rotation, stretch or shear. */
function changePose(pose: usize, kind: i32, length: f64, out: usize): void {
  const isDiagonal = kind === 0 || kind === 2;
  const first = isDiagonal ? length : 0;
  const last = kind === 0 ? length : kind === 2 ? -length : 0;
  const upper = kind === 1 ? -length : kind === 3 ? length : 0;
  const lower = isDiagonal ? 0 : length;
  const a = load<f64>(pose);
  const b = load<f64>(pose, 8);
  const c = load<f64>(pose, 16);
  const d = load<f64>(pose, 24);
  const one: f64 = 1;
  store<f64>(out, a * (one + first) + b * lower);
  store<f64>(out, a * upper + b * (one + last), 8);
  store<f64>(out, c * (one + first) + d * lower, 16);
  store<f64>(out, c * upper + d * (one + last), 24);
}

/** exp(2 pi i (u x + v y) / side) of each pilot. */
function fillPhasors(view: usize, x: f64, y: f64, cosine: usize, sine: usize): void {
  const table = <usize>load<u32>(view, PILOT_TABLE);
  const perSide = <f64>1 / <f64>load<i32>(view, SIDE);
  const x4 = f32x4.splat(<f32>(x * perSide));
  const y4 = f32x4.splat(<f32>(y * perSide));
  const quarter = f32x4.splat(0.25);
  for (let i: usize = 0; i < PLANE; i += 16) {
    const turns = f32x4.add(f32x4.mul(x4, v128.load(table + i, U)), f32x4.mul(y4, v128.load(table + i, V)));
    v128.store(sine + i, sineOfTurns(turns));
    v128.store(cosine + i, sineOfTurns(f32x4.add(turns, quarter)));
  }
}

/** sin(2 pi t) by its Taylor series to the eleventh power, after t is brought to [-1/4, 1/4]; error below 1e-6. */
function sineOfTurns(turns: v128): v128 {
  const half = f32x4.splat(0.5);
  const sign = v128.and(f32x4.sub(turns, f32x4.nearest(turns)), f32x4.splat(-0.0));
  const near = f32x4.abs(f32x4.sub(turns, f32x4.nearest(turns)));
  const folded = f32x4.pmin(near, f32x4.sub(half, near));
  const x = f32x4.mul(folded, f32x4.splat(6.283185307179586));
  const square = f32x4.mul(x, x);
  let sum = f32x4.splat(-2.505210838544172e-8);
  sum = f32x4.add(f32x4.mul(sum, square), f32x4.splat(2.7557319223985893e-6));
  sum = f32x4.add(f32x4.mul(sum, square), f32x4.splat(-0.0001984126984126984));
  sum = f32x4.add(f32x4.mul(sum, square), f32x4.splat(0.008333333333333333));
  sum = f32x4.add(f32x4.mul(sum, square), f32x4.splat(-0.16666666666666666));
  sum = f32x4.add(f32x4.mul(sum, square), f32x4.splat(1));
  return v128.or(f32x4.mul(sum, x), sign);
}

/** Sum of the pilots' real parts once the phases of the tile's offset are taken off. */
function alignment(re: usize, im: usize, cosine: usize, sine: usize): f32 {
  let sum = f32x4.splat(0);
  for (let i: usize = 0; i < PLANE; i += 16) {
    const real = f32x4.mul(v128.load(re + i), v128.load(cosine + i));
    sum = f32x4.add(sum, f32x4.sub(real, f32x4.mul(v128.load(im + i), v128.load(sine + i))));
  }
  return sumOf(sum);
}
