/** Jobs: `examine` and the blind extraction of every track, in one decode; and the local features that a search begins with. @module */
import type { Presence } from '@assay/core/watermark/presence/presenceMap';
import type { Inspected, LocalQuery, MarkPresence } from '../../../app/ports/verify/engine.ts';
import { decodeToRead } from '../../codec/decodeImage.ts';
import type { PictureLimits } from '../../codec/inspectHeader.ts';
import { fingerprintVectors } from '../fingerprintVectors.ts';
import { localQuery } from '../localFeatures.ts';
import { findMarks, type TrackSettings } from '../tracks.ts';
import { mapPng } from '../mapPng.ts';
import { picturesOfThread } from '../seenPictures.ts';
import type { EngineLimits } from '../settings.ts';
import { describe, type ExamineSettings } from './examine.ts';

type Settings = ExamineSettings & TrackSettings & Pick<EngineLimits, 'seenPicturesBytesMax'>;

/** @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE */
export async function inspect(bytes: Uint8Array, limits: Settings, isDrawn = true): Promise<Inspected> {
  const decoded = await decodeToRead(bytes, limits);
  const described = describe(bytes, decoded, (picture) => fingerprintVectors(picture, limits.embedderFiles));
  const { tracks, presence } = findMarks(decoded.raster, limits);
  picturesOfThread(limits).keep(bytes, limits, decoded);
  return {
    ...described,
    tracks,
    presence: presence && (await presenceOf(presence, isDrawn)),
  };
}

/** What this thread has inspected is not decoded again. @throws {AppError} as `inspect` */
export async function searchFeatures(
  bytes: Uint8Array,
  limits: PictureLimits & Pick<EngineLimits, 'seenPicturesBytesMax'>,
): Promise<LocalQuery> {
  const seen = picturesOfThread(limits).whole(bytes, limits);
  return localQuery(seen ?? (await decodeToRead(bytes, limits)).raster);
}

async function presenceOf({ map, ...facts }: Presence, isDrawn: boolean): Promise<MarkPresence> {
  return { facts, mapPng: isDrawn ? await mapPng(map) : null };
}
