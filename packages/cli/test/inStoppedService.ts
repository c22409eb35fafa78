/** What a stopped service leaves, opened for a look and closed again: commands of the operator need the folder for themselves. @module */
import { openDataFolder } from '@assay/service/adapters/dataFolder/dataFolder';
import { type OpenDatabase, openDatabase } from '@assay/service/adapters/db/connection/open';
import { createRepositories, type Repositories } from '@assay/service/adapters/db/repositories';
import { readConfig } from '@assay/service/config/config';
import { serviceSecrets } from '@assay/service/compose/secrets';
import { manualClock } from '../../service/test/fakes/manualClock.ts';
import { NOW } from '../../service/test/support/fixtures.ts';
import { embeddedTemplate } from '../../service/test/support/testDatabase.ts';

const ids = { uuid: () => crypto.randomUUID() };

export interface StoppedService {
  readonly repositories: Repositories;
  readonly database: OpenDatabase;
  readonly settings: { readonly ids: typeof ids; readonly keyEncryptionKey: Uint8Array };
}

export async function inStoppedService<T>(folder: string, work: (service: StoppedService) => Promise<T>): Promise<T> {
  const owned = await openDataFolder(folder);
  const { keyEncryptionKey } = await serviceSecrets(readConfig({ ASSAY_DATA_DIR: folder }), owned.path);
  const database = await openDatabase({ dataDir: owned.path, template: await embeddedTemplate() });
  try {
    const settings = { ids, keyEncryptionKey };
    const repositories = createRepositories(database, { ...settings, clock: manualClock(NOW) });
    return await work({ repositories, database, settings });
  } finally {
    await database.close();
    await owned.release();
  }
}
