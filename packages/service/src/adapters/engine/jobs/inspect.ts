/** Jobs: `examine` and the blind extraction of every track, in one decode; and what a search begins with: embeddings and local features. @module */
import { pictureHash } from '@assay/core/fingerprint/fingerprint';
import type { Raster } from '@assay/core/raster';
import type { Presence } from '@assay/core/watermark/presence/presenceMap';
import {
  type Embeddings,
  type Inspected,
  type LocalQuery,
  type LookupVectors,
  type MarkPresence,
  NOT_EMBEDDED,
} from '../../../app/ports/verify/engine.ts';
import { decodeToRead } from '../../codec/decodeImage.ts';
import type { PictureLimits } from '../../codec/inspectHeader.ts';
import { embeddingsOf, fingerprintVectors } from '../fingerprintVectors.ts';
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
  const { tracks, presence } = findMarks(decoded.raster, limits);
  const isNamed = tracks.some(({ assetId }) => assetId !== null);
  const lookedUpBy = (picture: Raster): LookupVectors =>
    isNamed ? { ...pictureHash(picture), ...NOT_EMBEDDED } : fingerprintVectors(picture, limits.embedderFiles);
  const described = describe(bytes, decoded, lookedUpBy);
  picturesOfThread(limits).keep(bytes, limits, decoded);
  return {
    ...described,
    tracks,
    presence: presence && (await presenceOf(presence, isDrawn)),
  };
}

type Seen = PictureLimits & Pick<EngineLimits, 'seenPicturesBytesMax'>;

/** What this thread has inspected is not decoded again. */
const readAgain = async (bytes: Uint8Array, limits: Seen): Promise<Raster> =>
  picturesOfThread(limits).whole(bytes, limits) ?? (await decodeToRead(bytes, limits)).raster;

/** @throws {AppError} as `inspect` */
export async function searchFeatures(bytes: Uint8Array, limits: Seen): Promise<LocalQuery> {
  return localQuery(await readAgain(bytes, limits));
}

/** @throws {AppError} as `inspect` */
export async function embed(
  bytes: Uint8Array,
  limits: Seen & Pick<EngineLimits, 'embedderFiles'>,
): Promise<Embeddings> {
  return embeddingsOf(await readAgain(bytes, limits), limits.embedderFiles);
}

async function presenceOf({ map, ...facts }: Presence, isDrawn: boolean): Promise<MarkPresence> {
  return { facts, mapPng: isDrawn ? await mapPng(map) : null };
}
