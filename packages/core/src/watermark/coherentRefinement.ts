/**
 * The last step of sync: climbs from a fair map to the map at which the pilots add up best in phase,
 *     maximise over A, x, y:   sum_k Re( p_k(A) exp(2 pi i (u x + v y) / side) ),
 * by a pattern search over six parameters: turn, scale, stretch and shear of the map, and the tile's place. Phase is far
 * sharper than power: at 300 pixels from the centre an error of 0.1 % moves a pilot by 0.03 periods.
 * Source: Hooke and Jeeves 1961 for the search.
 * @module
 */
import { type Affine, multiply } from './affine.ts';
import { sampleCarriers, sampleAmplitudes } from './carrierSamples.ts';
import { type Constellation, PILOTS } from './constellation.ts';
import type { PictureSpectrum } from './pictureSpectrum.ts';
import type { ScreenedMap } from './pilotScreen.ts';
import { pilotResponses } from './tilePhase.ts';

/** First and last step of the map's four parameters; the first is about what the power spectrum leaves open. */
const MAP_STEP_FIRST = 0.003;
const MAP_STEP_LAST = 0.0004;
/** Step of the place for a step 1 of the map, canonical pixels: 0.003 goes with 0.6 pixels. */
const PLACE_PER_MAP_STEP = 200;
/** A move must gain this share of the whole to count, or noise is followed forever. */
const GAIN_MIN = 1e-3;
const SWEEPS_MAX = 40;

/** Small changes of the map: scale, turn, stretch, shear. */
const MAP_CHANGES: readonly Affine[] = [
  { a: 1, b: 0, c: 0, d: 1 },
  { a: 0, b: -1, c: 1, d: 0 },
  { a: 1, b: 0, c: 0, d: -1 },
  { a: 0, b: 1, c: 1, d: 0 },
];

/** Where a climb is. */
export interface Climbed {
  readonly affine: Affine;
  /** The tile's place, canonical pixels. */
  readonly x: number;
  readonly y: number;
  /** What was maximised. */
  readonly value: number;
}

interface State extends Climbed {
  /** Of the carriers under the map, see `pilotResponses`. */
  readonly responses: Float32Array;
}

/** The first carriers' responses under a map, pairs, in an array of their own. */
export type Respond = (map: Affine) => Float32Array;

/** @returns a map at which the pilots agree at least as well as at the screened one */
export function refineCoherently(
  spectrum: PictureSpectrum,
  constellation: Constellation,
  { affine, phase }: ScreenedMap,
): Affine {
  const { noise } = sampleCarriers(spectrum, constellation, affine, PILOTS);
  const values = new Float32Array(2 * PILOTS);
  const respond: Respond = (map) => {
    sampleAmplitudes(spectrum, constellation, map, values);
    return pilotResponses({ values, noise }, constellation, phase.turn);
  };
  return climb(constellation, affine, phase, respond, MAP_STEP_LAST).affine;
}

/**
 * The pattern search, for any number of carriers from the first pilot on.
 * @param place where the tile begins under `map`
 * @param stepLast last step of the map's four parameters
 */
export function climb(
  constellation: Constellation,
  map: Affine,
  place: { readonly x: number; readonly y: number },
  respond: Respond,
  stepLast: number,
): Climbed {
  const responses = respond(map);
  const turns = new Float32Array(responses.length);
  fillTurns(constellation, place.x, place.y, turns);
  let state: State = { affine: map, responses, x: place.x, y: place.y, value: alignment(responses, turns) };
  let step = MAP_STEP_FIRST;
  for (let sweep = 0; sweep < SWEEPS_MAX && step >= stepLast; sweep++) {
    const better = bestMove(state, step, constellation, respond);
    if (better) state = better;
    else step /= 2;
  }
  return state;
}

/** The best of the twelve neighbours, if it gains enough. */
function bestMove(state: State, step: number, constellation: Constellation, respond: Respond): State | null {
  let best: State | null = null;
  const floor = state.value + GAIN_MIN * Math.abs(state.value);
  const consider = (move: Omit<State, 'value'>, turns: Float32Array): void => {
    const value = alignment(move.responses, turns);
    if (value > (best?.value ?? floor)) best = { ...move, value };
  };
  const here = new Float32Array(state.responses.length);
  fillTurns(constellation, state.x, state.y, here);
  const there = new Float32Array(state.responses.length);
  for (const sign of [step, -step]) {
    for (const { a, b, c, d } of MAP_CHANGES) {
      const affine = multiply(state.affine, { a: 1 + sign * a, b: sign * b, c: sign * c, d: 1 + sign * d });
      consider({ affine, responses: respond(affine), x: state.x, y: state.y }, here);
    }
    for (const [dx, dy] of PLACE_CHANGES) {
      const x = state.x + sign * PLACE_PER_MAP_STEP * dx;
      const y = state.y + sign * PLACE_PER_MAP_STEP * dy;
      fillTurns(constellation, x, y, there);
      consider({ ...state, x, y }, there);
    }
  }
  return best;
}

const PLACE_CHANGES = [
  [1, 0],
  [0, 1],
] as const;

/** exp(2 pi i (u x + v y) / side) of each carrier. */
function fillTurns({ u, v, tileSide }: Constellation, x: number, y: number, turns: Float32Array): void {
  for (let i = 0; 2 * i < turns.length; i++) {
    const angle = (2 * Math.PI * ((u[i] as number) * x + (v[i] as number) * y)) / tileSide;
    turns[2 * i] = Math.cos(angle);
    turns[2 * i + 1] = Math.sin(angle);
  }
}

/** Sum of the carriers' real parts once turned back by the tile's place. */
function alignment(responses: Float32Array, turns: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < turns.length; i += 2)
    sum += (responses[i] as number) * (turns[i] as number) - (responses[i + 1] as number) * (turns[i + 1] as number);
  return sum;
}
