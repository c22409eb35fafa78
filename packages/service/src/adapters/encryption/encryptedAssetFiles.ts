/** The port `AssetFiles` over another store: files of encrypted assets pass through their keys, all others as they are. @module */
import { AppError } from '@assay/core/errors';
import type { StoredBytes } from '../../app/ports/content/archives.ts';
import type { AssetKeys } from '../../app/ports/content/encryption.ts';
import { type AssetFiles, plainVariant, type StoredVariant } from '../../app/ports/assets/storage.ts';
import { type FileKey, fileContext, openBytesInSteps, sealBytesInSteps } from './sealedBytes.ts';
import { openSealed } from './sealedReader.ts';

/**
 * Whether a file is encrypted is told by the asset's row, never by the file: a plain file put in the place of an
 * encrypted one does not open. Beside the errors of the store, the methods that read or write bytes throw
 * DamagedFileError, and AppError SERVICE_UNAVAILABLE while the master key cannot be had.
 */
export function createEncryptedAssetFiles(store: AssetFiles, keys: Pick<AssetKeys, 'open'>): AssetFiles {
  const keyOf = async (assetId: string, variant: StoredVariant): Promise<FileKey | null> => {
    const opened = await keys.open(assetId);
    return opened && { key: opened.key, context: fileContext(opened.organizationId, assetId, plainVariant(variant)) };
  };
  /** Undefined: the asset is gone, and with it the key of what may still lie in the store. */
  const keyOrGone = async (assetId: string, variant: StoredVariant): Promise<FileKey | null | undefined> => {
    try {
      return await keyOf(assetId, variant);
    } catch (cause) {
      if (cause instanceof AppError && cause.code === 'ASSET_NOT_FOUND') return undefined;
      throw cause;
    }
  };

  return {
    ...store,

    async put(assetId, variant, bytes) {
      const key = await keyOf(assetId, variant);
      await store.put(assetId, variant, key ? await sealBytesInSteps(key, bytes) : bytes);
    },

    async read(assetId, variant) {
      const key = await keyOrGone(assetId, variant);
      const bytes = key === undefined ? null : await store.read(assetId, variant);
      return key && bytes ? openBytesInSteps(key, bytes) : bytes;
    },

    async open(assetId, variant) {
      const key = await keyOrGone(assetId, variant);
      const file = key === undefined ? null : await store.open(assetId, variant);
      return key && file ? openSealed(key, file) : file;
    },
  };
}

/** The port `StoredBytes`: the same for bytes that were read from elsewhere. */
export const createStoredBytes = (keys: Pick<AssetKeys, 'open'>): StoredBytes => ({
  async open(assetId, variant, stored) {
    const opened = await keys.open(assetId);
    if (!opened) return stored;
    return openBytesInSteps({ key: opened.key, context: fileContext(opened.organizationId, assetId, variant) }, stored);
  },
});
