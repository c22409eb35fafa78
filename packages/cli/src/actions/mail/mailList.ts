/** `assay mail list` @module */
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { withMailJobs } from '../operator/dataFolderWork.ts';

interface Options {
  readonly dataDir?: string | undefined;
  readonly json?: boolean | undefined;
}

export const LISTED_MAX = 1000;

export async function mailList(terminal: Terminal, options: Options): Promise<ExitCode> {
  const dead = await withMailJobs(terminal, options.dataDir, (jobs) => jobs.dead(LISTED_MAX));
  const rows = dead.map(({ createdAt, hasText, ...mail }) => ({
    ...mail,
    created_at: createdAt.toISOString(),
    has_text: hasText,
  }));
  if (options.json) terminal.print(JSON.stringify(rows, null, 2));
  else
    for (const { id, created_at, to, subject, error } of rows)
      terminal.print(`${id}  ${created_at}  ${to}  ${subject}: ${error}`);
  if (rows.length === 0) terminal.note('No mail was given up.');
  return EXIT.ok;
}
