/** The tracks that this thread can write and read. @module */
import type { TrackId, WatermarkTrack } from '@assay/core/watermark/track';
import { trackA } from '@assay/core/watermark/trackA';
import { trackB } from '@assay/core/watermark/trackB';
import { loadTrackC, type MissingTrackC } from '../models/loadTrackC.ts';

/** Those that need no model. */
export const BUILT_IN_TRACKS: readonly WatermarkTrack[] = [trackA, trackB];

export interface InstalledTracks {
  /** In the order of embedding. */
  readonly tracks: readonly WatermarkTrack[];
  /** Why a track is missing. */
  readonly missing: Readonly<Partial<Record<TrackId, MissingTrackC>>>;
}

const installed = new Map<string | null, InstalledTracks>();

/**
 * Loads track C's models when it is first asked, once in each thread.
 * @param models folder of track C's models, null for none
 * @throws {Error} if there are models that cannot be used, see loadTrackC.ts
 */
export function installedTracks(models: string | null): InstalledTracks {
  const known = installed.get(models);
  if (known) return known;
  const { track, missing } = loadTrackC(models);
  const made: InstalledTracks = track
    ? { tracks: [...BUILT_IN_TRACKS, track], missing: {} }
    : { tracks: BUILT_IN_TRACKS, missing: { c: missing } };
  installed.set(models, made);
  return made;
}
