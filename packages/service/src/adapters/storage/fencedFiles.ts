/**
 * The port `AssetFiles` over a store in which each holder of an asset's lease writes names of its own: whoever asks for the
 * delivered file or the preview gets the one that the row names (docs/spec/data.md#leases).
 * @module
 */
import {
  type AssetFiles,
  fencedVariant,
  isProcessedVariant,
  type StoredVariant,
} from '../../app/ports/assets/storage.ts';

/** @param numberOf the lease that the files of an asset were written under; null without such an asset */
export function createFencedFiles(
  store: AssetFiles,
  numberOf: (assetId: string) => Promise<number | null>,
): AssetFiles {
  const nameOf = async (assetId: string, variant: StoredVariant): Promise<StoredVariant> =>
    isProcessedVariant(variant) ? fencedVariant(variant, (await numberOf(assetId)) ?? 1) : variant;
  return {
    ...store,
    read: async (assetId, variant) => store.read(assetId, await nameOf(assetId, variant)),
    open: async (assetId, variant) => store.open(assetId, await nameOf(assetId, variant)),
  };
}
