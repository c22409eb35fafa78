/** The one folder that a language model may name files in. @module */
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../usageError.ts';

export type ReadPicture = (name: string) => Promise<File>;

/**
 * Reads files below `root` and no others: names are resolved with their links first, so that none leads out of it.
 * @throws {Error} of node:fs if there is no such folder
 */
export async function fileRoot(root: string): Promise<ReadPicture> {
  const base = await realpath(root);
  return async (name) => {
    const refused = new UsageError(`${name}: only files below the root folder may be named`);
    const asked = path.resolve(base, name);
    // Judged before the disk is asked as well: what lies elsewhere is not even told to be there or not.
    if (!isBelow(base, asked)) throw refused;
    const place = await realpath(asked).catch(() => {
      throw new UsageError(`${name}: there is no such file below the root folder`);
    });
    if (!isBelow(base, place)) throw refused;
    return new File([await readFile(place)], path.basename(place));
  };
}

function isBelow(base: string, place: string): boolean {
  const way = path.relative(base, place);
  return way !== '' && !way.startsWith(`..${path.sep}`) && way !== '..' && !path.isAbsolute(way);
}
