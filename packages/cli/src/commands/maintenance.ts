/** What the operator's commands share: they work on the data folder itself, with the service stopped. @module */
import type { Maintenance } from '@assay/service/maintenance';
import type { Terminal } from '../command.ts';

export const DATA_DIR_OPTION = { 'data-dir': { type: 'string' } } as const;

export const DATA_DIR_HELP = `Reads the settings of the service from the environment, see: assay config. Stop the service first: its data folder
belongs to one process at a time.`;

/** Runs work on the opened data folder and closes it again. */
export async function withMaintenance<T>(
  terminal: Terminal,
  dataDir: string | undefined,
  work: (maintenance: Maintenance) => Promise<T>,
): Promise<T> {
  const [{ readConfig }, { openMaintenance }] = await Promise.all([
    import('@assay/service/config'),
    import('@assay/service/maintenance'),
  ]);
  const environment =
    dataDir === undefined ? terminal.environment : { ...terminal.environment, ASSAY_DATA_DIR: dataDir };
  const maintenance = await openMaintenance(readConfig(environment));
  try {
    return await work(maintenance);
  } finally {
    await maintenance.close();
  }
}
