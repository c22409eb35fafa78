/** What makes bytes, and the names of files, survive a power cut. @module */
import { open } from 'node:fs/promises';

/** Flushes one file, or the names in one folder, which flushing the files alone does not. */
export async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes and flushes a file that is not there yet; its name is still to be flushed. */
export async function writeFlushed(file: string, content: Uint8Array | string, mode: number): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
