/** `assay disputes list` @module */
import { DISPUTE_STATES } from '@assay/service/app/ports/verify/disputes';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { knownWord } from '../../knownWord.ts';
import type { Terminal } from '../../terminal.ts';
import { withVerdictJobs } from '../operator/dataFolderWork.ts';
import { disputeLine, disputeRow } from './disputeRow.ts';

interface Options {
  readonly status?: string | undefined;
  readonly dataDir?: string | undefined;
  readonly json?: boolean | undefined;
}

const LISTED_MAX = 1000;

export async function disputesList(terminal: Terminal, options: Options): Promise<ExitCode> {
  const status = knownWord('--status', options.status ?? 'open', [...DISPUTE_STATES, 'all'] as const);
  const found = await withVerdictJobs(terminal, options.dataDir, (jobs) =>
    jobs.list(status === 'all' ? null : status, LISTED_MAX),
  );
  if (options.json || !terminal.isInteractive) terminal.print(JSON.stringify(found.map(disputeRow), null, 2));
  else for (const disputed of found) terminal.print(disputeLine(disputed));
  if (found.length === 0) terminal.note(status === 'open' ? 'No dispute is open.' : 'There is no such dispute.');
  return EXIT.ok;
}
