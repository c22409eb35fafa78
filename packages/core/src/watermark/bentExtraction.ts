/**
 * The last resort of blind extraction: when no track could be read under one map for the whole view, alone or together,
 * the view is straightened (bentReading.ts) and read again.
 * @module
 */
import { scaling } from './affine.ts';
import { type BentTrack, readBent } from './bentReading.ts';
import { extractionOf } from './extraction.ts';
import { readTogether } from './jointReading.ts';
import type { PictureView } from './pictureAnalysis.ts';
import { isTileTrack } from './tileMarking.ts';
import type { Extraction, TrackKey, WatermarkTrack } from './track.ts';

interface KeyedTrack {
  readonly track: WatermarkTrack;
  readonly key: TrackKey;
}

/**
 * Pilots this high in the failed search are hardly an accident, so their map is tried as well; 5.5 would be reached by
 * most unmarked pictures, see detection.ts.
 */
const MAP_SIGMA_MIN = 6.5;

/**
 * @param before what every track read under one map
 * @returns the same, with the payload and the count of checksums of the straightened view if that can be read
 */
export function extractBent(
  view: () => PictureView,
  tracks: readonly KeyedTrack[],
  before: readonly Extraction[],
): readonly Extraction[] {
  if (before.some(({ detected }) => detected)) return before;
  const bent = tracks.flatMap((keyed, index) => bentTrackOf(keyed, index, view, before[index] as Extraction));
  let checksums = sumOfChecksums(before);
  for (const { detections, looks } of bent.length > 0 ? readBent(view(), bent) : []) {
    const after = readTogether(
      detections.map((detection) => extractionOf(detection, null)),
      () => looks,
    );
    checksums += sumOfChecksums(after);
    if (!after.some(({ detected }) => detected)) continue;
    const all = before.map((extraction, i) => after[bent.findIndex(({ index }) => index === i)] ?? extraction);
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

/** The picture as a whole at its likeliest scale, and where the search saw the pilots; nothing for a track without a tile. */
function bentTrackOf(
  { track, key }: KeyedTrack,
  index: number,
  view: () => PictureView,
  { map, pilotSigma }: Extraction,
): (BentTrack & { readonly index: number })[] {
  if (!isTileTrack(track)) return [];
  const { pictureWidth, pictureHeight, scale } = view();
  const likeliest = scaling((track.tile.likelyScales(pictureWidth, pictureHeight)[0] as number) * scale);
  const maps = map && pilotSigma >= MAP_SIGMA_MIN ? [likeliest, map] : [likeliest];
  return [{ index, constellation: track.tile.constellationOf(key), maps }];
}
