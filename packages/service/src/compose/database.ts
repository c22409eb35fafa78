/** The database that the configuration names. @module */
import { openDatabase } from '../adapters/db/connection/open.ts';
import type { Config } from '../config/config.ts';

/** PostgreSQL at its address, else the embedded one in the data folder. */
export const openServiceDatabase = (
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  dataFolder: string,
): ReturnType<typeof openDatabase> => openDatabase(databaseUrl ? { url: databaseUrl } : { dataDir: dataFolder });
