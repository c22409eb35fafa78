/** `assay disputes resolve` @module */
import { DECISIONS } from '@assay/service/app/ports/verify/disputes';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { knownWord } from '../../knownWord.ts';
import type { Terminal } from '../../terminal.ts';
import { withVerdictJobs } from '../operator/dataFolderWork.ts';
import { disputeLine, disputeRow } from './disputeRow.ts';

interface Options {
  readonly as: string;
  readonly verdict?: string | undefined;
  readonly note?: string | undefined;
  readonly dataDir?: string | undefined;
  readonly json?: boolean | undefined;
}

export async function disputesResolve(terminal: Terminal, options: Options, id: string): Promise<ExitCode> {
  const status = knownWord('--as', options.as, DECISIONS);
  const verdict =
    options.verdict === undefined
      ? null
      : knownWord('--verdict', options.verdict, ['authentic', 'forged', 'unknown'] as const);
  const ruling = { status, verdict, note: options.note ?? null };
  const decided = await withVerdictJobs(terminal, options.dataDir, (jobs) => jobs.resolve(id.toLowerCase(), ruling));
  if (options.json || !terminal.isInteractive) terminal.print(JSON.stringify(disputeRow(decided)));
  else terminal.print(disputeLine(decided));
  return EXIT.ok;
}
