/**
 * The port `ArchiveStore` in a folder:  DIR/<last 2 characters of the CID>/<CID>.car, mode 0400. A file is linked to its
 * name when it is whole and flushed; linking fails where a name is taken, so that no archive is ever replaced.
 * @module
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ArchiveStore } from '../../app/ports/archives.ts';

const CID_TEXT = /^b[a-z2-7]{20,100}$/;
const READ_ONLY = 0o400;
const FOLDER_MODE = 0o700;

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException | null)?.code === code;

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function createFolderArchive(folder: string): ArchiveStore {
  const root = path.resolve(folder);
  const fileOf = (cid: string): string => {
    if (!CID_TEXT.test(cid)) throw new RangeError(`archive: "${cid}" is no CID`);
    return path.join(root, cid.slice(-2), `${cid}.car`);
  };
  const read = async (cid: string): Promise<Uint8Array | null> => {
    try {
      return await readFile(fileOf(cid));
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null;
      throw error;
    }
  };

  return {
    read,
    async put(cid, file) {
      const target = fileOf(cid);
      const home = path.dirname(target);
      await mkdir(home, { recursive: true, mode: FOLDER_MODE });
      const temporary = path.join(home, `.${cid}.${randomBytes(8).toString('hex')}.tmp`);
      try {
        const handle = await open(temporary, 'wx', READ_ONLY);
        try {
          await handle.writeFile(file);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await link(temporary, target);
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
        const there = await read(cid);
        if (!there || !Buffer.from(there).equals(file))
          throw new Error(`archive ${cid} is there with other bytes`, { cause: error });
      } finally {
        await rm(temporary, { force: true });
      }
      for (const changed of [home, root, path.dirname(root)]) await flushFolder(changed);
    },
  };
}
