/**
 * Blind extraction of several tracks from one shared analysis of a picture.
 * @module
 */
import type { Plane, Raster } from '../raster.ts';
import { confirmAcrossTracks, synchroniseAcrossTracks } from './fusion/crossTrackSynchronisation.ts';
import { decodeInFrame } from './fusion/frameDecoding.ts';
import { decodeJointly } from './fusion/jointDecoding.ts';
import { synchroniseByLattice } from './fusion/latticeSynchronisation.ts';
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
 * where none can be read alone, they are decoded together (jointDecoding.ts), then in the picture's own frame (frameDecoding.ts), then
 * synchronised by one another (crossTrackSynchronisation.ts, latticeSynchronisation.ts), and then read in a rectified view (nonrigidExtraction.ts). Where one
 * was read, the others need only agree with its payload beyond chance.
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
  const inFrame = decodeInFrame(decodeJointly(alone));
  const together = synchroniseAcrossTracks(analysis.whole, keyed, inFrame);
  const placed = synchroniseByLattice(analysis.whole, keyed, together);
  const read = extractNonrigid(analysis.whole, keyed, placed);
  const extractions = confirmAcrossTracks(analysis.whole, keyed, read);
  return options.tracks.map(({ id }, i) => ({ id, extraction: extractions[i] as Extraction }));
}
