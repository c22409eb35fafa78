/**
 * The port `AssetFiles` on an S3 bucket:  PREFIX<asset id>/<variant>.
 * An object appears under its key whole or not at all (Amazon S3 user guide, "Data consistency model"), so there are no
 * temporary ones.
 * @module
 */
import { type AssetFiles, assertStoredName, isStoredAssetId, isStoredVariant } from '../../app/ports/assets/storage.ts';
import { asked, keysBelow, openObject, openS3Store, putChecked, type S3Credentials, type S3Place } from './s3Store.ts';

/** All methods throw RangeError for other names than ours, see `assertStoredName`, and SERVICE_UNAVAILABLE. */
export function createS3AssetFiles(place: S3Place, keys: S3Credentials): AssetFiles {
  const store = openS3Store(place, keys);
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

    open: (assetId, variant) => openObject(store, keyOf(assetId, variant), asked),

    async remove(assetId, variant) {
      await asked(store.deleteObject(keyOf(assetId, variant)));
    },

    async removeAll(assetId) {
      for await (const key of keysBelow(store, folderOf(assetId))) await asked(store.deleteObject(key));
    },

    async *listAssetIds() {
      let last = '';
      // Keys come sorted, so all files of one asset stand together.
      for await (const key of keysBelow(store, prefix)) {
        const [assetId = '', variant = ''] = key.slice(prefix.length).split('/');
        if (assetId === last || !isStoredAssetId(assetId) || !isStoredVariant(variant)) continue;
        last = assetId;
        yield assetId;
      }
    },

    sweepTemporary: async () => 0,
  };
}
