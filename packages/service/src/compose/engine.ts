/** The part of the composition root that starts the worker pool. @module */
import type { FastifyBaseLogger } from 'fastify';
import { createEngine, type EngineWatch } from '../adapters/engine/engine.ts';
import { defaultThreads } from '../adapters/engine/settings.ts';
import type { Config } from '../config/config.ts';
import { embedderFilesOf } from './models.ts';
import { missingTracks, trackSettings } from './trackSettings.ts';

/** Pictures that the engine of this process works on at once. */
export const threadsOf = ({ workers }: Pick<Config, 'workers'>): number => (workers > 0 ? workers : defaultThreads());

/** An installation without the networks of a track is told so, once. */
export function openEngine(
  config: Config,
  watermarkKey: Uint8Array,
  log: Pick<FastifyBaseLogger, 'warn'>,
  watch: EngineWatch | null,
): ReturnType<typeof createEngine> {
  const tracks = trackSettings(config);
  for (const { detail } of missingTracks(tracks.modelFolders)) log.warn(detail);
  return createEngine(
    {
      embedderFiles: embedderFilesOf(config),
      watermarkKey,
      ...tracks,
      bytesMax: config.uploadBytesMax,
      pixelsMax: config.pixelsMax,
      queueMax: config.queueMax,
      seenPicturesBytesMax: config.seenPicturesMib * 1024 * 1024,
      threads: threadsOf(config),
      ...(config.pictureMemoryMib > 0 ? { memoryBytesMax: config.pictureMemoryMib * 1024 * 1024 } : {}),
    },
    watch ?? {},
  );
}
