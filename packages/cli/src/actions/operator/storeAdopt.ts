/** `assay store adopt` @module */
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { withStoreJobs } from './dataFolderWork.ts';

export async function storeAdopt(
  terminal: Terminal,
  options: { readonly dataDir?: string | undefined },
): Promise<ExitCode> {
  const databaseId = await withStoreJobs(terminal, options.dataDir, (jobs) => jobs.adopt());
  terminal.print(`The store of pictures belongs to database ${databaseId}.`);
  return EXIT.ok;
}
