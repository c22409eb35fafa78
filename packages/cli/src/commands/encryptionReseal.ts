/** `assay encryption reseal`: after the key encryption key was changed. @module */
import { parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../exitCode.ts';
import { formatTable } from '../table.ts';
import { DATA_DIR_HELP, DATA_DIR_OPTION, withMaintenance } from './maintenance.ts';

export const encryptionResealCommand: Command = {
  help: `assay encryption reseal [--data-dir DIR] [--json]

Moves everything that ASSAY_KEY_ENCRYPTION_KEY seals in the database from the key before it to the present one: signing keys
of organizations, the key of the transparency log, secrets of webhooks, encryption keys under the master key "local:".

  1. Stop the service and back up the database.
  2. Set ASSAY_KEY_ENCRYPTION_KEY to the new key and ASSAY_KEY_ENCRYPTION_KEY_PREVIOUS to the old one (leave that empty if
     the old one was made at the first start).
  3. Run this command, remove ASSAY_KEY_ENCRYPTION_KEY_PREVIOUS, start the service.

All of it happens or nothing; run again it finds nothing to do. Signed links stop working. Keys and signatures stay the same:
if the old key may be known to others, rotate signing keys and encryption keys too.
${DATA_DIR_HELP}

  --data-dir DIR   instead of $ASSAY_DATA_DIR
  --json           {signing_keys, log_keys, webhook_secrets, encryption_keys}: how many were moved`,

  async run(args, terminal) {
    const options = { ...DATA_DIR_OPTION, json: { type: 'boolean' } } as const;
    const { values } = parseArguments(args, options, { least: 0, most: 0, names: '' });
    const moved = await withMaintenance(terminal, values['data-dir'], (maintenance) => maintenance.reseal());
    const counts = {
      signing_keys: moved.signingKeys,
      log_keys: moved.logKeys,
      webhook_secrets: moved.webhookSecrets,
      encryption_keys: moved.encryptionKeys,
    };
    if (values.json) terminal.print(JSON.stringify(counts));
    else
      terminal.print(
        formatTable(Object.entries(counts).map(([name, count]) => [name.replace('_', ' '), String(count)])),
      );
    return EXIT.ok;
  },
};
