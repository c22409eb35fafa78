/** The port `CompleteBackup` over a folder. @module */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type BackupPart, BackupRefused, type CompleteBackup } from '../../app/ports/backup/backup.ts';
import { digests } from '../crypto/digests.ts';
import { readIfThere, readTextIfThere, unlessAway } from '../dataFolder/readIfThere.ts';
import { KEPT_FOLDER, MANIFEST_FILE, partialOf, pathOf } from './layout.ts';
import { linesIn } from './lines.ts';
import { type BackupKeys, readListed, readManifest } from './manifest.ts';

/** Where the generated secrets of a backup lie, as in a data folder. */
export const keptFolderOf = (folder: string): string => path.join(folder, KEPT_FOLDER);

/** @throws {BackupRefused} when there is no complete backup */
async function manifestTextIn(folder: string): Promise<string> {
  const text = await unlessAway(readTextIfThere(path.join(folder, MANIFEST_FILE)));
  if (text !== null) return text;
  if (await unlessAway(stat(partialOf(path.resolve(folder)))))
    throw new BackupRefused(`${folder} is a backup that did not end; only complete ones can be restored.`, 'missing');
  throw new BackupRefused(`${folder} is no complete backup: it has no ${MANIFEST_FILE}.`, 'missing');
}

/** @param keysOf asked once it is known that there is a backup @throws {BackupRefused} */
export async function openBackup(folder: string, keysOf: () => Promise<BackupKeys>): Promise<CompleteBackup> {
  const text = await manifestTextIn(folder);
  const manifest = readManifest(text, await keysOf());
  const at = (part: BackupPart): string => path.join(folder, pathOf(part));
  return {
    manifest,
    rows: ({ name }) => linesIn(at({ kind: 'table', name })),
    async *files() {
      for await (const line of linesIn(at({ kind: 'list' }))) yield readListed(line);
    },
    readFile: (place) => readIfThere(at({ kind: 'file', place })),
    readKept: (name) => createReadStream(at({ kind: 'kept', path: name })),
    hashOf: (part) => unlessAway(digests.sha256(createReadStream(at(part)))),
  };
}
