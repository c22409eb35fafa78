/** Writing results to files that the user named. @module */
import { access, writeFile } from 'node:fs/promises';
import { UsageError } from './usageError.ts';

/** @throws {UsageError} if the file exists and `force` is false; the error of node:fs otherwise */
export async function writeOutput(file: string, bytes: Uint8Array, force: boolean): Promise<void> {
  try {
    await writeFile(file, bytes, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new UsageError(`${file} exists; --force overwrites it`);
    throw error;
  }
}

/** @throws {UsageError} if `writeOutput` would refuse; for before work that cannot be taken back */
export async function assertFree(file: string, force: boolean): Promise<void> {
  if (force) return;
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new UsageError(`${file} exists; --force overwrites it`);
}
