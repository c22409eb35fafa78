/** Job: what a picture is, what it is called and what it looks like. @module */
import type { Raster } from '@assay/core/raster';
import type { Examined, LookupVectors } from '../../../app/ports/verify/engine.ts';
import { type DecodedImage, decodeToRead } from '../../codec/decodeImage.ts';
import type { PictureLimits } from '../../codec/inspectHeader.ts';
import { readMetadata } from '../../codec/readMetadata.ts';
import { contentIds } from '../../content/contentIds.ts';
import { storedFingerprint } from '../fingerprintVectors.ts';
import { picturesOfThread } from '../seenPictures.ts';
import type { EngineLimits } from '../settings.ts';

export type ExamineSettings = PictureLimits & Pick<EngineLimits, 'embedderFiles'>;

/** What `examine` tells of a picture that is already decoded, with a fingerprint as the caller needs it; not what its bytes are called. */
export const describe = <Fingerprint extends LookupVectors>(
  bytes: Uint8Array,
  { facts, raster, warnings }: DecodedImage,
  fingerprintOf: (picture: Raster) => Fingerprint,
): Omit<Examined<Fingerprint>, 'ids'> => ({
  facts,
  fingerprint: fingerprintOf(raster),
  metadata: readMetadata(bytes),
  warnings,
});

type Settings = ExamineSettings & Pick<EngineLimits, 'seenPicturesBytesMax'>;

/** Marking mostly follows, which needs the picture once more. @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE */
export async function examine(bytes: Uint8Array, limits: Settings): Promise<Examined> {
  const decoded = await decodeToRead(bytes, limits);
  const described = describe(bytes, decoded, (picture) => storedFingerprint(picture, limits.embedderFiles));
  picturesOfThread(limits).keep(bytes, limits, decoded);
  return { ...described, ids: await contentIds(bytes) };
}
