/** Small files that must not be lost. @module */
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { flush } from './flush.ts';

/** Whole or not at all, and still there after a power cut. @param mode permissions of the file */
export async function writeDurably(file: string, content: string | Uint8Array, mode: number): Promise<void> {
  const temporary = `${file}.partial`;
  const handle = await open(temporary, 'w', mode);
  try {
    await handle.chmod(mode);
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await flush(path.dirname(file));
}
