/** `assay encryption rotate`: new keys of organizations, under the master key of the settings. @module */
import { parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../exitCode.ts';
import { formatTable } from '../table.ts';
import { DATA_DIR_HELP, DATA_DIR_OPTION, withMaintenance } from './maintenance.ts';

export const encryptionRotateCommand: Command = {
  help: `assay encryption rotate [--organization ID] [--data-dir DIR] [--json]

Makes a new encryption key for every organization that has one, under the master key of ASSAY_MASTER_KEY_REF, wraps the
keys of all its assets with it, and destroys the old one. No file is read or changed. Interrupted, it can be run again.
${DATA_DIR_HELP}

  --organization ID   only this one
  --data-dir DIR      instead of $ASSAY_DATA_DIR
  --json              one JSON array of {organization_id, version, master_key_ref, rewrapped}`,

  async run(args, terminal) {
    const options = { ...DATA_DIR_OPTION, organization: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values } = parseArguments(args, options, { least: 0, most: 0, names: '' });
    const rotations = await withMaintenance(terminal, values['data-dir'], (maintenance) =>
      maintenance.rotateEncryptionKeys(values.organization ?? null),
    );
    const lines = rotations.map(({ organizationId, version, masterKeyRef, rewrapped }) => ({
      organization_id: organizationId,
      version,
      master_key_ref: masterKeyRef,
      rewrapped,
    }));
    if (values.json) terminal.print(JSON.stringify(lines, null, 2));
    else if (lines.length === 0) terminal.note('No organization has an encryption key yet: nothing was to be done.');
    else
      terminal.print(
        formatTable([
          ['organization', 'version', 'master key', 'assets rewrapped'],
          ...lines.map((line) => Object.values(line).map(String)),
        ]),
      );
    return EXIT.ok;
  },
};
