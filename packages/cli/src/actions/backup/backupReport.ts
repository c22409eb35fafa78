/** What the commands of backups share. @module */
import type { BackupManifest } from '@assay/service/app/ports/backup/backup';
import type { Terminal } from '../../terminal.ts';

/** A line now and then is enough to see that it goes on. */
const FILES_BETWEEN_NOTES = 1000;

export const progressOf =
  (terminal: Terminal, done: string) =>
  (files: number): void => {
    if (files % FILES_BETWEEN_NOTES === 0 && files > 0) terminal.note(`${files} files ${done}`);
  };

export const countsOf = (manifest: BackupManifest) => ({
  id: manifest.id,
  made_at: manifest.madeAt.toISOString(),
  rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
  files: manifest.files.count,
  bytes: manifest.files.sizeBytes,
});
