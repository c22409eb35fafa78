/**
 * The port `AssetFiles` on a file system:  DIR/<first 2 hex of the asset id>/<asset id>/<variant>.
 * A file appears under its name whole or not at all.
 * @module
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  type AssetFiles,
  assertStoredName,
  isStoredAssetId,
  isStoredVariant,
  type StoredVariant,
} from '../../app/ports/assets/storage.ts';
import { flush, writeFlushed } from '../dataFolder/flush.ts';
import { namesIn, openIfThere, unlessAway } from '../dataFolder/readIfThere.ts';

const SHARD = /^[0-9a-f]{2}$/;

/** Temporary files are `.<variant>.<writer>.<random>.tmp`; no variant begins with a dot. */
const TEMPORARY = /^\..+\.([0-9a-f]{16})\.[0-9a-f]{16}\.tmp$/;
/** Of a store that nobody shares. */
const ALONE = 'alone';
/** What another writer left for so long is of a process that will not come back for it, ms. */
const LEFT_MS = 24 * 60 * 60 * 1000;

/** Secret pictures: only the service's own user may read them. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Flushes the folders from `folder` up to the one that holds `root`: each may have gained a name just now. */
async function flushUpwards(folder: string, root: string): Promise<void> {
  const top = path.dirname(root);
  for (let at = folder; at.length >= top.length; at = path.dirname(at)) {
    await flush(at);
    if (at === top) return;
  }
}

/** Every folder of an asset below `root`, by their ids, from the first one after `after` on. */
async function* assetFolders(
  root: string,
  after = '',
): AsyncGenerator<{ readonly assetId: string; readonly home: string }> {
  for (const shard of (await namesIn(root)).toSorted()) {
    if (!SHARD.test(shard) || shard < after.slice(0, 2)) continue;
    for (const assetId of (await namesIn(path.join(root, shard))).toSorted())
      if (isStoredAssetId(assetId) && assetId > after) yield { assetId, home: path.join(root, shard, assetId) };
  }
}

interface Place {
  readonly root: string;
  readonly owner: string;
}

/** 16 hex digits in the names of temporary files: whose they are. */
const writerOf = (owner: string): string => createHash('sha256').update(owner).digest('hex').slice(0, 16);

/** What nobody else writes into, and whoever wrote it knows again. */
export const temporaryName = (variant: string, owner = ALONE): string =>
  `.${variant}.${writerOf(owner)}.${randomBytes(8).toString('hex')}.tmp`;

/** What is a day old, and at a start those of this writer, who writes nothing yet: beside it other processes may be writing. */
async function isLeftOver(file: string, owner: string, isStart: boolean): Promise<boolean> {
  const named = TEMPORARY.exec(path.basename(file));
  if (!named) return false;
  if (isStart && named[1] === writerOf(owner)) return true;
  const found = await unlessAway(stat(file));
  return found !== null && Date.now() - found.mtimeMs > LEFT_MS;
}

/** A file that is there whole or not at all, and whose name is flushed up to `root`. */
async function writeWhole(file: string, bytes: Uint8Array, { root, owner }: Place): Promise<void> {
  const home = path.dirname(file);
  await mkdir(home, { recursive: true, mode: FOLDER_MODE });
  const temporary = path.join(home, temporaryName(path.basename(file), owner));
  try {
    await writeFlushed(temporary, bytes, FILE_MODE);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await flushUpwards(home, root);
}

/**
 * @param folder made when first needed; several processes may share it
 * @param owner what this process alone has, and has again after a restart
 * All methods throw RangeError for other names, see `assertStoredName`.
 */
export function createFileAssetFiles(folder: string, owner = ALONE): AssetFiles {
  const root = path.resolve(folder);
  const folderOf = (assetId: string): string => {
    assertStoredName(assetId);
    return path.join(root, assetId.slice(0, 2), assetId);
  };
  const fileOf = (assetId: string, variant: StoredVariant): string => {
    assertStoredName(assetId, variant);
    return path.join(folderOf(assetId), variant);
  };

  return {
    put: async (assetId, variant, bytes) => writeWhole(fileOf(assetId, variant), bytes, { root, owner }),
    read: async (assetId, variant) => unlessAway(readFile(fileOf(assetId, variant))),
    open: async (assetId, variant) => openIfThere(fileOf(assetId, variant)),

    async remove(assetId, variant) {
      await rm(fileOf(assetId, variant), { force: true });
      await unlessAway(flush(folderOf(assetId)));
    },

    async removeAll(assetId) {
      const home = folderOf(assetId);
      await rm(home, { recursive: true, force: true });
      await unlessAway(flush(path.dirname(home)));
    },

    async *listAssetIds(after = '') {
      for await (const { assetId, home } of assetFolders(root, after))
        if ((await namesIn(home)).some(isStoredVariant)) yield assetId;
    },

    async sweepTemporary(isStart) {
      let removed = 0;
      for await (const { home } of assetFolders(root))
        for (const name of await namesIn(home))
          if (await isLeftOver(path.join(home, name), owner, isStart)) {
            await rm(path.join(home, name), { force: true });
            removed += 1;
          }
      return removed;
    },
  };
}
