/**
 * Blind extraction of several tracks from one shared analysis of a picture.
 * @module
 */
import type { Plane, Raster } from '../raster.ts';
import { synchroniseAcrossTracks } from './fusion/crossTrackSynchronisation.ts';
import { decodeJointly } from './fusion/jointDecoding.ts';
import { extractNonrigid } from './fusion/nonrigidExtraction.ts';
import { analysePicture, type PictureAnalysis } from './tile/spectrum/pictureAnalysis.ts';
import { keyOf, type TrackKeys } from './trackKey.ts';
import type { Extraction, WatermarkTrack } from './watermarkTrack.ts';

export interface ExtractTracksOptions {
  /** Each once. */
  readonly tracks: readonly WatermarkTrack[];
  /** The key of every track in `tracks`, see `deriveTrackKey`. */
  readonly keys: TrackKeys;
  /** Of this very source, for who wants to use its views again; default a new one. */
  readonly analysis?: PictureAnalysis;
}

/**
 * Each track's extraction from one luma plane, in the order of `tracks`. Tracks share what they work out of the picture;
 * where none can be read alone, they are decoded together (jointDecoding.ts), then synchronised by one another
 * (crossTrackSynchronisation.ts), and then read in a rectified view (nonrigidExtraction.ts).
 * @throws {RangeError} if a key is missing
 */
export function extractTracks(
  source: Raster | Plane,
  options: ExtractTracksOptions,
): { readonly id: string; readonly extraction: Extraction }[] {
  const analysis = options.analysis ?? analysePicture(source);
  const keyed = options.tracks.map((track) => ({ track, key: keyOf(options.keys, track.id) }));
  const alone: Extraction[] = [];
  for (const { track, key } of keyed)
    alone.push(track.extract(source, { key, analysis, isRead: alone.some(({ detected }) => detected) }));
  const together = synchroniseAcrossTracks(analysis.whole, keyed, decodeJointly(alone));
  const extractions = extractNonrigid(analysis.whole, keyed, together);
  return options.tracks.map(({ id }, i) => ({ id, extraction: extractions[i] as Extraction }));
}
