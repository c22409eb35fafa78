/**
 * The port `ArchiveStore` in a folder:  DIR/<last 2 characters of the CID>/<CID>.car, mode 0400. A file is linked to its
 * name when it is whole and flushed; linking fails where a name is taken, so that no archive is ever replaced.
 * @module
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ArchiveStore } from '../../app/ports/content/archives.ts';
import { flush, writeFlushed } from '../dataFolder/flush.ts';
import { openIfThere, readIfThere } from '../dataFolder/readIfThere.ts';

const CID_TEXT = /^b[a-z2-7]{20,100}$/;
const READ_ONLY = 0o400;
const FOLDER_MODE = 0o700;

const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'EEXIST';

export function createFolderArchive(folder: string): ArchiveStore {
  const root = path.resolve(folder);
  const fileOf = (cid: string): string => {
    if (!CID_TEXT.test(cid)) throw new RangeError(`archive: "${cid}" is no CID`);
    return path.join(root, cid.slice(-2), `${cid}.car`);
  };
  // What somebody typed: no archive has such a name.
  const read = async (cid: string): Promise<Uint8Array | null> =>
    CID_TEXT.test(cid) ? readIfThere(fileOf(cid)) : null;

  return {
    read,
    open: (cid) => openIfThere(fileOf(cid)),
    async put(cid, file) {
      const target = fileOf(cid);
      const home = path.dirname(target);
      await mkdir(home, { recursive: true, mode: FOLDER_MODE });
      const temporary = path.join(home, `.${cid}.${randomBytes(8).toString('hex')}.tmp`);
      try {
        await writeFlushed(temporary, file, READ_ONLY);
        await link(temporary, target);
      } catch (error) {
        if (!isTaken(error)) throw error;
        const there = await read(cid);
        if (!there || !Buffer.from(there).equals(file))
          throw new Error(`archive ${cid} is there with other bytes`, { cause: error });
      } finally {
        await rm(temporary, { force: true });
      }
      for (const changed of [home, root, path.dirname(root)]) await flush(changed);
    },
  };
}
