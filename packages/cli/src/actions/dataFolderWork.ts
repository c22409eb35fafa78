/** What the operator's commands share: they work on the data folder itself, with the service stopped. @module */
import type { Config } from '@assay/service/config/config';
import type { OperatorJobs } from '@assay/service/compose/operatorJobs';
import type { LogJobs } from '@assay/service/compose/logJobs';
import type { StoreJobs } from '@assay/service/compose/storeJobs';
import type { Terminal } from '../terminal.ts';

type Opened = { close(): Promise<void> };
type Work<Jobs, T> = (jobs: Jobs) => Promise<T>;

/** Opens what the settings name, with `dataDir` in place of theirs, runs the work and closes it again. */
async function withOpened<Jobs extends Opened, T>(
  terminal: Terminal,
  dataDir: string | undefined,
  load: () => Promise<(config: Config) => Promise<Jobs>>,
  work: Work<Jobs, T>,
): Promise<T> {
  const [{ readConfig }, open] = await Promise.all([import('@assay/service/config/config'), load()]);
  const settings = terminal.settings();
  const jobs = await open(readConfig(dataDir === undefined ? settings : { ...settings, ASSAY_DATA_DIR: dataDir }));
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
    async () => (await import('@assay/service/compose/operatorJobs')).openOperatorJobs,
    work,
  );

export const withLogJobs = <T>(terminal: Terminal, dataDir: string | undefined, work: Work<LogJobs, T>): Promise<T> =>
  withOpened(terminal, dataDir, async () => (await import('@assay/service/compose/logJobs')).openLogJobs, work);

/** Beside the others, since only these open a store that belongs to another database. */
export const withStoreJobs = <T>(
  terminal: Terminal,
  dataDir: string | undefined,
  work: Work<StoreJobs, T>,
): Promise<T> =>
  withOpened(terminal, dataDir, async () => (await import('@assay/service/compose/storeJobs')).openStoreJobs, work);
