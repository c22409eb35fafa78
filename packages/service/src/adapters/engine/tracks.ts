/** What the tracks of this engine find in a picture, and what their payloads mean. @module */
import type { Plane, Raster, Size } from '@assay/core/raster';
import type { Registration } from '@assay/core/registration/registration';
import type { TamperMap } from '@assay/core/tamper/comparison';
import { alignedView } from '@assay/core/watermark/fusion/alignedView';
import { payloadZScore, alignedSoftBits } from '@assay/core/watermark/fusion/knownPayloadDetection';
import { extractTracks } from '@assay/core/watermark/extractTracks';
import { decipherPayload, encipherPayload } from '@assay/core/watermark/payload/payloadCipher';
import { alignedPicture } from '@assay/core/watermark/tile/detect/alignedPicture';
import { analysePicture, type PictureAnalysis } from '@assay/core/watermark/tile/spectrum/pictureAnalysis';
import { type MarkInRegion, markInRegion } from '@assay/core/watermark/presence/markInRegion';
import { type Presence, presenceMap, type SearchedTrack } from '@assay/core/watermark/presence/presenceMap';
import { byTrack, type TrackId } from '@assay/core/watermark/tracks';
import { deriveTrackKey, type TrackKey } from '@assay/core/watermark/trackKey';
import type { TrackFinding } from '../../app/ports/verify/engine.ts';
import { installedTracks } from './installedTracks.ts';
import type { EngineLimits } from './settings.ts';

/** The key that marks are made and read with, and where the tracks' models are. */
export type TrackSettings = Pick<EngineLimits, 'watermarkKey' | 'modelFolders'>;

export const trackKeys = (watermarkKey: Uint8Array): Readonly<Record<TrackId, TrackKey>> =>
  byTrack((id) => deriveTrackKey(watermarkKey, id));

/**
 * Blind extraction of every installed track. A payload that deciphers to no UUID of ours is no detection, whatever its
 * checksum says. Of a file that was just marked here; what lies beneath is not looked for.
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
  const keys = trackKeys(settings.watermarkKey);
  return {
    tracks: searched.map(({ track, extraction, finding }) => {
      const beneath = finding.detected ? track.payloadBeneath?.(analysis, extraction, keys[finding.track]) : null;
      return { ...finding, beneathAssetId: beneath ? decipherPayload(beneath, settings.watermarkKey) : null };
    }),
    presence: read.length > 0 ? presenceMap(analysis.whole(), read) : null,
  };
}

function searchTracks(
  picture: Raster | Plane,
  { watermarkKey, modelFolders }: TrackSettings,
  analysis: PictureAnalysis,
): readonly (SearchedTrack & { readonly finding: TrackFinding })[] {
  const { tracks: installed } = installedTracks(modelFolders);
  const keys = trackKeys(watermarkKey);
  const tracks = installed.map(({ track }) => track);
  const extractions = extractTracks(picture, { tracks, keys, analysis });
  return installed.map(({ id, track }, i) => {
    const { extraction } = extractions[i] as (typeof extractions)[number];
    const assetId = extraction.payload === null ? null : decipherPayload(extraction.payload, watermarkKey);
    const detected = extraction.detected && assetId !== null;
    const { confidence, pilotZScore } = extraction;
    const found = { detected, assetId, confidence: detected ? confidence : 0, pilotZScore };
    const finding: TrackFinding = { track: id, ...found, beneathAssetId: null };
    return { track, key: keys[id], extraction, finding };
  });
}

/** What a picture that was registered to a stored one holds of its mark. */
export interface AssetMark {
  /** See knownPayloadDetection.ts; null where no track can be looked for, or that was not asked. */
  readonly payloadZScore: number | null;
  /** See markInRegion.ts; null also where nothing was changed. */
  readonly markInRegion: MarkInRegion | null;
}

export const NO_MARK: AssetMark = { payloadZScore: null, markInRegion: null };

export interface AssetMarkQuestion {
  /** Of the asset. */
  readonly id: string;
  /** A track read it blindly: then it need not be detected again. */
  readonly isMarkRead: boolean;
  /** Null where nothing was changed. */
  readonly changed: TamperMap | null;
}

/**
 * Looks for the mark of a stored asset in a picture that was registered to it. What fingerprint and registration found needs no
 * synchronisation, and one payload no decoding.
 * @param query its luma, made where it is looked at: of a marked copy that nobody changed it is not
 */
export function assetMark(
  query: () => Plane,
  { homography }: Pick<Registration, 'homography'>,
  reference: Size,
  { id, isMarkRead, changed }: AssetMarkQuestion,
  { watermarkKey, modelFolders }: TrackSettings,
): AssetMark {
  if (isMarkRead && !changed) return NO_MARK;
  const plane = query();
  const view = alignedView(plane, homography, reference);
  if (!view) return NO_MARK;
  const keys = trackKeys(watermarkKey);
  const tracks = installedTracks(modelFolders).tracks.map(({ id, track }) => ({ track, key: keys[id] }));
  const payload = encipherPayload(id, watermarkKey);
  const picture = alignedPicture(view);
  const parts = isMarkRead ? [] : alignedSoftBits(view, reference, tracks, picture)(payload);
  const area = changed && { map: changed, query: plane, toReference: homography };
  return {
    payloadZScore: parts.length > 0 ? payloadZScore(parts, payload) : null,
    markInRegion: area && markInRegion(view, reference, tracks, payload, area, picture),
  };
}
