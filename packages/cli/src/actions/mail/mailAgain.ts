/** `assay mail again` @module */
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';
import { withMailJobs } from '../operator/dataFolderWork.ts';
import { LISTED_MAX } from './mailList.ts';

interface Options {
  readonly dataDir?: string | undefined;
  readonly all?: boolean | undefined;
}

export async function mailAgain(terminal: Terminal, options: Options, ...ids: string[]): Promise<ExitCode> {
  if (ids.length > 0 === (options.all === true)) throw new UsageError('Name mails, or say --all.');
  return withMailJobs(terminal, options.dataDir, async (jobs) => {
    const usable = (await jobs.dead(LISTED_MAX)).filter(({ hasText }) => hasText).map(({ id }) => id);
    const missing = ids.filter((id) => !usable.includes(id));
    for (const id of missing) terminal.note(`${id}: was not given up, its text is forgotten, or its link has ended`);
    const queued = await jobs.sendAgain(options.all ? null : ids.filter((id) => usable.includes(id)));
    terminal.print(`${queued} ${queued === 1 ? 'mail is' : 'mails are'} sent as soon as the service runs`);
    return missing.length > 0 ? EXIT.notFound : EXIT.ok;
  });
}
