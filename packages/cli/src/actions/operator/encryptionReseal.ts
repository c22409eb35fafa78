/** `assay encryption reseal`: after the key encryption key was changed. @module */
import type { Terminal } from '../../terminal.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { formatTable } from '../../table.ts';
import { withOperatorJobs } from './dataFolderWork.ts';

interface Options {
  readonly dataDir?: string | undefined;
  readonly json?: boolean | undefined;
}

export async function encryptionReseal(terminal: Terminal, options: Options): Promise<ExitCode> {
  const moved = await withOperatorJobs(terminal, options.dataDir, (operatorJobs) => operatorJobs.reseal());
  const counts = {
    signing_keys: moved.signingKeys,
    log_keys: moved.logKeys,
    webhook_secrets: moved.webhookSecrets,
    mails: moved.mails,
    stored_submissions: moved.storedSubmissions,
    deferred_pictures: moved.deferredPictures,
    disputed_pictures: moved.disputedPictures,
    encryption_keys: moved.encryptionKeys,
  };
  if (options.json) terminal.print(JSON.stringify(counts));
  else
    terminal.print(
      formatTable(Object.entries(counts).map(([name, count]) => [name.replaceAll('_', ' '), String(count)])),
    );
  return EXIT.ok;
}
