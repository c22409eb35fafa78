/** Writing results to files that the user named. @module */
import { access, writeFile } from 'node:fs/promises';
import type { Terminal } from './terminal.ts';
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

interface Told {
  readonly json?: boolean | undefined;
  readonly force?: boolean | undefined;
}

/** Writes what a command fetched, and says so: to a person what it is, to a program where it is. */
export async function writeResult(
  terminal: Terminal,
  { json, force = false }: Told,
  file: string,
  bytes: Uint8Array,
  words: string,
): Promise<void> {
  await writeOutput(file, bytes, force);
  if (json) terminal.print(JSON.stringify({ file, size_bytes: bytes.length }));
  else terminal.note(words);
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
