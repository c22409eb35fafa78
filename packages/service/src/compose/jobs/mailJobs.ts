/** The operator's look at mails that were given up, beside a running service too. @module */
import { connectControl } from '../../adapters/control/controlClient.ts';
import { openDataFolder } from '../../adapters/dataFolder/dataFolder.ts';
import { FolderOwned } from '../../adapters/dataFolder/lock.ts';
import { createDeadMails } from '../../adapters/db/mail/deadMails.ts';
import type { DeadMails } from '../../app/ports/delivery/mail.ts';
import type { Config } from '../../config/config.ts';
import { openServiceDatabase } from '../database.ts';
import { createLifecycle, type Lifecycle } from '../lifecycle.ts';

export interface MailJobs extends DeadMails {
  close(): Promise<void>;
}

const CLOSING_ORDER = ['database', 'control', 'data folder'] as const;

/** The embedded database admits one process: the service answers for it while it runs. @throws {Error} with a sentence for the operator */
export async function openMailJobs(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<MailJobs> {
  const lifecycle = createLifecycle(CLOSING_ORDER);
  try {
    return { ...(await open(config, lifecycle)), close: lifecycle.closeAll };
  } catch (error) {
    await lifecycle.closeAll().catch(() => {});
    throw error;
  }
}

async function open(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { own }: Lifecycle<(typeof CLOSING_ORDER)[number]>,
): Promise<DeadMails> {
  if (config.databaseUrl === null)
    try {
      own('data folder', await openDataFolder(config.dataDir), (held) => held.release());
    } catch (cause) {
      if (!(cause instanceof FolderOwned)) throw cause;
      return own('control', connectControl(config.dataDir), (held) => held.close()).deadMails;
    }
  return createDeadMails(own('database', await openServiceDatabase(config, config.dataDir), (held) => held.close()));
}
