/** Where the imports of a test's service come from: archives in a folder, of at most 100 kB. @module */
import path from 'node:path';
import { uuidV7Ids } from '../../src/adapters/ids/uuidV7.ts';
import { createImportSources } from '../../src/adapters/imports/importSources.ts';
import { systemClock } from '../../src/adapters/runtime/clock.ts';
import type { ImportSources } from '../../src/app/ports/imports/importSources.ts';

/** @param sources that the operator named */
export const smallImportSources = (
  folder: string,
  sources: Parameters<typeof createImportSources>[1]['sources'] = [],
): Promise<ImportSources> =>
  createImportSources(path.join(folder, 'imports'), {
    archiveBytesMax: 100_000,
    pictureBytesMax: 10_000,
    keys: null,
    secrets: [Buffer.alloc(32, 7)],
    ids: uuidV7Ids(systemClock),
    shared: null,
    sources,
  });
