/**
 * The port `StoreKeeping` on a file system, in the folder of `fileAssetFiles.ts`:
 *     DIR/store.json                             whose the store is
 *     DIR/transparency/<name>                    notes
 *     DIR/quarantine/<asset id>/<variant>        moved by rename, so whole or not at all
 *     DIR/quarantine/<asset id>/quarantine.json  since when, and why
 * @module
 */
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { assertStoredName, isStoredAssetId, isStoredVariant } from '../../app/ports/assets/storage.ts';
import type { StoreKeeping } from '../../app/ports/assets/storeKeeping.ts';
import { flush } from '../dataFolder/flush.ts';
import { namesIn, readTextIfThere } from '../dataFolder/readIfThere.ts';
import { writeDurably } from '../dataFolder/writeDurably.ts';
import {
  NOTES_FOLDER,
  OWNER_FILE,
  ownerText,
  parseOwner,
  parseRecord,
  parseRestoring,
  QUARANTINE_FOLDER,
  RECORD_FILE,
  recordText,
} from './storeRecords.ts';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Removes the folder of an asset unless a picture still lies in it: what was not moved is not lost either. */
async function removeEmptied(folder: string): Promise<void> {
  if (!(await namesIn(folder)).some(isStoredVariant)) await rm(folder, { recursive: true, force: true });
}

/** Moves the files of one asset from folder to folder; what the target has already stays there. */
async function moveVariants(from: string, to: string): Promise<number> {
  const there = new Set(await namesIn(to));
  let moved = 0;
  for (const name of await namesIn(from)) {
    if (!isStoredVariant(name) || there.has(name)) continue;
    await mkdir(to, { recursive: true, mode: FOLDER_MODE });
    await rename(path.join(from, name), path.join(to, name));
    moved += 1;
  }
  if (moved > 0) await flush(to);
  return moved;
}

export function createFileStoreKeeping(folder: string, now: () => Date): StoreKeeping {
  const root = path.resolve(folder);
  const aside = path.join(root, QUARANTINE_FOLDER);
  const inUse = (assetId: string): string => path.join(root, assetId.slice(0, 2), assetId);
  const asideOf = (assetId: string): string => {
    assertStoredName(assetId);
    return path.join(aside, assetId);
  };
  const writeOwner = async (text: string): Promise<void> => {
    await mkdir(root, { recursive: true, mode: FOLDER_MODE });
    await writeDurably(path.join(root, OWNER_FILE), text, FILE_MODE);
  };
  return {
    async owner() {
      const text = await readTextIfThere(path.join(root, OWNER_FILE));
      return text === null ? null : parseOwner(text);
    },
    note: (name) => readTextIfThere(path.join(root, NOTES_FOLDER, name)),
    async keepNote(name, text) {
      await mkdir(path.join(root, NOTES_FOLDER), { recursive: true, mode: FOLDER_MODE });
      await writeDurably(path.join(root, NOTES_FOLDER, name), text, FILE_MODE);
    },
    claim: (databaseId) => writeOwner(ownerText(databaseId)),
    beginRestore: (databaseId, backupId) => writeOwner(ownerText(databaseId, backupId)),
    restoring: async () => parseRestoring(await readTextIfThere(path.join(root, OWNER_FILE))),
    async quarantine(assetId, since, reason) {
      const to = asideOf(assetId);
      if (!(await namesIn(inUse(assetId))).some(isStoredVariant)) return;
      await mkdir(to, { recursive: true, mode: FOLDER_MODE });
      // First, so that a crash leaves nothing whose age is unknown.
      await writeDurably(path.join(to, RECORD_FILE), recordText(since, reason), FILE_MODE);
      await moveVariants(inUse(assetId), to);
      await removeEmptied(inUse(assetId));
    },
    async *quarantined() {
      for (const assetId of await namesIn(aside)) {
        if (!isStoredAssetId(assetId)) continue;
        yield { assetId, ...parseRecord(await readTextIfThere(path.join(aside, assetId, RECORD_FILE)), now()) };
      }
    },
    async restore(assetId) {
      if (!(await namesIn(asideOf(assetId))).some(isStoredVariant)) return false;
      await moveVariants(asideOf(assetId), inUse(assetId));
      await removeEmptied(asideOf(assetId));
      return true;
    },
    async discard(assetId) {
      await rm(asideOf(assetId), { recursive: true, force: true });
    },
  };
}
