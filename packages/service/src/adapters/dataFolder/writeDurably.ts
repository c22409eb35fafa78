/** Files that must not be lost. @module */
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { flush } from './flush.ts';

/** Whole or not at all, and still there after a power cut. @param mode permissions of the file */
export async function writeDurably(
  file: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  mode: number,
): Promise<void> {
  const temporary = `${file}.partial`;
  const handle = await open(temporary, 'w', mode);
  try {
    await handle.chmod(mode);
    if (typeof content === 'string' || content instanceof Uint8Array) await handle.writeFile(content);
    else for await (const part of content) await handle.writeFile(part);
    await handle.sync();
  } catch (cause) {
    await rm(temporary, { force: true });
    throw cause;
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await flush(path.dirname(file));
}
