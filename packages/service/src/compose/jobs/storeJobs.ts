/** What an operator does to the store of pictures: says whose it is, looks into its quarantine, takes out of it. @module */
import path from 'node:path';
import { connectControl } from '../../adapters/control/controlClient.ts';
import type { Database } from '../../adapters/db/connection/database.ts';
import { createAssetQueries } from '../../adapters/db/assets/assetQueries.ts';
import type { Quarantined, StoreKeeping } from '../../app/ports/assets/storeKeeping.ts';
import type { Config } from '../../config/config.ts';
import { adoptStore, openStore } from '../assetFiles.ts';
import { openServiceDatabase } from '../database.ts';
import { createLifecycle } from '../lifecycle.ts';
import { folderOwner } from './folderOwner.ts';

export interface StoreJobs {
  /** The store is that of the database in use from now on. Returns the id of the database. */
  adopt(): Promise<string>;
  quarantined(): Promise<readonly Quarantined[]>;
  /** @returns `no row`: the database does not know the asset, so that the next sweep would move its files aside again */
  restore(assetId: string): Promise<'restored' | 'not in quarantine' | 'no row'>;
  close(): Promise<void>;
}

/** A store that belongs to another database lets no service start, so that none could adopt it. */
export type ServedStoreJobs = Pick<StoreJobs, 'quarantined' | 'restore'>;

const SERVED = ['quarantined', 'restore'] as const satisfies readonly (keyof ServedStoreJobs)[];

const CLOSING_ORDER = ['database', 'control', 'data folder'] as const;

/**
 * Through the service that owns the data folder, if one runs; with PostgreSQL beside it.
 * @throws {Error} with a sentence for the operator
 */
export async function openStoreJobs(config: Config): Promise<StoreJobs> {
  const { own, closeAll } = createLifecycle(CLOSING_ORDER);
  try {
    const owner = await folderOwner(config, own);
    const adoptsNone = (): Promise<never> => Promise.reject(owner);
    if (owner && config.databaseUrl === null) {
      const control = own('control', connectControl(config.dataDir), (held) => held.close());
      return { ...control.jobs<ServedStoreJobs>('store', SERVED), adopt: adoptsNone, close: closeAll };
    }
    const store = openStore(config, path.join(config.dataDir, 'files'));
    const database = own('database', await openServiceDatabase(config, config.dataDir), (held) => held.close());
    return {
      ...storeJobsOver(database, store.storeKeeping),
      adopt: owner ? adoptsNone : () => adoptStore(database, store),
      close: closeAll,
    };
  } catch (error) {
    await closeAll().catch(() => {});
    throw error;
  }
}

export function storeJobsOver(database: Database, storeKeeping: StoreKeeping): ServedStoreJobs {
  const quarantined = async (): Promise<Quarantined[]> => {
    const all: Quarantined[] = [];
    for await (const entry of storeKeeping.quarantined()) all.push(entry);
    return all;
  };
  return {
    quarantined,
    async restore(assetId) {
      if (!(await quarantined()).some((entry) => entry.assetId === assetId)) return 'not in quarantine';
      const rows = await createAssetQueries(database).existing([assetId]);
      if (!rows.has(assetId)) return 'no row';
      await storeKeeping.restore(assetId);
      return 'restored';
    },
  };
}
