/** `assay migrate` @module */
import { migrateTables } from '@assay/service/compose/jobs/migrateJob';
import { readConfig } from '@assay/service/config/config';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';

interface Options {
  readonly to?: string | undefined;
}

export async function migrate(terminal: Terminal, { to }: Options, store?: string): Promise<ExitCode> {
  if (to !== undefined) return (await import('./move.ts')).move(terminal, to, store);
  // In production a start wants secrets; tables need none, and their owner should not have them.
  await migrateTables(readConfig({ ...(await terminal.settings()), NODE_ENV: '' }));
  terminal.print('The tables are those of this version.');
  return EXIT.ok;
}
