/**
 * Joint decoding of a picture in its own frame. Most copies are whole and upright: recompressed, blurred, denoised, reduced.
 * There all tracks begin at the origin of one index (tileOrigin.ts), so that their pilots together need to tell 64 hypotheses
 * apart, where each track's search tells millions: marks too weak to be found by any track are found, and decoded, by all.
 *
 *     z(o) = sum_t z_t(o) / sqrt(T),    l(o) = sum_t w_t l_t(o) / rms(l_t),    w_t = a_t / (1 - a_t^2),
 *
 * z_t the pilots' z-score of track t at origin o, l_t its soft bits there. Normalised to a mean square of 1, a bit of amplitude a
 * meets noise of variance 1 - a^2, and a_t is estimated by the pilots: a_t = r_t z_t / sqrt(1024), r_t the z-score of a whole
 * payload over that of the pilots. Pilots are few, so that r_t z_t is off by r_t as often as not; drawn to what is usual, u_t, it is
 *     (z_t / r_t + u_t / s^2) / (1 / r_t^2 + 1 / s^2).
 * On a picture without marks z(o) has mean 0 and variance 1 at every origin.
 * Source: maximum ratio combining, Brennan 1959; the shared origin is our own.
 * @module
 */
import { CODED_BITS, decodePayload } from '../payload/payloadFrame.ts';
import { LIST_SIZE } from '../payload/polarDecoder.ts';
import { originIndexOf, ORIGINS } from '../tileOrigin.ts';
import type { Extraction, FrameReading } from '../watermarkTrack.ts';
import { afterChecksums, weightedSum, withPayload } from './jointDecoding.ts';
import { KNOWN_PAYLOAD_Z_MIN, payloadZScore } from './knownPayloadDetection.ts';

/**
 * Joint z-score from which an origin is read. One of 64 is above it in one unmarked photo of six, which costs two decodings or
 * four; with a checksum and the origin's index to fit, a false payload has a chance of 4e-11 there.
 */
const JOINT_Z_MIN = 3;
/** So many origins are read, those whose pilots agree best. */
const ORIGINS_READ = 2;
/** A track whose pilots are lower counts as if they were as high: they are few, and their z-score is off by 1 as often as not. */
const PILOT_Z_LEAST = 1;
/**
 * s: by how much a payload's z-score differs from the usual. Of 40 photos of 481 x 321 after JPEG 15 the pilots' weights and equal ones read
 * 20 in their common frame, the weights that are drawn to the usual 21, these and the pilots' 22, those of the true amplitudes 23.
 */
const USUAL_DEVIATION = 2.5;
/** Square of the amplitude that no estimate exceeds. */
const POWER_MAX = 0.8;

/**
 * Where no track has a payload, it is sought in the sum of all in the picture's own frame; where one has, every other one that
 * shows it there beyond chance counts as detected too.
 * @param before what every track read alone
 */
export function decodeInFrame(before: readonly Extraction[]): readonly Extraction[] {
  const known = before.find(({ detected }) => detected)?.payload;
  if (known) return before.map((extraction) => (extraction.detected ? extraction : inFrame(extraction, known)));
  const frames = before.flatMap(({ inOwnFrame }) => inOwnFrame?.() ?? []);
  if (frames.length < 2) return before;
  const zScores = jointZScores(frames);
  const zOf = (index: number): number => zScores[index] as number;
  const likeliest = [...zScores.keys()].sort((a, b) => zOf(b) - zOf(a)).slice(0, ORIGINS_READ);
  let checksums = 0;
  for (const index of likeliest.filter((candidate) => zOf(candidate) >= JOINT_Z_MIN))
    for (const sum of sumsAt(frames, index)) {
      const { payload, valid, checksums: tried } = decodePayload(sum, LIST_SIZE);
      // By chance the payload names this origin once in so many.
      checksums += tried / ORIGINS;
      if (!valid || originIndexOf(payload) !== index) continue;
      const read = before.map((extraction) => inFrame(extraction, payload));
      // The sum is what was decoded; which tracks carry it, each says for itself, and one at least does.
      if (read.some(({ detected }) => detected)) return afterChecksums(read, checksums);
    }
  return afterChecksums(before, checksums);
}

/** The extraction with a payload, if its soft bits at the payload's origin agree with it beyond chance. */
function inFrame(extraction: Extraction, payload: Uint8Array): Extraction {
  const frame = extraction.inOwnFrame?.();
  const softBits = frame?.softBitsAt(originIndexOf(payload));
  if (!frame || !softBits || payloadZScore([softBits], payload) < KNOWN_PAYLOAD_Z_MIN) return extraction;
  return withPayload({ ...extraction, softBits, pose: frame.pose }, payload);
}

function jointZScores(frames: readonly FrameReading[]): Float64Array {
  return Float64Array.from({ length: ORIGINS }, (_, index) => {
    const sum = frames.reduce((total, { pilotZScores }) => total + (pilotZScores[index] as number), 0);
    return sum / Math.sqrt(frames.length);
  });
}

/** The soft bits at an origin, weighed by the pilots drawn to what is usual; then by the pilots alone, for a track may be lost. */
function* sumsAt(frames: readonly FrameReading[], index: number): Generator<Float32Array> {
  const parts = frames.map((frame) => frame.softBitsAt(index));
  const byPilots = frames.map(
    ({ pilotZScores, payloadPerPilots }) => payloadPerPilots * Math.max(PILOT_Z_LEAST, pilotZScores[index] as number),
  );
  yield weightedSum(
    parts,
    frames.map((frame, t) => weightOf(drawnToUsual(frame, byPilots[t] as number))),
  );
  yield weightedSum(parts, byPilots.map(weightOf));
}

/** @param payloadZ of the payload, as the pilots tell */
function drawnToUsual({ payloadPerPilots, usualPayloadZScore }: FrameReading, payloadZ: number): number {
  const [own, usual] = [payloadPerPilots ** -2, USUAL_DEVIATION ** -2];
  return (own * payloadZ + usual * usualPayloadZScore) / (own + usual);
}

/** w above, of a payload's z-score. */
function weightOf(payloadZ: number): number {
  const power = payloadZ ** 2 / CODED_BITS;
  return Math.sqrt(power) / (1 - Math.min(POWER_MAX, power));
}
