/** The tracks of the table that this thread can write and read. @module */
import { TRACK_IDS, type TrackId, trackDefinition } from '@assay/core/watermark/tracks';
import type { WatermarkTrack } from '@assay/core/watermark/watermarkTrack';
import { type MissingNetworks, missingNetworks, type ModelFolders, networksIn } from '../models/trackNetworks.ts';

export interface InstalledTrack {
  readonly id: TrackId;
  readonly track: WatermarkTrack;
}

export interface InstalledTracks {
  /** In the order of embedding. */
  readonly tracks: readonly InstalledTrack[];
  /** Why a track is missing. */
  readonly missing: Readonly<Partial<Record<TrackId, MissingNetworks>>>;
}

const made = new Map<string, WatermarkTrack | MissingNetworks>();

/**
 * Makes a track, and loads its networks, when it is first asked for, once in each thread.
 * @throws {Error} if there are models that cannot be used, see trackNetworks.ts
 */
export function installedTracks(folders: ModelFolders, asked: readonly TrackId[] = TRACK_IDS): InstalledTracks {
  const tracks: InstalledTrack[] = [];
  const missing: Partial<Record<TrackId, MissingNetworks>> = {};
  for (const id of TRACK_IDS.filter((candidate) => asked.includes(candidate))) {
    const track = trackOf(id, folders[id] ?? null);
    if ('reason' in track) missing[id] = track;
    else tracks.push({ id, track });
  }
  return { tracks, missing };
}

function trackOf(id: TrackId, folder: string | null): WatermarkTrack | MissingNetworks {
  const name = JSON.stringify([id, folder]);
  const known = made.get(name);
  if (known) return known;
  const row = trackDefinition(id);
  const track = missingNetworks(row, folder) ?? row.make(row, networksIn(folder ?? ''));
  made.set(name, track);
  return track;
}
