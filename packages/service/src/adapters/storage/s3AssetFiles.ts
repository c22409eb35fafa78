/**
 * The port `AssetFiles` on an S3 bucket:  PREFIX<asset id>/<variant>.
 * An object appears under its key whole or not at all (Amazon S3 user guide, "Data consistency model"); temporary are uploads in
 * parts alone.
 * @module
 */
import { type AssetFiles, assertStoredName, isStoredAssetId, isStoredVariant } from '../../app/ports/assets/storage.ts';
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
  const folderOf = (assetId: string): string => {
    assertStoredName(assetId);
    return `${prefix}${assetId}/`;
  };
  const keyOf = (assetId: string, variant: string): string => {
    assertStoredName(assetId, variant);
    return `${folderOf(assetId)}${variant}`;
  };

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
      for await (const key of keysBelow(store, folderOf(assetId))) await asked(store.deleteObject(key));
    },

    async *listAssetIds(after = '') {
      let last = after;
      // Keys come sorted, so all files of one asset stand together; of `after` itself they are passed over.
      for await (const key of keysBelow(store, prefix, after === '' ? '' : `${prefix}${after}/`)) {
        const [assetId = '', variant = ''] = key.slice(prefix.length).split('/');
        if (assetId === last || !isStoredAssetId(assetId) || !isStoredVariant(variant)) continue;
        last = assetId;
        yield assetId;
      }
    },

    // A store that has no such list keeps none for us to find.
    sweepTemporary: () => sweepParts(store, prefix, now()).catch(() => 0),
  };
}
