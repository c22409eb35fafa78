/** The database that the configuration names. @module */
import { openDatabase } from '../adapters/db/connection/open.ts';
import { currentTenant } from '../adapters/runtime/currentTenant.ts';
import type { Config } from '../config/config.ts';

/** PostgreSQL at its address, else the embedded one in the data folder. */
export const openServiceDatabase = (
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  dataFolder: string,
): ReturnType<typeof openDatabase> => openDatabase(databaseUrl ? { url: databaseUrl } : { dataDir: dataFolder });

type ServingSettings = Pick<
  Config,
  'databaseUrl' | 'databaseConnections' | 'databaseStatementMs' | 'databaseLockMs' | 'databaseIdleMs'
>;

/** The same for the service, in which no request may hold up the others for long. */
export const openServingDatabase = (config: ServingSettings, dataFolder: string): ReturnType<typeof openDatabase> =>
  config.databaseUrl
    ? openDatabase({
        url: config.databaseUrl,
        connectionsMax: config.databaseConnections,
        timeouts: {
          statementMs: config.databaseStatementMs,
          lockMs: config.databaseLockMs,
          idleInTransactionMs: config.databaseIdleMs,
        },
      })
    : openDatabase({ dataDir: dataFolder, askedFrom: currentTenant.network });
