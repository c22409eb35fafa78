/** Reads a whole backup and holds every byte to its manifest. @module */
import {
  type BackedUpFile,
  type BackupPart,
  BackupRefused,
  type CompleteBackup,
  type Written,
} from '../ports/backup/backup.ts';
import type { FilePlace } from '../ports/backup/storedFiles.ts';

/** For sentences. */
export const nameOf = (place: FilePlace): string =>
  place.kind === 'archive' ? `archive ${place.cid}` : `${place.variant} of asset ${place.assetId}`;

/** @param progress told after every file @throws {BackupRefused} at the first part that is not what was written */
export async function checkBackup(backup: CompleteBackup, progress: (files: number) => void): Promise<void> {
  const { manifest } = backup;
  for (const table of manifest.tables)
    await mustBe(backup, { kind: 'table', name: table.name }, table, `Table ${table.name}`);
  for (const kept of manifest.kept) await mustBe(backup, { kind: 'kept', path: kept.path }, kept, kept.path);
  await mustBe(backup, { kind: 'list' }, manifest.list, 'The list of files');
  let count = 0;
  for await (const file of backup.files()) {
    if (!hasBytes(file)) continue;
    await mustBe(backup, { kind: 'file', place: file.place }, file, `The ${nameOf(file.place)}`);
    count += 1;
    progress(count);
  }
}

export const hasBytes = (file: BackedUpFile): file is Extract<BackedUpFile, Written> => 'sha256' in file;

async function mustBe(backup: CompleteBackup, part: BackupPart, expected: Written, name: string): Promise<void> {
  const found = await backup.hashOf(part);
  const wrong =
    found === null
      ? 'is missing'
      : found.sizeBytes !== expected.sizeBytes
        ? `has ${found.sizeBytes} bytes instead of ${expected.sizeBytes}`
        : found.sha256 !== expected.sha256
          ? 'was changed'
          : null;
  if (wrong)
    throw new BackupRefused(
      `The backup is damaged: ${name} ${wrong}. Nothing was restored; use another one.`,
      'damaged',
    );
}
