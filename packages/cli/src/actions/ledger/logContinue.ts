/** `assay log continue`: a log that was set back goes on under another name. @module */
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { UsageError } from '../../usageError.ts';
import type { Terminal } from '../../terminal.ts';
import { withLogJobs } from '../operator/dataFolderWork.ts';

interface Options {
  readonly dataDir?: string | undefined;
  readonly anyway?: boolean | undefined;
}

export async function logContinue(terminal: Terminal, options: Options, origin: string): Promise<ExitCode> {
  const { isLogOrigin, LOG_ORIGIN_RULE } = await import('@assay/service/config/log');
  if (!isLogOrigin(origin)) throw new UsageError(`ORIGIN ${LOG_ORIGIN_RULE}, got "${origin}"`);
  const { former, present, takenOver, signed } = await withLogJobs(terminal, options.dataDir, (jobs) =>
    jobs.continueLog(origin, options.anyway === true),
  );
  terminal.print(`${former.origin} ended: it had signed ${signed} entries, of which ${takenOver} were taken over`);
  terminal.print(`${present.origin} goes on. Its verifier key, to be published: ${present.verifierKey}`);
  return EXIT.ok;
}
