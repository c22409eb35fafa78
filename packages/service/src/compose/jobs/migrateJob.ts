/** Brings the tables to this version without a service: for operators whose service may not change tables. @module */
import type { Config } from '../../config/config.ts';
import { openServiceDatabase } from '../database.ts';

/** @throws {Error} without DATABASE_URL, or if its role may not change the tables */
export async function migrateTables(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<void> {
  if (config.databaseUrl === null)
    throw new Error(
      'DATABASE_URL is not set: the embedded database brings itself to this version when the service starts.',
    );
  await (await openServiceDatabase(config, config.dataDir)).close();
}
