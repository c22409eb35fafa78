/** What an operator does to the logs: holds them to what was signed, and lets one that was set back go on. @module */
import path from 'node:path';
import { connectControl } from '../../adapters/control/controlClient.ts';
import { createStoredAuditLogs } from '../../adapters/db/organizations/auditHeads.ts';
import { organizationIdOf } from '../../adapters/db/organizations/organizationId.ts';
import { uuidV7Ids } from '../../adapters/ids/uuidV7.ts';
import { systemClock } from '../../adapters/runtime/clock.ts';
import { type AuditCheck, checkAuditLogs } from '../../app/organizations/checkAuditLogs.ts';
import { lookTwice } from '../../app/organizations/lookTwice.ts';
import { type Continued, continueLog } from '../../app/transparency/continueLog.ts';
import { inspectLog } from '../../app/transparency/inspectLog.ts';
import type { Config } from '../../config/config.ts';
import { openStore } from '../assetFiles.ts';
import { openServiceDatabase } from '../database.ts';
import { openLedger } from '../ledger.ts';
import { createLifecycle } from '../lifecycle.ts';
import { serviceSecrets } from '../secrets.ts';
import { composeLogKeeping } from '../transparency.ts';
import { folderOwner } from './folderOwner.ts';

export interface LogJobs {
  /** @param organization id or slug; null: every audit log, also what is left of those that are gone */
  checkAudit(organization: string | null): Promise<AuditCheck>;
  /** @param origin name of the log from now on @param isAnyway also if nothing is wrong */
  continueLog(origin: string, isAnyway: boolean): Promise<Continued>;
  close(): Promise<void>;
}

/** A service goes on under the name that it has: it would have to forget the other one. */
export type ServedLogJobs = Pick<LogJobs, 'checkAudit'>;

const CLOSING_ORDER = ['ledger', 'database', 'control', 'data folder'] as const;

/**
 * Through the service that owns the data folder, if one runs.
 * @throws {Error} with a sentence for the operator, such as when a service on PostgreSQL has the embedded ledger open
 */
export async function openLogJobs(config: Config): Promise<LogJobs> {
  const { own, closeAll } = createLifecycle(CLOSING_ORDER);
  try {
    const owner = await folderOwner(config, own);
    if (owner) {
      if (config.databaseUrl !== null) throw owner;
      const control = own('control', connectControl(config.dataDir), (held) => held.close());
      return {
        ...control.jobs<ServedLogJobs>('log', ['checkAudit']),
        continueLog: () => Promise.reject(owner),
        close: closeAll,
      };
    }
    const folder = config.dataDir;
    const { keyEncryptionKey } = await serviceSecrets(config, folder);
    const { storeKeeping } = openStore(config, path.join(folder, 'files'));
    const ledger = own('ledger', await openLedger(config, folder, () => {}), (held) => held.close());
    const database = own('database', await openServiceDatabase(config, folder), (held) => held.close());
    const parts = { database, keyEncryptionKey, folder, ports: { clock: systemClock, ledger, storeKeeping } };
    const keeping = composeLogKeeping(config, parts);
    return {
      checkAudit: auditChecker(config, parts),
      continueLog: (origin, isAnyway) =>
        continueLog({ ...keeping, foundation: keeping.signer, ids: uuidV7Ids(systemClock) }, origin, isAnyway),
      close: closeAll,
    };
  } catch (error) {
    await closeAll().catch(() => {});
    throw error;
  }
}

type Parts = Parameters<typeof composeLogKeeping>[1];

/** In the service itself, whose logs grow meanwhile. */
export const logJobsOver = (config: Config, parts: Parts): ServedLogJobs => ({
  checkAudit: (organization) => lookTwice(() => auditChecker(config, parts)(organization)),
});

const auditChecker =
  (config: Config, parts: Parts): LogJobs['checkAudit'] =>
  async (organization) => {
    const { database } = parts;
    const id = organization === null ? null : await organizationIdOf(database, organization);
    const keeping = composeLogKeeping(config, parts);
    const deps = {
      auditLogs: createStoredAuditLogs(database),
      inspectLog: (see: Parameters<typeof inspectLog>[1]) => inspectLog(keeping, see),
    };
    return checkAuditLogs(deps, id);
  };
