/** The port `RestoreMark` in a data folder: the file that openDataFolder refuses. @module */
import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { BackupRefused } from '../../app/ports/backup/backup.ts';
import type { RestoreMark } from '../../app/ports/backup/restoreMark.ts';
import { RESTORE_FILE } from '../dataFolder/dataFolder.ts';
import { flush } from '../dataFolder/flush.ts';
import { namesIn, readTextIfThere } from '../dataFolder/readIfThere.ts';
import { writeDurably } from '../dataFolder/writeDurably.ts';
import { pathOf } from './layout.ts';

const FILE_MODE = 0o600;
/** What a service keeps: a restore would mix with it. */
const OF_A_SERVICE = ['archive', 'c2pa-development.pem', 'database', 'files', 'ledger', 'secrets.json', 'transparency'];

/** @param folder the data folder, owned by this process */
export function createRestoreMark(folder: string): RestoreMark {
  const file = path.join(folder, RESTORE_FILE);
  return {
    async find(backupId) {
      const begun = (await readTextIfThere(file))?.trim();
      if (begun === backupId) return 'begun';
      if (begun !== undefined)
        throw new BackupRefused(
          `${folder} holds an unfinished restore of another backup (${begun}). Finish that one, or empty the folder.`,
        );
      const there = new Set(await namesIn(folder));
      const found = OF_A_SERVICE.filter((name) => there.has(name));
      if (found.length === 0) return 'free';
      throw new BackupRefused(
        `The data folder ${folder} is in use (${found.join(', ')}): a restore needs an empty one. Move what is there ` +
          'away, or name another folder with ASSAY_DATA_DIR.',
      );
    },
    begin: (backupId) => writeDurably(file, `${backupId}\n`, FILE_MODE),
    async placeKept(name, bytes, sha256) {
      pathOf({ kind: 'kept', path: name });
      const target = path.join(folder, name);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await writeDurably(target, sha256 === null ? bytes : held(name, bytes, sha256), FILE_MODE);
      await flush(folder);
    },
    async end() {
      await rm(file, { force: true });
      await flush(folder);
    },
  };
}

/** A file changed since the backup was checked must not be what a service starts with. */
async function* held(name: string, bytes: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const part of bytes) {
    hash.update(part);
    yield part;
  }
  if (hash.digest('hex') === sha256) return;
  throw new BackupRefused(
    `The backup changed while it was restored: ${name}. Mend it, then restore the same one again.`,
    'damaged',
  );
}
