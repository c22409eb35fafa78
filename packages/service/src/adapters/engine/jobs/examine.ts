/** Job: what a picture is, what it is called and what it looks like. @module */
import type { Examined } from '../../../app/ports/verify/engine.ts';
import { type DecodedImage, decodeToRead } from '../../codec/decodeImage.ts';
import type { PictureLimits } from '../../codec/inspectHeader.ts';
import { readMetadata } from '../../codec/readMetadata.ts';
import { contentIds } from '../../content/contentIds.ts';
import { fingerprintVectors } from '../fingerprintVectors.ts';
import type { EngineLimits } from '../settings.ts';

export type ExamineSettings = PictureLimits & Pick<EngineLimits, 'embedderFiles'>;

/** What `examine` tells of a picture that is already decoded. */
export async function describe(
  bytes: Uint8Array,
  { facts, raster, warnings }: DecodedImage,
  { embedderFiles }: ExamineSettings,
): Promise<Examined> {
  return {
    facts,
    ids: await contentIds(bytes),
    fingerprint: fingerprintVectors(raster, embedderFiles),
    metadata: readMetadata(bytes),
    warnings,
  };
}

/** @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE */
export async function examine(bytes: Uint8Array, limits: ExamineSettings): Promise<Examined> {
  return describe(bytes, await decodeToRead(bytes, limits), limits);
}
