/** `assay jobs dead` @module */
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { withOperatorJobs } from '../operator/dataFolderWork.ts';

interface Options {
  readonly dataDir?: string | undefined;
  readonly json?: boolean | undefined;
}

const LISTED_MAX = 1000;

export async function jobsDead(terminal: Terminal, options: Options): Promise<ExitCode> {
  const dead = await withOperatorJobs(terminal, options.dataDir, (jobs) => jobs.deadLetters(LISTED_MAX));
  if (options.json) terminal.print(JSON.stringify(dead, null, 2));
  else
    for (const { queue, id, since, attempts, about, reason } of dead)
      terminal.print(
        [queue, id, since, ...(attempts === null ? [] : [`${attempts} attempts`]), `${about}: ${reason}`].join('  '),
      );
  if (dead.length === 0) terminal.note('Nothing was given up.');
  return EXIT.ok;
}
