/** The change of the key encryption key at a start that names the key before. @module */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../adapters/db/connection/database.ts';
import { resealAll } from '../adapters/db/keys/reseal.ts';
import type { Config } from '../config/config.ts';
import { keyEncryptionKeyBefore } from './secrets.ts';

/**
 * Whoever names both keys wants what the old one sealed under the new one, and until then the service could sign nothing. A start
 * that finds nothing left to do says so, for the old key need not be named any longer.
 * @throws {Error} naming the first row that opens under neither key; nothing is changed then
 */
export async function resealAtStart(
  config: Pick<Config, 'keyEncryptionKey' | 'keyEncryptionKeyPrevious' | 'dataDir'>,
  database: Database,
  keyEncryptionKey: Uint8Array,
  log: Pick<FastifyBaseLogger, 'info'>,
): Promise<void> {
  if (config.keyEncryptionKeyPrevious === null) return;
  const from = await keyEncryptionKeyBefore(config, config.dataDir);
  const moved = await resealAll(database, { from, to: keyEncryptionKey });
  const isDone = Object.values(moved).every((count) => count === 0);
  if (isDone)
    log.info(
      'all rows lie under the present key encryption key: once the imports have ended that began before, the other need not be named',
    );
  else log.info(moved, 'sealed under the present key encryption key');
}

/** The present one, and the one before while the settings name it: what lies in files is not sealed anew. */
export const keyEncryptionKeys = async (
  config: Pick<Config, 'keyEncryptionKey' | 'keyEncryptionKeyPrevious' | 'dataDir'>,
  present: Uint8Array,
): Promise<readonly [Uint8Array, ...Uint8Array[]]> =>
  config.keyEncryptionKeyPrevious === null
    ? [present]
    : [present, await keyEncryptionKeyBefore(config, config.dataDir)];
