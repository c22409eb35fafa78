/** `assay store quarantine` @module */
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { withStoreJobs } from './dataFolderWork.ts';

interface Options {
  readonly dataDir?: string | undefined;
  readonly json?: boolean | undefined;
}

export async function storeQuarantine(terminal: Terminal, options: Options): Promise<ExitCode> {
  const entries = await withStoreJobs(terminal, options.dataDir, (jobs) => jobs.quarantined());
  if (options.json) terminal.print(JSON.stringify(entries, null, 2));
  else
    for (const { assetId, since, reason } of entries) terminal.print(`${assetId}  ${since.toISOString()}  ${reason}`);
  if (entries.length === 0) terminal.note('Nothing is in quarantine.');
  return EXIT.ok;
}
