/** `assay encryption` @module */
import { command, group } from '../../command.ts';
import { BESIDE_HELP, DATA_DIR, DATA_DIR_HELP, none, on, value } from '../../options.ts';

const rotate = command({
  brief: 'make new keys of organizations under the present master key',
  help: `Makes a new encryption key for every organization that has one, under the master key of ASSAY_MASTER_KEY_REF, wraps the
keys of all its assets with it, and destroys the old one. No file is read or changed. Interrupted, it can be run again.
${BESIDE_HELP} It uses the master key that it was started with.`,
  load: async () => (await import('../../actions/operator/encryptionRotate.ts')).encryptionRotate,
  parameters: {
    flags: {
      organization: value('ID', 'only this one'),
      dataDir: DATA_DIR,
      json: on('one JSON array of {organization_id, version, master_key_ref, rewrapped}'),
    },
    positional: none,
  },
});

const reseal = command({
  brief: 'after a change of ASSAY_KEY_ENCRYPTION_KEY: move what the key before it sealed',
  help: `Moves everything that ASSAY_KEY_ENCRYPTION_KEY seals in the database from the key before it to the present one: signing keys
of organizations, the key of the transparency log, secrets of webhooks, encryption keys under the master key "local:".

  1. Stop the service and back up the database.
  2. Set ASSAY_KEY_ENCRYPTION_KEY to the new key and ASSAY_KEY_ENCRYPTION_KEY_PREVIOUS to the old one (leave that empty if
     the old one was made at the first start).
  3. Run this command, remove ASSAY_KEY_ENCRYPTION_KEY_PREVIOUS, start the service.

All of it happens or nothing; run again it finds nothing to do. Signed links stop working. Keys and signatures stay the same:
if the old key may be known to others, rotate signing keys and encryption keys too.
${DATA_DIR_HELP}`,
  load: async () => (await import('../../actions/operator/encryptionReseal.ts')).encryptionReseal,
  parameters: {
    flags: {
      dataDir: DATA_DIR,
      json: on('{signing_keys, log_keys, webhook_secrets, encryption_keys}: how many were moved'),
    },
    positional: none,
  },
});

export const encryptionCommands = group('keys of encryption at rest', { rotate, reseal });
