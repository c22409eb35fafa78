/** The part of the composition root that imports come through. @module */
import path from 'node:path';
import { createImportSources } from '../adapters/imports/importSources.ts';
import { type RunningJob, repeat } from '../adapters/jobs/repeat.ts';
import { runImports } from '../app/imports/runImports.ts';
import type { ImportSources } from '../app/ports/imports/importSources.ts';
import type { Ports } from '../app/ports/ports.ts';
import type { Config } from '../config/config.ts';

/** New imports begin after so long at the latest, ms. */
const PAUSE_MS = 2_000;
const MEBIBYTE = 1024 * 1024;

type Settings = Pick<Config, 'importMib' | 'importSources' | 's3AccessKeyId' | 's3SecretAccessKey'>;

export function openImportSources(config: Settings, folder: string, pictureBytesMax: number): Promise<ImportSources> {
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = config;
  return createImportSources(path.join(folder, 'imports'), {
    archiveBytesMax: config.importMib * MEBIBYTE,
    pictureBytesMax,
    sources: config.importSources,
    keys: accessKeyId !== null && secretAccessKey !== null ? { accessKeyId, secretAccessKey } : null,
  });
}

export const startImports = (
  ports: Ports,
  isEnding: () => boolean,
  log: Parameters<typeof runImports>[2],
  failed: (error: unknown) => void,
): RunningJob => repeat('imports', () => runImports(ports, isEnding, log), PAUSE_MS, failed);
