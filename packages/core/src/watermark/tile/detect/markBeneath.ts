/**
 * A second mark of the same key beneath one that was read: the picture had been marked before, and was marked over. Both tiles stand on
 * one lattice, at origins that their payloads name (tileOrigin.ts), so the second is heard once the first is silenced (successive
 * interference cancellation: Verdu 1998, chapter 7). With the carriers' values v_k at the first mark's origin, what was sent
 * s_k(payload), and noise n_k, the first mark's gain is
 *     g = sum_k v_k s_k / n_k / sum_k s_k^2 / n_k,
 * for coded carriers and pilots apart, and v_k - g s_k is left. There the pilots are correlated at the origins of the key,
 *     z(o) = sum_i x_i / sqrt(sum_i x_i^2),   x_i the i-th pilot's value in its known phase over the root of its noise,
 * and the origin where they stand highest is decoded.
 * @module
 */
import type { Affine } from '../../affine.ts';
import { decodePayload, encodePayload } from '../../payload/payloadFrame.ts';
import { originIndexOf, originOf, type TileOrigin } from '../../tileOrigin.ts';
import { type CarrierLayout, PILOTS } from '../carriers/carrierLayout.ts';
import { shiftedBack } from '../carriers/tileShift.ts';
import type { CarrierSamples } from '../spectrum/carrierSamples.ts';
import type { PictureSpectrum } from '../spectrum/pictureSpectrum.ts';
import { pilotZScore } from './channelEstimation.ts';
import { withPoseEvaluator } from './poseEvaluation.ts';
import { alignPilots, softBits } from './softBits.ts';

/** Of noise at 64 origins one in seventy stands as high, and costs a decoding that fails. */
const PILOTS_MIN = 3.5;

/**
 * The payload of a mark beneath the one that was read, or null. A payload counts only if its checksum fits and it names the origin
 * at which it was read.
 * @param pose of the tile that was read, in the spectrum's picture
 * @param read its payload, 16 bytes
 */
export function payloadBeneath(
  spectrum: PictureSpectrum,
  layout: CarrierLayout,
  pose: Affine,
  read: Uint8Array,
): Uint8Array | null {
  const { samples, offset } = withPoseEvaluator(spectrum, layout, (evaluator) => {
    const found = evaluator.sample(pose);
    return { samples: found, offset: evaluator.locate(found, 1) };
  });
  const left = silenced(shiftedBack(samples.values, layout, offset), samples.noise, layout, read);
  const pilots = left.subarray(0, 2 * PILOTS);
  const own = originOf(layout.origins, read);
  let best: { readonly index: number; readonly shift: TileOrigin } | null = null;
  let highest = PILOTS_MIN;
  for (const [index, { x, y }] of layout.origins.entries()) {
    const shift = { x: x - own.x, y: y - own.y };
    const height = pilotZScore(alignPilots(shiftedBack(pilots, layout, shift), layout), samples.noise);
    if (height <= highest) continue;
    highest = height;
    best = { index, shift };
  }
  if (!best) return null;
  const there: CarrierSamples = { ...samples, values: left };
  const { llr } = softBits(there, layout, { ...best.shift, halfTurn: 1, zScore: highest });
  const { payload, valid } = decodePayload(llr, 1);
  const isOther = valid && originIndexOf(payload) === best.index && payload.some((byte, i) => byte !== read[i]);
  return isOther ? payload : null;
}

/** What a payload sends on every carrier, pairs. */
function sentValues(
  { carriers, amplitude, pilotPhase, codedBit, sign }: CarrierLayout,
  payload: Uint8Array,
): Float32Array {
  const coded = encodePayload(payload);
  const out = new Float32Array(2 * carriers);
  for (let at = 0; at < out.length; at++) {
    const carrier = at >> 1;
    const place = at - 2 * PILOTS;
    const phase =
      carrier < PILOTS
        ? (pilotPhase[at] as number)
        : (sign[place] as number) * ((coded[codedBit[place] as number] as number) === 0 ? 1 : -1);
    out[at] = (amplitude[carrier] as number) * phase;
  }
  return out;
}

/** The values without what a payload brings to them; they stand at its origin. */
function silenced(values: Float32Array, noise: Float32Array, layout: CarrierLayout, payload: Uint8Array): Float32Array {
  const sent = sentValues(layout, payload);
  const out = values.slice();
  for (const [from, to] of [
    [0, 2 * PILOTS],
    [2 * PILOTS, values.length],
  ] as const) {
    let [received, power] = [0, 0];
    for (let at = from; at < to; at++) {
      const weighted = (sent[at] as number) / (noise[at >> 1] as number);
      received += (values[at] as number) * weighted;
      power += (sent[at] as number) * weighted;
    }
    const gain = power > 0 ? received / power : 0;
    for (let at = from; at < to; at++) out[at] = (out[at] as number) - gain * (sent[at] as number);
  }
  return out;
}
