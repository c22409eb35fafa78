/** The folder that holds everything an embedded service keeps. @module */
import { mkdir, realpath } from 'node:fs/promises';
import { lockFolder } from './lock.ts';

export interface DataFolder {
  /** Absolute, without symbolic links. */
  readonly path: string;
  /** Lets another process have it; after everything in it is closed. */
  release(): Promise<void>;
}

/** Made if it is missing (only its owner may look inside) and owned by this process until released. @throws {Error} when another process owns it */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = await realpath(folder);
  const lock = await lockFolder(path);
  return { path, release: () => lock.release() };
}
