/** Opens PGlite on a folder or in memory. @module */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { durableFiles, durableStartParameters, flush, flushTree } from './durableFiles.ts';
import type { EmbeddedWorkerData } from './messages.ts';

export async function openPglite({ folder, template }: EmbeddedWorkerData): Promise<PGlite> {
  if (folder === null)
    return PGlite.create({
      extensions: { vector },
      ...(template ? { loadDataDir: new Blob([template]) } : {}),
    });
  if (!existsSync(folder)) await createFolder(folder);
  return openFolder(folder);
}

const openFolder = (folder: string): Promise<PGlite> =>
  PGlite.create({ dataDir: folder, extensions: { vector, durableFiles }, startParams: durableStartParameters() });

/** A crash in the middle must not leave a half-made folder that looks like a database: it gets its name at the end. */
async function createFolder(folder: string): Promise<void> {
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(path.dirname(folder), { recursive: true });
  const pglite = await openFolder(partial);
  await pglite.close();
  flushTree(partial);
  renameSync(partial, folder);
  flush(path.dirname(folder));
}
