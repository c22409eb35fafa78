/** `assay account end-sessions`: by the operator, for an account that somebody else uses. @module */
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { withOperatorJobs } from './dataFolderWork.ts';

interface Options {
  readonly keepApiKeys?: boolean | undefined;
  readonly dataDir?: string | undefined;
  readonly json?: boolean | undefined;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

export async function accountEndSessions(terminal: Terminal, options: Options, email: string): Promise<ExitCode> {
  const { userId, sessions, apiKeys } = await withOperatorJobs(terminal, options.dataDir, (jobs) =>
    jobs.endSessions(email, options.keepApiKeys ?? false),
  );
  if (options.json) terminal.print(JSON.stringify({ user_id: userId, sessions, api_keys: apiKeys }));
  else terminal.print(`${email}: ${counted(sessions, 'session')} and ${counted(apiKeys, 'API key')} ended`);
  return EXIT.ok;
}
