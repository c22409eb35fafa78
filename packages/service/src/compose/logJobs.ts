/** What an operator does to the logs with the service stopped: holds them to what was signed. @module */
import { openDataFolder } from '../adapters/dataFolder/dataFolder.ts';
import { createStoredAuditLogs } from '../adapters/db/organizations/auditHeads.ts';
import { organizationIdOf } from '../adapters/db/organizations/organizationId.ts';
import { systemClock } from '../adapters/runtime/clock.ts';
import { type AuditCheck, checkAuditLogs } from '../app/organizations/checkAuditLogs.ts';
import { inspectLog } from '../app/transparency/inspectLog.ts';
import type { Config } from '../config/config.ts';
import { openServiceDatabase } from './database.ts';
import { createLifecycle } from './lifecycle.ts';
import { serviceSecrets } from './secrets.ts';
import { composeLogKeeping } from './transparency.ts';

export interface LogJobs {
  /** @param organization id or slug; null: every audit log, also what is left of those that are gone */
  checkAudit(organization: string | null): Promise<AuditCheck>;
  close(): Promise<void>;
}

const CLOSING_ORDER = ['database', 'data folder'] as const;

/** @throws {Error} with a sentence for the operator, such as when a service runs on the same data folder */
export async function openLogJobs(config: Config): Promise<LogJobs> {
  const { own, closeAll } = createLifecycle(CLOSING_ORDER);
  try {
    const folder = own('data folder', await openDataFolder(config.dataDir), (held) => held.release());
    const { keyEncryptionKey } = await serviceSecrets(config, folder.path);
    const database = own('database', await openServiceDatabase(config, folder.path), (held) => held.close());
    const parts = { database, keyEncryptionKey, folder: folder.path, ports: { clock: systemClock } };
    const keeping = composeLogKeeping(config, parts);
    return {
      async checkAudit(organization) {
        const id = organization === null ? null : await organizationIdOf(database, organization);
        const deps = {
          auditLogs: createStoredAuditLogs(database),
          inspectLog: (see: Parameters<typeof inspectLog>[1]) => inspectLog(keeping, see),
        };
        return checkAuditLogs(deps, id);
      },
      close: closeAll,
    };
  } catch (error) {
    await closeAll().catch(() => {});
    throw error;
  }
}
