/** Where the imports of a test's service come from: archives in a folder, small ones unless a test needs others. @module */
import path from 'node:path';
import { uuidV7Ids } from '../../src/adapters/ids/uuidV7.ts';
import { createImportSources } from '../../src/adapters/imports/importSources.ts';
import { systemClock } from '../../src/adapters/runtime/clock.ts';
import type { ImportSources } from '../../src/app/ports/imports/importSources.ts';

/** @param sources that the operator named @param bounds default: 100 kB for an archive */
export const smallImportSources = (
  folder: string,
  sources: Parameters<typeof createImportSources>[1]['sources'] = [],
  { archiveBytesMax = 100_000 } = {},
): Promise<ImportSources> =>
  createImportSources(path.join(folder, 'imports'), {
    archiveBytesMax,
    pictureBytesMax: 10_000,
    keys: null,
    secrets: [Buffer.alloc(32, 7)],
    ids: uuidV7Ids(systemClock),
    shared: null,
    sources,
  });
