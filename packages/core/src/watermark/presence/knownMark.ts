/**
 * A track's mark as it must stand in a view once its payload and its pose are known: the tile, and its offset. The tile
 * is that of a matched filter, every carrier weighted with what the channel left of it over the noise that it meets,
 *     m(X) = Re sum_k G_k Z_k / N_k exp(2 pi i p_k . X),   X = A^T (x - c) - P,
 * so that sum_x z(x) m(X(x)) is what tells a marked place from an unmarked one best. P is where the correlation of all
 * carriers, not of the pilots alone, is highest: with the payload known every carrier is a pilot.
 * Source: matched filtering under coloured noise, Kay 1998, chapter 4; carriers as in docs/spec/watermark-a.md.
 * @module
 */
import { type Affine, isSame } from '../affine.ts';
import { synthesiseBand } from '../tile/carriers/bandSynthesis.ts';
import { sampleCarriers, withAmplitudes } from '../tile/spectrum/carrierSamples.ts';
import { channelGains } from '../tile/detect/channelEstimation.ts';
import { type RefinedPose, patternSearch } from '../tile/detect/coherentRefinement.ts';
import { type CarrierLayout, PILOTS } from '../tile/carriers/carrierLayout.ts';
import type { PictureSpectrum } from '../tile/spectrum/pictureSpectrum.ts';
import { type TileOffset, zScoreAt } from '../tile/detect/tileOffset.ts';

/**
 * Samples of the table along either side of the tile; a power of two, so that wrapping is a mask. The nearest sample is at
 * most half a step off: 0.25 canonical pixels of track B, a phase of 0.3 at its finest carrier and a loss of 2 %.
 */
export const TABLE_SIDE = 256;

export interface KnownMark {
  readonly pose: Affine;
  readonly tileSide: number;
  /** The tile's offset at the view's centre sample. */
  readonly offset: TileOffset;
  /** Z-score of the correlation at `offset` among those of all offsets of a tile. */
  readonly zScore: number;
  /** m, TABLE_SIDE x TABLE_SIDE, mean square 1. */
  readonly table: Float32Array;
}

/**
 * Carriers that refine the pose, from the first pilot on: a third of all, drawn at random by the key, see each step of the
 * search as clearly as all do and cost a third.
 */
const CARRIERS_REFINING = 256;
/** Last step of the pose: 0.0001 moves the corner of the largest view by 0.05 pixels. */
const POSE_STEP_LAST = 1e-4;

/**
 * @param poses under which the track was read or may stand, any order; the best is refined by the carriers of the payload
 * @param coded the code word of the payload that was read
 */
export function knownMark(
  spectrum: PictureSpectrum,
  layout: CarrierLayout,
  poses: readonly Affine[],
  coded: Uint8Array,
): KnownMark {
  const sent = sentValues(layout, coded);
  const { affine, x, y } = refined(spectrum, layout, poses, sent);
  const offset = { x, y };
  const { values, noise } = sampleCarriers(spectrum, layout, affine);
  const gains = channelGains(layout, alignedPilots(values, layout, offset), noise);
  const weights = quotients(gains, noise);
  return {
    pose: affine,
    tileSide: layout.tileSide,
    offset,
    zScore: zScoreAt(layout, correlated(values, sent, weights), offset),
    table: tableOf(layout, sent, weights),
  };
}

function refined(
  spectrum: PictureSpectrum,
  layout: CarrierLayout,
  poses: readonly Affine[],
  sent: Float32Array,
): RefinedPose {
  // An upright reading mostly has one of the likely poses, and each costs as much.
  const distinct = poses.filter((pose, i) => poses.findIndex((other) => isSame(pose, other)) === i);
  const starts = distinct.map((pose) => {
    const { values, noise } = sampleCarriers(spectrum, layout, pose);
    const weights = quotients(new Float32Array(noise.length).fill(1), noise);
    const together = correlated(values, sent, weights);
    const offset = bestOffset(layout, together);
    return { pose, weights, offset, zScore: zScoreAt(layout, together, offset) };
  });
  const { pose, weights, offset } = starts.reduce((best, start) => (start.zScore > best.zScore ? start : best));
  const count = Math.min(CARRIERS_REFINING, layout.carriers);
  const amplitudes = new Float32Array(2 * count);
  return withAmplitudes(spectrum, layout, count, (read) => {
    const respond = (tried: Affine): Float32Array => {
      read(tried, amplitudes);
      return correlated(amplitudes, sent, weights);
    };
    return patternSearch(layout, pose, offset, respond, POSE_STEP_LAST);
  });
}

/** m by the weight of each carrier, mean square 1. */
function tableOf({ u, v, carriers }: CarrierLayout, sent: Float32Array, weights: Float32Array): Float32Array {
  const values = new Float32Array(sent.length);
  for (let at = 0; at < values.length; at++) values[at] = (sent[at] as number) * (weights[at >> 1] as number);
  const tile = synthesiseBand(TABLE_SIDE, { u, v, values, count: carriers });
  let power = 1e-30;
  for (let i = 0; i < tile.length; i++) power += (tile[i] as number) ** 2;
  const scale = 1 / Math.sqrt(power / tile.length);
  for (let i = 0; i < tile.length; i++) tile[i] = (tile[i] as number) * scale;
  return tile;
}

function quotients(of: Float32Array, by: Float32Array): Float32Array {
  const out = new Float32Array(of.length);
  for (let i = 0; i < out.length; i++) out[i] = (of[i] as number) / (by[i] as number);
  return out;
}

/** Z of every carrier, gains 1. */
function sentValues(
  { carriers, amplitude, pilotPhase, codedBit, sign }: CarrierLayout,
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

/** Offsets along a tile's side that are tried: the finest carrier has more than four a period. */
const OFFSETS = 128;

function bestOffset({ u, v, carriers, tileSide }: CarrierLayout, values: Float32Array): TileOffset {
  const surface = synthesiseBand(OFFSETS, { u, v, values, count: carriers });
  let best = 0;
  for (let i = 0; i < surface.length; i++) if ((surface[i] as number) > (surface[best] as number)) best = i;
  const unit = tileSide / OFFSETS;
  return { x: (best % OFFSETS) * unit, y: Math.floor(best / OFFSETS) * unit };
}

/** Real part of each pilot once the phases of the tile's offset and of the pilot are taken off. */
function alignedPilots(
  values: Float32Array,
  { u, v, tileSide, pilotPhase }: CarrierLayout,
  { x, y }: TileOffset,
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
