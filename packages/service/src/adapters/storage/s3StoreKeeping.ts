/**
 * The port `StoreKeeping` on the bucket of `s3AssetFiles.ts`:
 *     PREFIXstore.json                             whose the store is
 *     PREFIXtransparency/<name>                    notes
 *     PREFIXquarantine/<asset id>/<variant>        copied there before the original is deleted
 *     PREFIXquarantine/<asset id>/quarantine.json  since when, and why
 * @module
 */
import type { S3mini } from 's3mini';
import {
  assertStoredName,
  isStoredAssetId,
  isStoredVariant,
  type StoredVariant,
} from '../../app/ports/assets/storage.ts';
import type { StoreKeeping } from '../../app/ports/assets/storeKeeping.ts';
import { s3Layout } from './s3Layout.ts';
import { putChecked } from './s3Put.ts';
import { asked, keysBelow, openS3Store, type S3Credentials, type S3Place } from './s3Store.ts';
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

const readText = async (store: S3mini, key: string): Promise<string | null> => {
  const bytes = await asked(store.getObjectArrayBuffer(key));
  return bytes && Buffer.from(bytes).toString('utf8');
};

/** Through this process: not every S3 server understands the source of a copy in the same spelling. */
async function copy(store: S3mini, from: string, to: string): Promise<void> {
  const bytes = await asked(store.getObjectArrayBuffer(from));
  if (bytes) await putChecked(store, to, Buffer.from(bytes));
}

/** Moves the files of one asset; what the target has already stays there. Returns how many were there to move. */
async function moveVariants(store: S3mini, from: string, to: (variant: StoredVariant) => string): Promise<number> {
  let moved = 0;
  const found: string[] = [];
  for await (const key of keysBelow(store, from)) found.push(key);
  for (const key of found) {
    const variant = key.slice(from.length);
    if (!isStoredVariant(variant)) continue;
    const target = to(variant);
    if ((await asked(store.objectExists(target))) === true) continue;
    await copy(store, key, target);
    await asked(store.deleteObject(key));
    moved += 1;
  }
  return moved;
}

/** Removes the record of an asset of which nothing lies aside any more. */
async function forgetEmptied(store: S3mini, folder: string): Promise<void> {
  for await (const key of keysBelow(store, folder)) if (isStoredVariant(key.slice(folder.length))) return;
  await asked(store.deleteObject(`${folder}${RECORD_FILE}`));
}

export function createS3StoreKeeping(place: S3Place, keys: S3Credentials, now: () => Date): StoreKeeping {
  const store = openS3Store(place, keys);
  const { keyOf, foldersOf } = s3Layout(place.prefix);
  const aside = `${place.prefix}${QUARANTINE_FOLDER}/`;
  const asideOf = (assetId: string): string => {
    assertStoredName(assetId);
    return `${aside}${assetId}/`;
  };
  const writeOwner = async (text: string): Promise<void> => {
    await asked(store.putObject(`${place.prefix}${OWNER_FILE}`, text));
  };
  return {
    async owner() {
      const text = await readText(store, `${place.prefix}${OWNER_FILE}`);
      return text === null ? null : parseOwner(text);
    },
    note: (name) => readText(store, `${place.prefix}${NOTES_FOLDER}/${name}`),
    async keepNote(name, text) {
      await asked(store.putObject(`${place.prefix}${NOTES_FOLDER}/${name}`, text));
    },
    claim: (databaseId) => writeOwner(ownerText(databaseId)),
    beginRestore: (databaseId, backupId) => writeOwner(ownerText(databaseId, backupId)),
    restoring: async () => parseRestoring(await readText(store, `${place.prefix}${OWNER_FILE}`)),
    async quarantine(assetId, since, reason) {
      const to = asideOf(assetId);
      // First, so that a crash leaves nothing whose age is unknown.
      await asked(store.putObject(`${to}${RECORD_FILE}`, recordText(since, reason)));
      for (const folder of foldersOf(assetId)) await moveVariants(store, folder, (variant) => `${to}${variant}`);
      await forgetEmptied(store, to);
    },
    async *quarantined() {
      const ids = new Set<string>();
      for await (const key of keysBelow(store, aside)) ids.add(key.slice(aside.length).split('/')[0] ?? '');
      for (const assetId of ids) {
        if (!isStoredAssetId(assetId)) continue;
        yield { assetId, ...parseRecord(await readText(store, `${asideOf(assetId)}${RECORD_FILE}`), now()) };
      }
    },
    async restore(assetId) {
      const moved = await moveVariants(store, asideOf(assetId), (variant) => keyOf(assetId, variant));
      await forgetEmptied(store, asideOf(assetId));
      return moved > 0;
    },
    async discard(assetId) {
      const found: string[] = [];
      for await (const key of keysBelow(store, asideOf(assetId))) found.push(key);
      for (const key of found) await asked(store.deleteObject(key));
    },
  };
}
