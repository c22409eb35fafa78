/** What the operator's commands share: they work on the data folder itself, or have the service do it that runs there. @module */
import type { Config } from '@assay/service/config/config';
import type { OperatorJobs } from '@assay/service/compose/jobs/operatorJobs';
import type { LogJobs } from '@assay/service/compose/jobs/logJobs';
import type { MailJobs } from '@assay/service/compose/jobs/mailJobs';
import type { StoreJobs } from '@assay/service/compose/jobs/storeJobs';
import type { VerdictJobs } from '@assay/service/compose/jobs/verdictJobs';
import type { Terminal } from '../../terminal.ts';

/** The settings with `dataDir` in place of theirs. @throws {ConfigError} */
export async function settingsWith(terminal: Terminal, dataDir: string | undefined): Promise<Config> {
  const { readConfig } = await import('@assay/service/config/config');
  const settings = await terminal.settings();
  return readConfig(dataDir === undefined ? settings : { ...settings, ASSAY_DATA_DIR: dataDir });
}

type Opened = { close(): Promise<void> };
type Work<Jobs, T> = (jobs: Jobs) => Promise<T>;

/** Opens what the settings name, runs the work and closes it again. */
async function withOpened<Jobs extends Opened, T>(
  terminal: Terminal,
  dataDir: string | undefined,
  load: () => Promise<(config: Config) => Promise<Jobs>>,
  work: Work<Jobs, T>,
): Promise<T> {
  const [config, open] = await Promise.all([settingsWith(terminal, dataDir), load()]);
  const jobs = await open(config);
  try {
    return await work(jobs);
  } finally {
    await jobs.close();
  }
}

export const withOperatorJobs = <T>(
  terminal: Terminal,
  dataDir: string | undefined,
  work: Work<OperatorJobs, T>,
): Promise<T> =>
  withOpened(
    terminal,
    dataDir,
    async () => (await import('@assay/service/compose/jobs/operatorJobs')).openOperatorJobs,
    work,
  );

export const withLogJobs = <T>(terminal: Terminal, dataDir: string | undefined, work: Work<LogJobs, T>): Promise<T> =>
  withOpened(terminal, dataDir, async () => (await import('@assay/service/compose/jobs/logJobs')).openLogJobs, work);

/** Beside a running service too. */
export const withMailJobs = <T>(terminal: Terminal, dataDir: string | undefined, work: Work<MailJobs, T>): Promise<T> =>
  withOpened(terminal, dataDir, async () => (await import('@assay/service/compose/jobs/mailJobs')).openMailJobs, work);

/** Beside the others, since only these open a store that belongs to another database. */
export const withStoreJobs = <T>(
  terminal: Terminal,
  dataDir: string | undefined,
  work: Work<StoreJobs, T>,
): Promise<T> =>
  withOpened(
    terminal,
    dataDir,
    async () => (await import('@assay/service/compose/jobs/storeJobs')).openStoreJobs,
    work,
  );

export const withVerdictJobs = <T>(
  terminal: Terminal,
  dataDir: string | undefined,
  work: Work<VerdictJobs, T>,
): Promise<T> =>
  withOpened(
    terminal,
    dataDir,
    async () => (await import('@assay/service/compose/jobs/verdictJobs')).openVerdictJobs,
    work,
  );
