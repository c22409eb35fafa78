/** `assay encryption rotate`: new keys of organizations, under the master key of the settings. @module */
import type { Terminal } from '../../terminal.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { formatTable } from '../../table.ts';
import { withOperatorJobs } from './dataFolderWork.ts';

interface Options {
  readonly organization?: string | undefined;
  readonly dataDir?: string | undefined;
  readonly json?: boolean | undefined;
}

export async function encryptionRotate(terminal: Terminal, options: Options): Promise<ExitCode> {
  const rotations = await withOperatorJobs(terminal, options.dataDir, (operatorJobs) =>
    operatorJobs.rotateEncryptionKeys(options.organization ?? null),
  );
  const lines = rotations.map(({ organizationId, version, masterKeyRef, rewrapped }) => ({
    organization_id: organizationId,
    version,
    master_key_ref: masterKeyRef,
    rewrapped,
  }));
  if (options.json) terminal.print(JSON.stringify(lines, null, 2));
  else if (lines.length === 0) terminal.note('No organization has an encryption key yet: nothing was to be done.');
  else
    terminal.print(
      formatTable([
        ['organization', 'version', 'master key', 'assets rewrapped'],
        ...lines.map((line) => Object.values(line).map(String)),
      ]),
    );
  return EXIT.ok;
}
