/**
 * The port `AssetFiles` on a file system:  DIR/<first 2 hex of the asset id>/<asset id>/<variant>.
 * A file appears under its name whole or not at all.
 * @module
 */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import {
  type AssetFiles,
  assertStoredName,
  isStoredAssetId,
  isStoredVariant,
  type StoredFile,
  type StoredVariant,
} from '../../app/ports/storage.ts';

const SHARD = /^[0-9a-f]{2}$/;

/** Temporary files are `.<variant>.<random>.tmp`; no variant begins with a dot. */
const TEMPORARY = /^\..+\.tmp$/;

/** Secret pictures: only the service's own user may read them. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Makes the names inside a folder durable, which flushing the files alone does not. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function flushFolderIfThere(folder: string): Promise<void> {
  try {
    await flushFolder(folder);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** The names in a folder; none if it is not there. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Flushes the folders from `folder` up to the one that holds `root`: each may have gained a name just now. */
async function flushUpwards(folder: string, root: string): Promise<void> {
  const top = path.dirname(root);
  for (let at = folder; at.length >= top.length; at = path.dirname(at)) {
    await flushFolder(at);
    if (at === top) return;
  }
}

async function writeFlushed(file: string, bytes: Uint8Array): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'wx', FILE_MODE);
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle?.close();
  }
}

/**
 * @param folder a folder that this process alone owns; made when first needed
 * All methods throw RangeError for other names, see `assertStoredName`.
 */
export function createFileAssetFiles(folder: string): AssetFiles {
  const root = path.resolve(folder);
  const folderOf = (assetId: string): string => {
    assertStoredName(assetId);
    return path.join(root, assetId.slice(0, 2), assetId);
  };
  const fileOf = (assetId: string, variant: StoredVariant): string => {
    assertStoredName(assetId, variant);
    return path.join(folderOf(assetId), variant);
  };

  async function* assetFolders(): AsyncGenerator<string> {
    for (const shard of await namesIn(root)) {
      if (!SHARD.test(shard)) continue;
      for (const name of await namesIn(path.join(root, shard))) if (isStoredAssetId(name)) yield name;
    }
  }

  return {
    async put(assetId, variant, bytes) {
      const file = fileOf(assetId, variant);
      const home = folderOf(assetId);
      await mkdir(home, { recursive: true, mode: FOLDER_MODE });
      const temporary = path.join(home, `.${variant}.${randomBytes(8).toString('hex')}.tmp`);
      try {
        await writeFlushed(temporary, bytes);
        await rename(temporary, file);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await flushUpwards(home, root);
    },

    async read(assetId, variant) {
      try {
        return await readFile(fileOf(assetId, variant));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async open(assetId, variant): Promise<StoredFile | null> {
      const file = fileOf(assetId, variant);
      try {
        const { size } = await stat(file);
        return { sizeBytes: size, stream: (range) => createReadStream(file, range ?? {}) };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async remove(assetId, variant) {
      await rm(fileOf(assetId, variant), { force: true });
      await flushFolderIfThere(folderOf(assetId));
    },

    async removeAll(assetId) {
      const home = folderOf(assetId);
      await rm(home, { recursive: true, force: true });
      await flushFolderIfThere(path.dirname(home));
    },

    async *listAssetIds() {
      for await (const assetId of assetFolders()) {
        const names = await namesIn(folderOf(assetId));
        if (names.some(isStoredVariant)) yield assetId;
      }
    },

    async sweepTemporary() {
      let removed = 0;
      for await (const assetId of assetFolders())
        for (const name of await namesIn(folderOf(assetId)))
          if (TEMPORARY.test(name)) {
            await unlink(path.join(folderOf(assetId), name));
            removed += 1;
          }
      return removed;
    },
  };
}
