/**
 * Synchronisation of one track by another: a track whose pilots stand out beyond doubt, but whose bits are too weak alone,
 * tells how the picture was turned; the other track then stands at the same rotation, at one of a ladder of scales, and their
 * soft bits add up. Tried only where pilots are certain, so that unmarked pictures pay nothing and give no checksum. Where one was
 * read, the other is asked at that rotation whether it agrees.
 *
 * The pose that the synchronised track's own search kept is one under which it was not read; it tells none, or the presence map
 * (presenceMap.ts) would start from that.
 * @module
 */
import { type Affine, scaled } from '../affine.ts';
import { PILOT_Z_CERTAIN, softBitsAtPoses } from '../tile/detect/blindDetection.ts';
import { decodePayload } from '../payload/payloadFrame.ts';
import type { PictureView } from '../tile/spectrum/pictureAnalysis.ts';
import type { Extraction, KeyedTrack, TileCarriers } from '../watermarkTrack.ts';
import { afterChecksums, combineSoftBits, withPayload } from './jointDecoding.ts';
import { payloadZScore } from './knownPayloadDetection.ts';

/** Pixels per canonical pixel of the coarser track over those of the finer: from the smallest picture to 14 megapixels. */
const RATIO_MIN = 0.9;
const RATIO_MAX = 6;
const RATIO_STEP = 1.005;
/** So many poses of the ladder, those under which the synchronised track's pilots agree best, are read. */
const POSES_READ = 16;

/** Messages that may be checked in each sum: pilots are certain, but the poses are many. */
const MESSAGES_MAX = 4;

/** @returns the extractions, with the payload of a certain track and the one it synchronises if their sum gives one */
export function synchroniseAcrossTracks(
  view: () => PictureView,
  tracks: readonly KeyedTrack[],
  before: readonly Extraction[],
): readonly Extraction[] {
  if (before.some(({ detected }) => detected)) return before;
  let checksums = 0;
  for (const [i, reference] of before.entries()) {
    const { carriers } = (tracks[i] as KeyedTrack).track;
    if (reference.pilotZScore < PILOT_Z_CERTAIN || !reference.pose || !reference.softBits || !carriers) continue;
    for (const [j, { track, key }] of tracks.entries()) {
      if (j === i || !track.carriers) continue;
      const poses = poseLadder(reference.pose, carriers, track.carriers);
      for (const softBits of softBitsAtPoses(view().spectrum, track.carriers.layoutOf(key), poses, POSES_READ)) {
        const sum = combineSoftBits([reference.softBits, softBits]);
        const { payload, valid, checksums: tried } = decodePayload(sum, MESSAGES_MAX);
        checksums += tried;
        if (!valid) continue;
        const read = before.map((extraction, k) => {
          if (k !== i && k !== j) return extraction;
          return withPayload(k === j ? { ...extraction, softBits, pose: null } : extraction, payload);
        });
        return afterChecksums(read, checksums);
      }
    }
  }
  return afterChecksums(before, checksums);
}

/** So many poses of the ladder are asked whether they carry a payload that another track gave. */
const POSES_ASKED = 4;
/** Of so many, none exceeds this by chance but once in 10^9. */
const PAYLOAD_Z_MIN = 6.3;

/**
 * Where one tile track was read and another was not, that one stands at the same rotation, and its soft bits need not be decoded but
 * only agree with the payload (knownPayloadDetection.ts).
 * @returns the extractions, with the payload for each tile track that carries it beyond chance
 */
export function confirmAcrossTracks(
  view: () => PictureView,
  tracks: readonly KeyedTrack[],
  before: readonly Extraction[],
): readonly Extraction[] {
  const read = before.findIndex(({ detected, pose }, i) => detected && pose && tracks[i]?.track.carriers);
  const reference = before[read];
  const carriers = tracks[read]?.track.carriers;
  if (!reference?.payload || !reference.pose || !carriers) return before;
  const { payload, pose } = reference;
  return before.map((extraction, j) => {
    const { track, key } = tracks[j] as KeyedTrack;
    if (extraction.detected || !track.carriers) return extraction;
    const poses = poseLadder(pose, carriers, track.carriers);
    const parts = softBitsAtPoses(view().spectrum, track.carriers.layoutOf(key), poses, POSES_ASKED);
    const softBits = parts.find((part) => payloadZScore([part], payload) >= PAYLOAD_Z_MIN);
    return softBits ? withPayload({ ...extraction, softBits, pose: null }, payload) : extraction;
  });
}

/** A side at which the tile of a track that grows with the picture is coarser than one that does not. */
const LARGE_SIDE = 4096;

/** Poses of the synchronised track at the rotation of the reference. */
function poseLadder(pose: Affine, reference: TileCarriers, synchronised: TileCarriers): Affine[] {
  const [own, other] = [reference, synchronised].map(
    (carriers) => carriers.likelyScales(LARGE_SIDE, LARGE_SIDE)[0] as number,
  );
  const isCoarser = (other as number) > (own as number);
  const steps = Math.floor(Math.log(RATIO_MAX / RATIO_MIN) / Math.log(RATIO_STEP)) + 1;
  return Array.from({ length: steps }, (_, i) => {
    const ratio = RATIO_MIN * RATIO_STEP ** i;
    return scaled(pose, isCoarser ? 1 / ratio : ratio);
  });
}
