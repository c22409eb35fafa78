/** `assay store restore` @module */
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';
import { withStoreJobs } from './dataFolderWork.ts';

interface Options {
  readonly dataDir?: string | undefined;
  readonly all?: boolean | undefined;
}

const SENTENCES = {
  restored: 'restored',
  'not in quarantine': 'not in quarantine',
  'no row': 'the database does not know it; restore the database first',
} as const;

export async function storeRestore(terminal: Terminal, options: Options, ...ids: string[]): Promise<ExitCode> {
  if (ids.length > 0 === (options.all === true)) throw new UsageError('Name assets, or say --all.');
  return withStoreJobs(terminal, options.dataDir, async (jobs) => {
    const wanted = options.all ? (await jobs.quarantined()).map(({ assetId }) => assetId) : ids;
    let hasFailed = false;
    for (const assetId of wanted) {
      const outcome = await jobs.restore(assetId);
      terminal.print(`${assetId}: ${SENTENCES[outcome]}`);
      // With --all, what the database does not know is meant to stay.
      hasFailed ||= outcome !== 'restored' && !options.all;
    }
    return hasFailed ? EXIT.notFound : EXIT.ok;
  });
}
