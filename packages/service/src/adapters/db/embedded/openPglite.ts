/** Opens PGlite on a folder or in memory. @module */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { flush } from '../../dataFolder/flush.ts';
import { durableFiles, durableStartParameters, flushTree } from './durableFiles.ts';
import { unpackFolder } from './folderArchive.ts';
import type { EmbeddedWorkerData } from './messages.ts';

/**
 * PostgreSQL takes 128 MB for pages by default and touches all of them at its start; pages beyond these are in the memory of
 * the system, which lends it.
 */
const PAGES = ['-c', 'shared_buffers=32MB'];

export async function openPglite({ folder, template, prepared }: EmbeddedWorkerData): Promise<PGlite> {
  const start: PGliteOptions = {
    extensions: { vector },
    startParams: [...PGlite.defaultStartParams, ...PAGES],
    ...(template ? { loadDataDir: new Blob([template]) } : {}),
  };
  if (folder === null) return PGlite.create(start);
  if (!existsSync(folder)) await createFolder(folder, template === null ? prepared : null, start);
  return PGlite.create({
    dataDir: folder,
    extensions: { vector, durableFiles },
    startParams: [...durableStartParameters(), ...PAGES],
  });
}

/**
 * A crash in the middle must not leave a half-made folder that looks like a database: it gets its name at the end, when
 * all of it is on the disk. Until then nothing needs flushing, which makes the first start faster.
 */
async function createFolder(folder: string, prepared: string | null, start: PGliteOptions): Promise<void> {
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(path.dirname(folder), { recursive: true });
  if (prepared === null) await (await PGlite.create({ ...start, dataDir: partial })).close();
  else unpackFolder(await readFile(prepared), partial);
  await flushTree(partial);
  await rename(partial, folder);
  await flush(path.dirname(folder));
}
