/**
 * A track's mark as it must stand in a view once its payload and its map are known: the tile, and where it begins. The tile
 * is that of a matched filter, every carrier weighted with what the channel left of it over the noise that it meets,
 *     m(X) = Re sum_k G_k Z_k / N_k exp(2 pi i p_k . X),   X = A^T (x - c) - P,
 * so that sum_x z(x) m(X(x)) is what tells a marked place from an unmarked one best. P is where the correlation of all
 * carriers, not of the pilots alone, is highest: with the payload known every carrier is a pilot.
 * Source: matched filtering under coloured noise, Kay 1998, chapter 4; carriers as in docs/spec/watermark-a.md.
 * @module
 */
import type { Affine } from '../affine.ts';
import { synthesiseBand } from '../bandSynthesis.ts';
import { sampleAmplitudes, sampleCarriers } from '../carrierSamples.ts';
import { channelGains } from '../channelGain.ts';
import { type Climbed, climb } from '../coherentRefinement.ts';
import { type Constellation, PILOTS } from '../constellation.ts';
import type { PictureSpectrum } from '../pictureSpectrum.ts';
import type { Place } from '../fieldFit.ts';

/**
 * Samples of the table along either side of the tile; a power of two, so that wrapping is a mask. The nearest sample is at
 * most half a step off: 0.25 canonical pixels of track B, a phase of 0.3 at its finest carrier and a loss of 2 %.
 */
export const TABLE_SIDE = 256;

export interface KnownMark {
  readonly map: Affine;
  readonly tileSide: number;
  /** Where the tile begins at the view's centre sample, canonical pixels. */
  readonly place: Place;
  /** How far the correlation at `place` rises above its own spread over all places of a tile. */
  readonly sigma: number;
  /** m, TABLE_SIDE x TABLE_SIDE, mean square 1. */
  readonly table: Float32Array;
}

/**
 * Carriers that refine the map, from the first pilot on: a third of all, drawn at random by the key, see each step of the
 * search as clearly as all do and cost a third.
 */
const CARRIERS_REFINING = 256;
/** Last step of the map: 0.0001 moves the corner of the largest view by 0.05 pixels. */
const MAP_STEP_LAST = 1e-4;

/**
 * @param maps  under which the track was read or may stand, any order; the best is refined by the carriers of the payload
 * @param coded the code word of the payload that was read
 */
export function knownMark(
  spectrum: PictureSpectrum,
  constellation: Constellation,
  maps: readonly Affine[],
  coded: Uint8Array,
): KnownMark {
  const sent = sentValues(constellation, coded);
  const { affine, x, y } = refined(spectrum, constellation, maps, sent);
  const place = { x, y };
  const { values, noise } = sampleCarriers(spectrum, constellation, affine);
  const gains = channelGains(constellation, alignedPilots(values, constellation, place), noise);
  const weights = gains.map((gain, i) => gain / (noise[i] as number));
  return {
    map: affine,
    tileSide: constellation.tileSide,
    place,
    sigma: heightAt(constellation, correlated(values, sent, weights), place),
    table: tableOf(constellation, sent, weights),
  };
}

function refined(
  spectrum: PictureSpectrum,
  constellation: Constellation,
  maps: readonly Affine[],
  sent: Float32Array,
): Climbed {
  const starts = maps.map((map) => {
    const { values, noise } = sampleCarriers(spectrum, constellation, map);
    const weights = noise.map((power) => 1 / power);
    const together = correlated(values, sent, weights);
    const place = bestPlace(constellation, together);
    return { map, weights, place, height: heightAt(constellation, together, place) };
  });
  const { map, weights, place } = starts.reduce((best, start) => (start.height > best.height ? start : best));
  const amplitudes = new Float32Array(2 * Math.min(CARRIERS_REFINING, constellation.carriers));
  const respond = (tried: Affine): Float32Array => {
    sampleAmplitudes(spectrum, constellation, tried, amplitudes);
    return correlated(amplitudes, sent, weights);
  };
  return climb(constellation, map, place, respond, MAP_STEP_LAST);
}

/** m by the weight of each carrier, mean square 1. */
function tableOf({ u, v, carriers }: Constellation, sent: Float32Array, weights: Float32Array): Float32Array {
  const values = sent.map((value, at) => value * (weights[at >> 1] as number));
  const tile = synthesiseBand(TABLE_SIDE, { u, v, values, count: carriers });
  const scale = 1 / Math.sqrt(tile.reduce((sum, value) => sum + value * value, 1e-30) / tile.length);
  return tile.map((value) => value * scale);
}

/** Z of every carrier, gains 1. */
function sentValues(
  { carriers, amplitude, pilotPhase, codedBit, sign }: Constellation,
  coded: Uint8Array,
): Float32Array {
  const out = new Float32Array(2 * carriers);
  for (let at = 0; at < out.length; at++) {
    const a = amplitude[at >> 1] as number;
    const place = at - 2 * PILOTS;
    out[at] =
      place < 0
        ? a * (pilotPhase[at] as number)
        : (a * (sign[place] as number) * (1 - 2 * (coded[codedBit[place] as number] as number))) / Math.SQRT2;
  }
  return out;
}

/** S_k conj(Z_k) times the weight, of as many carriers as there are amplitudes. */
function correlated(values: Float32Array, sent: Float32Array, weights: Float32Array): Float32Array {
  const out = new Float32Array(values.length);
  for (let at = 0; at < out.length; at += 2) {
    const weight = weights[at >> 1] as number;
    const [re, im] = [values[at] as number, values[at + 1] as number];
    const [c, s] = [sent[at] as number, sent[at + 1] as number];
    out[at] = weight * (re * c + im * s);
    out[at + 1] = weight * (im * c - re * s);
  }
  return out;
}

/** Places along a tile's side that are tried: the finest carrier has more than four a period. */
const PLACES = 128;

function bestPlace({ u, v, carriers, tileSide }: Constellation, values: Float32Array): Place {
  const surface = synthesiseBand(PLACES, { u, v, values, count: carriers });
  let best = 0;
  for (let i = 0; i < surface.length; i++) if ((surface[i] as number) > (surface[best] as number)) best = i;
  const unit = tileSide / PLACES;
  return { x: (best % PLACES) * unit, y: Math.floor(best / PLACES) * unit };
}

/** Height of the correlation at a place over its own spread: it has no constant term, so the spread is half its power. */
function heightAt({ u, v, carriers, tileSide }: Constellation, values: Float32Array, { x, y }: Place): number {
  let height = 0;
  let power = 1e-30;
  for (let k = 0; k < carriers; k++) {
    const angle = (2 * Math.PI * ((u[k] as number) * x + (v[k] as number) * y)) / tileSide;
    const [re, im] = [values[2 * k] as number, values[2 * k + 1] as number];
    height += re * Math.cos(angle) - im * Math.sin(angle);
    power += (re * re + im * im) / 2;
  }
  return height / Math.sqrt(power);
}

/** Real part of each pilot once the tile's place and the pilot's known phase are taken off. */
function alignedPilots(
  values: Float32Array,
  { u, v, tileSide, pilotPhase }: Constellation,
  { x, y }: Place,
): Float32Array {
  const out = new Float32Array(PILOTS);
  for (let k = 0; k < PILOTS; k++) {
    const angle = (2 * Math.PI * ((u[k] as number) * x + (v[k] as number) * y)) / tileSide;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const [re, im] = [values[2 * k] as number, values[2 * k + 1] as number];
    out[k] = (re * c - im * s) * (pilotPhase[2 * k] as number) + (re * s + im * c) * (pilotPhase[2 * k + 1] as number);
  }
  return out;
}
