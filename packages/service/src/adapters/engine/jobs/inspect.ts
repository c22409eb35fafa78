/** Job: `examine` and the blind extraction of every track, in one decode. @module */
import type { Inspected } from '../../../app/ports/engine.ts';
import { decodeToRead } from '../../codec/decodeImage.ts';
import { localQuery } from '../localFeatures.ts';
import { findTracks, type TrackSettings } from '../tracks.ts';
import { describe, type ExamineSettings } from './examine.ts';

/** @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE */
export async function inspect(bytes: Uint8Array, limits: ExamineSettings & TrackSettings): Promise<Inspected> {
  const decoded = await decodeToRead(bytes, limits);
  const described = await describe(bytes, decoded, limits);
  return {
    ...described,
    localQuery: localQuery(decoded.raster),
    tracks: findTracks(decoded.raster, limits),
  };
}
