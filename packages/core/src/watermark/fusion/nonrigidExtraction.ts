/**
 * The last resort of blind extraction: when no track could be read under one pose for the whole view, alone or together,
 * the view is rectified (nonrigidDecoding.ts) and read again.
 * @module
 */
import { scaling } from '../affine.ts';
import { decodeNonrigid, type NonrigidTrack } from '../tile/nonrigid/nonrigidDecoding.ts';
import { extractionOf } from '../tile/detect/extraction.ts';
import type { PictureView } from '../tile/spectrum/pictureAnalysis.ts';
import type { Extraction, KeyedTrack } from '../watermarkTrack.ts';
import { decodeJointly } from './jointDecoding.ts';

/**
 * Pilots this high in the failed search are hardly an accident, so their pose is tried as well; 5.5 would be reached by
 * most unmarked pictures, see blindDetection.ts.
 */
const POSE_Z_MIN = 6.5;

/**
 * @param before what every track read under one pose
 * @returns the same, with the payload and the count of checksums of the rectified view if that can be read
 */
export function extractNonrigid(
  view: () => PictureView,
  tracks: readonly KeyedTrack[],
  before: readonly Extraction[],
): readonly Extraction[] {
  if (before.some(({ detected }) => detected)) return before;
  const tiles = tracks.flatMap((keyed, index) => nonrigidTrackOf(keyed, index, view, before[index] as Extraction));
  let checksums = sumOfChecksums(before);
  for (const { detections, messagesMax } of tiles.length > 0 ? decodeNonrigid(view(), tiles) : []) {
    const after = decodeJointly(
      detections.map((detection) => extractionOf(detection, null)),
      () => messagesMax,
    );
    checksums += sumOfChecksums(after);
    if (!after.some(({ detected }) => detected)) continue;
    const all = before.map((extraction, i) => after[tiles.findIndex(({ index }) => index === i)] ?? extraction);
    return withChecksums(all, checksums);
  }
  return withChecksums(before, checksums);
}

function sumOfChecksums(extractions: readonly Extraction[]): number {
  return extractions.reduce((sum, { checksums }) => sum + checksums, 0);
}

/** All checksums are counted with the first track from here on. */
function withChecksums(extractions: readonly Extraction[], checksums: number): readonly Extraction[] {
  return extractions.map((extraction, i) => ({ ...extraction, checksums: i === 0 ? checksums : 0 }));
}

/** The picture as a whole at its likeliest scale, and where the search saw the pilots; nothing for a track without carriers. */
function nonrigidTrackOf(
  { track: { carriers }, key }: KeyedTrack,
  index: number,
  view: () => PictureView,
  { pose, pilotZScore }: Extraction,
): (NonrigidTrack & { readonly index: number })[] {
  if (!carriers) return [];
  const { pictureWidth, pictureHeight, scale } = view();
  const likeliest = scaling((carriers.likelyScales(pictureWidth, pictureHeight)[0] as number) * scale);
  const poses = pose && pilotZScore >= POSE_Z_MIN ? [likeliest, pose] : [likeliest];
  return [{ index, layout: carriers.layoutOf(key), poses }];
}
