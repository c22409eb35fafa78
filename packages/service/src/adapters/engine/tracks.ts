/** What the tracks of this engine find in a picture, and what their payloads mean. @module */
import type { Plane, Raster } from '@assay/core/raster';
import type { Registration } from '@assay/core/registration/registration';
import { alignedView } from '@assay/core/watermark/alignedView';
import { payloadSigma, softBitsInPlace } from '@assay/core/watermark/knownPayload';
import { extractTracks } from '@assay/core/watermark/marking';
import { decipherPayload, encipherPayload } from '@assay/core/watermark/payloadCipher';
import { analysePicture, type PictureAnalysis } from '@assay/core/watermark/pictureAnalysis';
import { type Presence, presenceMap, type SearchedTrack } from '@assay/core/watermark/presence/presenceMap';
import { TRACK_IDS, type TrackId, type TrackKey, type WatermarkTrack } from '@assay/core/watermark/track';
import { deriveTrackKey } from '@assay/core/watermark/trackKey';
import type { TrackFinding } from '../../app/ports/engine.ts';
import { installedTracks } from './installedTracks.ts';
import type { EngineLimits } from './settings.ts';

/** The key that marks are made and read with, and where track C's models are. */
export type TrackSettings = Pick<EngineLimits, 'watermarkKey' | 'trackCModels'>;

export function trackKeys(watermarkKey: Uint8Array): Record<TrackId, TrackKey> {
  return Object.fromEntries(TRACK_IDS.map((id) => [id, deriveTrackKey(watermarkKey, id)])) as Record<TrackId, TrackKey>;
}

/**
 * Blind extraction of every installed track. A payload that deciphers to no UUID of ours is no detection, whatever its
 * checksum says (decisions.md, G3).
 */
export function findTracks(picture: Raster | Plane, settings: TrackSettings): TrackFinding[] {
  return searchTracks(picture, settings, analysePicture(picture)).map(({ finding }) => finding);
}

/** What the tracks say, and where the picture lacks the mark that was read; null where that cannot be told. */
export interface MarksFound {
  readonly tracks: readonly TrackFinding[];
  readonly presence: Presence | null;
}

export function findMarks(picture: Raster | Plane, settings: TrackSettings): MarksFound {
  const analysis = analysePicture(picture);
  const searched = searchTracks(picture, settings, analysis);
  const read = searched.filter(({ finding }) => finding.detected);
  return {
    tracks: searched.map(({ finding }) => finding),
    presence: read.length > 0 ? presenceMap(analysis.whole(), read) : null,
  };
}

function searchTracks(
  picture: Raster | Plane,
  { watermarkKey, trackCModels }: TrackSettings,
  analysis: PictureAnalysis,
): readonly (SearchedTrack & { readonly finding: TrackFinding })[] {
  const { tracks } = installedTracks(trackCModels);
  const keys = trackKeys(watermarkKey);
  return extractTracks(picture, { tracks, keys, analysis }).map(({ id, extraction }, i) => {
    const assetId = extraction.payload === null ? null : decipherPayload(extraction.payload, watermarkKey);
    const detected = extraction.detected && assetId !== null;
    const { confidence, pilotSigma } = extraction;
    const finding = { track: id, detected, assetId, confidence: detected ? confidence : 0, pilotSigma };
    return { track: tracks[i] as WatermarkTrack, key: keys[id], extraction, finding };
  });
}

/**
 * How far a picture that was laid over a stored one agrees with the mark of an asset, see knownPayload.ts; null where no
 * track can be looked for. What fingerprint and registration found needs no sync, and one payload no decoding.
 */
export function markSigma(
  query: Plane,
  { homography }: Registration,
  reference: { readonly width: number; readonly height: number },
  assetId: string,
  { watermarkKey, trackCModels }: TrackSettings,
): number | null {
  const view = alignedView(query, homography, reference);
  const keys = trackKeys(watermarkKey);
  const tracks = installedTracks(trackCModels).tracks.map((track) => ({ track, key: keys[track.id] }));
  const parts = view && softBitsInPlace(view, reference, tracks);
  return parts && parts.length > 0 ? payloadSigma(parts, encipherPayload(assetId, watermarkKey)) : null;
}
