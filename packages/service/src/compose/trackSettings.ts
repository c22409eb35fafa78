/** What the settings say of the tracks, as the engine takes it. @module */
import { byTrack } from '@assay/core/watermark/tracks';
import { TRACKS } from '@assay/core/watermark/trackTable';
import { modelsFolder } from '../adapters/models/modelFile.ts';
import { type MissingNetworks, missingNetworks, type ModelFolders } from '../adapters/models/trackNetworks.ts';
import type { EngineSettings } from '../adapters/engine/settings.ts';
import type { Config } from '../config/config.ts';
import { NETWORK_TRACK_IDS, trackKey } from '../config/watermark.ts';

export function trackSettings(config: Config): Required<Pick<EngineSettings, 'strengths' | 'modelFolders'>> {
  const folders = NETWORK_TRACK_IDS.map((id) => [id, modelsFolder(config[trackKey(id, 'Models')])]);
  return {
    strengths: byTrack((id) => config[trackKey(id, 'Strength')]),
    modelFolders: Object.fromEntries(folders) as ModelFolders,
  };
}

/** The tracks that this service does without, and why. @throws {ModelError} if a model is not what its side-car describes */
export const missingTracks = (folders: ModelFolders): readonly MissingNetworks[] =>
  TRACKS.flatMap((row) => missingNetworks(row, folders[row.id] ?? null) ?? []);
