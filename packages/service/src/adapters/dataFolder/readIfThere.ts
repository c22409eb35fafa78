import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import type { StoredFile } from '../../app/ports/assets/storage.ts';

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';

/** Null if there is no such file. @throws {Error} whatever else goes wrong */
export async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The same as text. */
export const readTextIfThere = async (file: string): Promise<string | null> =>
  (await readIfThere(file))?.toString('utf8') ?? null;

/** No such file, or no such folder around it. */
const isAway = (error: unknown): boolean =>
  isMissing(error) || (error as NodeJS.ErrnoException | null)?.code === 'ENOTDIR';

export async function unlessAway<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isAway(error)) return null;
    throw error;
  }
}

/** The names in a folder; none if it is not there. */
export const namesIn = async (folder: string): Promise<readonly string[]> => (await unlessAway(readdir(folder))) ?? [];

/** The file as a stream, or a part of it. */
export async function openIfThere(file: string): Promise<StoredFile | null> {
  const found = await unlessAway(stat(file));
  return found && { sizeBytes: found.size, stream: (range) => createReadStream(file, range ?? {}) };
}
