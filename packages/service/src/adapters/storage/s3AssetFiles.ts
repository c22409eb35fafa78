/**
 * The port `AssetFiles` on an S3 bucket, laid out as `s3Layout.ts` says.
 * An object appears under its key whole or not at all (Amazon S3 user guide, "Data consistency model"); temporary are uploads in
 * parts alone.
 * @module
 */
import type { S3mini } from 's3mini';
import { type AssetFiles, isStoredAssetId, isStoredVariant } from '../../app/ports/assets/storage.ts';
import { s3Layout } from './s3Layout.ts';
import { createS3Links } from './s3Link.ts';
import { putChecked, sweepParts } from './s3Put.ts';
import { asked, keysBelow, openObject, openS3Store, type S3Credentials, type S3Place } from './s3Store.ts';

/** All methods throw RangeError for other names than ours, see `assertStoredName`, and SERVICE_UNAVAILABLE. */
/** @param now default: that of this machine; a day is long enough for clocks that differ */
export function createS3AssetFiles(
  place: S3Place,
  keys: S3Credentials,
  now: () => Date = () => new Date(),
): AssetFiles {
  const store = openS3Store(place, keys);
  const linkOf = createS3Links(place, keys);
  const { prefix } = place;
  const { keyOf, foldersOf, previews } = s3Layout(prefix);

  return {
    async put(assetId, variant, bytes) {
      await putChecked(store, keyOf(assetId, variant), bytes);
    },

    async read(assetId, variant) {
      const bytes = await asked(store.getObjectArrayBuffer(keyOf(assetId, variant)));
      return bytes && Buffer.from(bytes);
    },

    async open(assetId, variant) {
      const key = keyOf(assetId, variant);
      const file = await openObject(store, key, asked);
      return file && { ...file, link: linkOf(key) };
    },

    async remove(assetId, variant) {
      await asked(store.deleteObject(keyOf(assetId, variant)));
    },

    async removeAll(assetId) {
      for (const folder of foldersOf(assetId))
        for await (const key of keysBelow(store, folder)) await asked(store.deleteObject(key));
    },

    // A preview alone is of an asset that was deleted while it was made again.
    listAssetIds: (after = '') => merged(idsBelow(store, prefix, after), idsBelow(store, previews, after)),

    // A store that has no such list keeps none for us to find.
    sweepTemporary: () => sweepParts(store, prefix, now()).catch(() => 0),
  };
}

/** Ids of which something lies in the folder, ascending, from the first one after `after` on. */
async function* idsBelow(store: S3mini, folder: string, after: string): AsyncGenerator<string> {
  let last = after;
  // Keys come sorted, so all files of one asset stand together; of `after` itself they are passed over.
  for await (const key of keysBelow(store, folder, after === '' ? '' : `${folder}${after}/`)) {
    const rest = key.slice(folder.length);
    // Ids are of hexadecimal digits: only folders of other things are left, and no page of theirs is to be paid for.
    if (rest > 'g') return;
    const [assetId = '', variant = ''] = rest.split('/');
    if (assetId === last || !isStoredAssetId(assetId) || !isStoredVariant(variant)) continue;
    last = assetId;
    yield assetId;
  }
}

/** Two ascending lists as one, in which nothing stands twice. */
async function* merged(one: AsyncGenerator<string>, other: AsyncGenerator<string>): AsyncGenerator<string> {
  let [left, right] = [await one.next(), await other.next()];
  while (!left.done || !right.done) {
    const isLeft = right.done === true || (left.done !== true && left.value <= right.value);
    const id: string = isLeft ? left.value : right.value;
    yield id;
    if (left.done !== true && left.value === id) left = await one.next();
    if (right.done !== true && right.value === id) right = await other.next();
  }
}
