/** What an operator does to the store of pictures: says whose it is, looks into its quarantine, takes out of it. @module */
import path from 'node:path';
import { openDataFolder } from '../../adapters/dataFolder/dataFolder.ts';
import { createAssetQueries } from '../../adapters/db/assets/assetQueries.ts';
import type { Quarantined } from '../../app/ports/assets/storeKeeping.ts';
import type { Config } from '../../config/config.ts';
import { adoptStore, openStore } from '../assetFiles.ts';
import { openServiceDatabase } from '../database.ts';
import { createLifecycle } from '../lifecycle.ts';

export interface StoreJobs {
  /** The store is that of the database in use from now on. Returns the id of the database. */
  adopt(): Promise<string>;
  quarantined(): Promise<readonly Quarantined[]>;
  /** @returns `no row`: the database does not know the asset, so that the next sweep would move its files aside again */
  restore(assetId: string): Promise<'restored' | 'not in quarantine' | 'no row'>;
  close(): Promise<void>;
}

const CLOSING_ORDER = ['database', 'data folder'] as const;

/** @throws {Error} with a sentence for the operator, such as when a service runs on the same data folder */
export async function openStoreJobs(config: Config): Promise<StoreJobs> {
  const { own, closeAll } = createLifecycle(CLOSING_ORDER);
  try {
    const folder = own('data folder', await openDataFolder(config.dataDir), (held) => held.release());
    const store = openStore(config, path.join(folder.path, 'files'));
    const database = own('database', await openServiceDatabase(config, folder.path), (held) => held.close());
    const { storeKeeping } = store;
    const quarantined = async (): Promise<Quarantined[]> => {
      const all: Quarantined[] = [];
      for await (const entry of storeKeeping.quarantined()) all.push(entry);
      return all;
    };
    return {
      adopt: () => adoptStore(database, store),
      quarantined,
      async restore(assetId) {
        if (!(await quarantined()).some((entry) => entry.assetId === assetId)) return 'not in quarantine';
        const rows = await createAssetQueries(database).existing([assetId]);
        if (!rows.has(assetId)) return 'no row';
        await storeKeeping.restore(assetId);
        return 'restored';
      },
      close: closeAll,
    };
  } catch (error) {
    await closeAll().catch(() => {});
    throw error;
  }
}
