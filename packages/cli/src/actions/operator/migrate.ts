/** `assay migrate` @module */
import { migrateTables } from '@assay/service/compose/jobs/migrateJob';
import { readConfig } from '@assay/service/config/config';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';

export async function migrate(terminal: Terminal): Promise<ExitCode> {
  // In production a start wants secrets; tables need none, and their owner should not have them.
  await migrateTables(readConfig({ ...(await terminal.settings()), NODE_ENV: '' }));
  terminal.print('The tables are those of this version.');
  return EXIT.ok;
}
