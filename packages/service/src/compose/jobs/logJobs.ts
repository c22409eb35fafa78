/** What an operator does to the logs with the service stopped: holds them to what was signed. @module */
import path from 'node:path';
import { openDataFolder } from '../../adapters/dataFolder/dataFolder.ts';
import { createStoredAuditLogs } from '../../adapters/db/organizations/auditHeads.ts';
import { organizationIdOf } from '../../adapters/db/organizations/organizationId.ts';
import { uuidV7Ids } from '../../adapters/ids/uuidV7.ts';
import { systemClock } from '../../adapters/runtime/clock.ts';
import { type AuditCheck, checkAuditLogs } from '../../app/organizations/checkAuditLogs.ts';
import { type Continued, continueLog } from '../../app/transparency/continueLog.ts';
import { inspectLog } from '../../app/transparency/inspectLog.ts';
import type { Config } from '../../config/config.ts';
import { openStore } from '../assetFiles.ts';
import { openServiceDatabase } from '../database.ts';
import { openLedger } from '../ledger.ts';
import { createLifecycle } from '../lifecycle.ts';
import { serviceSecrets } from '../secrets.ts';
import { composeLogKeeping } from '../transparency.ts';

export interface LogJobs {
  /** @param organization id or slug; null: every audit log, also what is left of those that are gone */
  checkAudit(organization: string | null): Promise<AuditCheck>;
  /** @param origin name of the log from now on @param isAnyway also if nothing is wrong */
  continueLog(origin: string, isAnyway: boolean): Promise<Continued>;
  close(): Promise<void>;
}

const CLOSING_ORDER = ['ledger', 'database', 'data folder'] as const;

/** @throws {Error} with a sentence for the operator, such as when a service runs on the same data folder */
export async function openLogJobs(config: Config): Promise<LogJobs> {
  const { own, closeAll } = createLifecycle(CLOSING_ORDER);
  try {
    const folder = own('data folder', await openDataFolder(config.dataDir), (held) => held.release());
    const { keyEncryptionKey } = await serviceSecrets(config, folder.path);
    const { storeKeeping } = openStore(config, path.join(folder.path, 'files'));
    const ledger = own('ledger', await openLedger(config, folder.path, () => {}), (held) => held.close());
    const database = own('database', await openServiceDatabase(config, folder.path), (held) => held.close());
    const parts = {
      database,
      keyEncryptionKey,
      folder: folder.path,
      ports: { clock: systemClock, ledger, storeKeeping },
    };
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
      continueLog: (origin, isAnyway) =>
        continueLog({ ...keeping, foundation: keeping.signer, ids: uuidV7Ids(systemClock) }, origin, isAnyway),
      close: closeAll,
    };
  } catch (error) {
    await closeAll().catch(() => {});
    throw error;
  }
}
