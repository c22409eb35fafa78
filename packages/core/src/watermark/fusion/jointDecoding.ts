/**
 * Joint decoding: all tracks carry the same code word, so where each alone is too weak, their soft bits add
 * up. One checksum more is tried, on pictures only in which at least two tracks found their pilots. Where one is read
 * alone, the others need no checksum: it is enough that their soft bits agree with its payload beyond chance.
 * @module
 */
import { messagesAt } from '../tile/detect/blindDetection.ts';
import { KNOWN_PAYLOAD_Z_MIN, payloadZScore } from './knownPayloadDetection.ts';
import { agreement, decodePayload } from '../payload/payloadFrame.ts';
import type { Extraction } from '../watermarkTrack.ts';

/**
 * The extractions, with the payload of their sum where none had one and the sum's checksum fits: then every track that
 * took part counts as detected, its confidence being its own agreement with the payload. Where one track has a payload, so
 * has every other one that agrees with it.
 * @param messagesMax how many messages may be checked at pilots of a z-score
 */
export function decodeJointly(
  extractions: readonly Extraction[],
  messagesMax: (pilotZScore: number) => number = messagesAt,
): readonly Extraction[] {
  const parts = extractions.flatMap(({ softBits }) => (softBits ? [softBits] : []));
  if (parts.length < 2) return extractions;
  const known = extractions.find(({ detected }) => detected)?.payload;
  if (known)
    return extractions.map((extraction) => (agrees(extraction, known) ? withPayload(extraction, known) : extraction));
  const { payload, valid, checksums } = decodePayload(
    combineSoftBits(parts),
    messagesMax(Math.max(...extractions.map(({ pilotZScore }) => pilotZScore))),
  );
  const counted = afterChecksums(extractions, checksums);
  if (!valid) return counted;
  return counted.map((extraction) => withPayload(extraction, payload));
}

/** An extraction without pilots stays as it is. */
export function withPayload(extraction: Extraction, payload: Uint8Array): Extraction {
  const { softBits } = extraction;
  if (!softBits) return extraction;
  return { ...extraction, detected: true, payload, raw: payload, confidence: agreement(softBits, payload) };
}

/** Whether a track that has no payload of its own carries this one: sum of soft values in its direction over their norm. */
function agrees({ detected, softBits }: Extraction, payload: Uint8Array): boolean {
  return !detected && softBits !== null && payloadZScore([softBits], payload) >= KNOWN_PAYLOAD_Z_MIN;
}

/**
 * Sum of the parts, each scaled to mean square 1. Where noise dominates, the best weight is mean / variance, and that is
 * about the same for tracks of equal power.
 */
export function combineSoftBits(parts: readonly Float32Array[]): Float32Array {
  return weightedSum(
    parts,
    parts.map(() => 1),
  );
}

/** sum_t w_t l_t / rms(l_t). */
export function weightedSum(parts: readonly Float32Array[], weights: readonly number[]): Float32Array {
  const sum = new Float32Array((parts[0] as Float32Array).length);
  for (const [t, part] of parts.entries()) {
    const rms = Math.sqrt(part.reduce((squares, value) => squares + value * value, 1e-30) / part.length);
    const scale = (weights[t] as number) / rms;
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + scale * (part[i] as number);
  }
  return sum;
}

/** The extractions after so many more checksums, which are counted with the first track. */
export function afterChecksums(extractions: readonly Extraction[], more: number): readonly Extraction[] {
  return extractions.map((extraction, i) =>
    i === 0 ? { ...extraction, checksums: extraction.checksums + more } : extraction,
  );
}
