/** The folder that holds everything an embedded service keeps. @module */
import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { lockFolder } from './lock.ts';
import { readTextIfThere } from './readIfThere.ts';

export interface DataFolder {
  /** Absolute, without symbolic links. */
  readonly path: string;
  /** Lets another process have it; after everything in it is closed. */
  release(): Promise<void>;
}

/** While it lies in the folder, half of a backup does too. It names the backup. */
export const RESTORE_FILE = 'restore-unfinished';

/** Made if it is missing (only its owner may look inside) and owned by this process until released. @throws {Error} when another process owns it, or a restore did not end */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const opened = await openFolderToRestore(folder);
  const backupId = (await readTextIfThere(path.join(opened.path, RESTORE_FILE)))?.trim();
  if (backupId === undefined) return opened;
  await opened.release();
  throw new Error(
    `A restore into ${folder} did not end (backup ${backupId}). Say again: assay restore, with the same backup; or empty the folder.`,
  );
}

/** The same for whoever makes a restore end. */
export async function openFolderToRestore(folder: string): Promise<DataFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await realpath(folder);
  const lock = await lockFolder(found);
  return { path: found, release: () => lock.release() };
}
