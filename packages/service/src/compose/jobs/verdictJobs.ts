/** What an operator does with verdicts that were given: decides disputes, judges the log again. @module */
import type { RegressionCase } from '@assay/core/verdict/replay';
import { systemClock } from '../../adapters/runtime/clock.ts';
import { connectControl } from '../../adapters/control/controlClient.ts';
import { openDataFolder } from '../../adapters/dataFolder/dataFolder.ts';
import { FolderOwned } from '../../adapters/dataFolder/lock.ts';
import type { Database } from '../../adapters/db/connection/database.ts';
import { createDisputeRulings } from '../../adapters/db/verifications/disputes.ts';
import { createVerificationLog } from '../../adapters/db/verifications/verifications.ts';
import { uuidV7Ids } from '../../adapters/ids/uuidV7.ts';
import { disputedCases, type ReplayedLog, replayVerdicts } from '../../app/disputes/replayVerdicts.ts';
import { resolveDispute, type Ruling } from '../../app/disputes/resolveDispute.ts';
import type { DisputedVerification, Disputes } from '../../app/ports/verify/disputes.ts';
import type { Config } from '../../config/config.ts';
import { openServiceDatabase } from '../database.ts';
import { createLifecycle } from '../lifecycle.ts';
import { serviceSecrets } from '../secrets.ts';

export interface VerdictJobs extends Pick<Disputes, 'list' | 'find' | 'picture'> {
  /** @throws {AppError} DISPUTE_NOT_FOUND, VALIDATION_ERROR, CONFLICT */
  resolve(id: string, ruling: Ruling): Promise<DisputedVerification>;
  replay(since: Date | null, limit: number): Promise<ReplayedLog>;
  cases(): Promise<readonly RegressionCase[]>;
  close(): Promise<void>;
}

export type ServedVerdictJobs = Omit<VerdictJobs, 'close'>;

const SERVED = [
  'list',
  'find',
  'picture',
  'resolve',
  'replay',
  'cases',
] as const satisfies readonly (keyof ServedVerdictJobs)[];

const CLOSING_ORDER = ['database', 'control', 'data folder'] as const;

/**
 * Through the service that owns the data folder, if one runs; with PostgreSQL beside it.
 * @throws {Error} with a sentence for the operator
 */
export async function openVerdictJobs(config: Config): Promise<VerdictJobs> {
  const { own, closeAll } = createLifecycle(CLOSING_ORDER);
  try {
    if (config.databaseUrl === null)
      try {
        own('data folder', await openDataFolder(config.dataDir), (held) => held.release());
      } catch (cause) {
        if (!(cause instanceof FolderOwned)) throw cause;
        const control = own('control', connectControl(config.dataDir), (held) => held.close());
        return { ...control.jobs<ServedVerdictJobs>('verdicts', SERVED), close: closeAll };
      }
    const { keyEncryptionKey } = await serviceSecrets(config, config.dataDir);
    const database = own('database', await openServiceDatabase(config, config.dataDir), (held) => held.close());
    return { ...verdictJobsOver(database, keyEncryptionKey), close: closeAll };
  } catch (error) {
    await closeAll().catch(() => {});
    throw error;
  }
}

export function verdictJobsOver(database: Database, keyEncryptionKey: Uint8Array): ServedVerdictJobs {
  const clock = systemClock;
  const disputes = createDisputeRulings(database, { keyEncryptionKey });
  const verifications = createVerificationLog(database);
  return {
    list: disputes.list,
    find: disputes.find,
    picture: disputes.picture,
    resolve: (id, ruling) => resolveDispute({ disputes, clock, ids: uuidV7Ids(clock) }, id, ruling),
    replay: (since, limit) => replayVerdicts({ verifications }, since, limit),
    cases: () => disputedCases({ disputes }),
  };
}
