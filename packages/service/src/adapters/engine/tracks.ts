/** The tracks that this engine can write and read, with their keys; and what their payloads mean. @module */
import type { Plane, Raster } from '@assay/core/raster';
import type { Registration } from '@assay/core/registration/registration';
import { alignedView } from '@assay/core/watermark/alignedView';
import { payloadSigma, softBitsInPlace } from '@assay/core/watermark/knownPayload';
import { extractTracks } from '@assay/core/watermark/marking';
import { decipherPayload, encipherPayload } from '@assay/core/watermark/payloadCipher';
import { isTileTrack } from '@assay/core/watermark/tileMarking';
import type { TrackId, TrackKey, WatermarkTrack } from '@assay/core/watermark/track';
import { trackA } from '@assay/core/watermark/trackA';
import { trackB } from '@assay/core/watermark/trackB';
import { deriveTrackKey } from '@assay/core/watermark/trackKey';
import type { TrackFinding } from '../../app/ports/engine.ts';

/** In the order of embedding. Track C needs a neural model, and none is installed. */
export const INSTALLED_TRACKS: readonly WatermarkTrack[] = [trackA, trackB];

export function trackKeys(watermarkKey: Uint8Array): Partial<Record<TrackId, TrackKey>> {
  return Object.fromEntries(INSTALLED_TRACKS.map(({ id }) => [id, deriveTrackKey(watermarkKey, id)]));
}

/**
 * Blind extraction of every installed track. A payload that deciphers to no UUID of ours is no detection, whatever its
 * checksum says (decisions.md, G3).
 */
export function findTracks(picture: Raster | Plane, watermarkKey: Uint8Array): TrackFinding[] {
  const found = extractTracks(picture, { tracks: INSTALLED_TRACKS, keys: trackKeys(watermarkKey) });
  return found.map(({ id, extraction }) => {
    const assetId = extraction.payload === null ? null : decipherPayload(extraction.payload, watermarkKey);
    const detected = extraction.detected && assetId !== null;
    const { confidence, pilotSigma } = extraction;
    return { track: id, detected, assetId, confidence: detected ? confidence : 0, pilotSigma };
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
  watermarkKey: Uint8Array,
): number | null {
  const view = alignedView(query, homography, reference);
  const keys = trackKeys(watermarkKey);
  const tracks = INSTALLED_TRACKS.flatMap((track) => {
    const key = keys[track.id];
    return key && isTileTrack(track) ? [{ track, key }] : [];
  });
  const parts = view && softBitsInPlace(view, reference, tracks);
  return parts && parts.length > 0 ? payloadSigma(parts, encipherPayload(assetId, watermarkKey)) : null;
}
