/** `assay backup` and `assay restore` @module */
import { command } from '../../command.ts';
import { argument, DATA_DIR, on } from '../../options.ts';

const SETTINGS_HELP = 'Reads the settings of the service from the environment and the file .env, see: assay config.';
const JSON_FLAG = on('one JSON object');

export const backupCommand = command({
  brief: 'copy database, pictures and secrets into a folder, beside a running service too',
  help: `Writes one moment of the database, every picture and archive that its rows name, and the small files of the data folder
(generated secrets, embedded ledger, signing state of the log) into a new folder. The service may run, and uploads may come
in. Secrets that the service takes from its settings are not in the backup: keep them elsewhere. The folder has its name
when it is complete; one that was killed is called FOLDER.partial. Guide: docs/guides/backup.md
${SETTINGS_HELP}

Exit status: 0 if all is in the backup; 1 if the store had lost or changed files, which are named, with the rest in the backup.`,
  load: async () => (await import('../../actions/backup/backup.ts')).backup,
  parameters: {
    flags: { dataDir: DATA_DIR, json: JSON_FLAG },
    positional: { kind: 'tuple', parameters: [argument('FOLDER', 'a folder that is not there yet')] },
  },
});

export const restoreCommand = command({
  brief: 'make an empty service what a backup says, or only check the backup',
  help: `Checks every byte of the backup, then puts its files and rows where the settings say: an empty data folder, or an empty
database and an empty store. The engine may be another one than that of the backup. If it is killed, no service starts on
what it left; say it again with the same backup.
${SETTINGS_HELP}

Exit status: 0 if it is restored or whole; 1 if the backup is damaged, 2 if the place is not empty or a secret is another
one, 6 if there is no complete backup.`,
  load: async () => (await import('../../actions/backup/restore.ts')).restoreBackup,
  parameters: {
    flags: { dataDir: DATA_DIR, check: on('read and check the backup, restore nothing'), json: JSON_FLAG },
    positional: { kind: 'tuple', parameters: [argument('FOLDER', 'what assay backup wrote')] },
  },
});
