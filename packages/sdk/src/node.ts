/** Files from disk, for Node only; nothing that a browser loads imports this module. @module */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The file at `filePath`, named by its last part. It is read at once, so later changes on disk do not matter.
 * @throws the error of node:fs (ENOENT, EACCES, ...)
 */
export async function fileFromPath(filePath: string): Promise<File> {
  return new File([await readFile(filePath)], path.basename(filePath));
}
