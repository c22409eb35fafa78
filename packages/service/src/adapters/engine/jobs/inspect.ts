/** Job: `examine` and the blind extraction of every track, in one decode. @module */
import type { Presence } from '@assay/core/watermark/presence/presenceMap';
import type { Inspected, MarkPresence } from '../../../app/ports/verify/engine.ts';
import { decodeToRead } from '../../codec/decodeImage.ts';
import { localQuery } from '../localFeatures.ts';
import { findMarks, type TrackSettings } from '../tracks.ts';
import { mapPng } from '../mapPng.ts';
import { describe, type ExamineSettings } from './examine.ts';

/** @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE */
export async function inspect(bytes: Uint8Array, limits: ExamineSettings & TrackSettings): Promise<Inspected> {
  const decoded = await decodeToRead(bytes, limits);
  const described = await describe(bytes, decoded, limits);
  const { tracks, presence } = findMarks(decoded.raster, limits);
  return {
    ...described,
    localQuery: localQuery(decoded.raster),
    tracks,
    presence: presence && (await presenceOf(presence)),
  };
}

async function presenceOf({ map, ...facts }: Presence): Promise<MarkPresence> {
  return { facts, mapPng: await mapPng(map) };
}
