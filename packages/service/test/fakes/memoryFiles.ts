/** Files in memory. @module */
import { Readable } from 'node:stream';
import type { AssetFiles, StoredVariant } from '../../src/app/ports/storage.ts';

export interface MemoryFiles extends AssetFiles {
  count(): number;
}

export function memoryFiles(): MemoryFiles {
  const files = new Map<string, Map<StoredVariant, Uint8Array>>();
  return {
    count: () => [...files.values()].reduce((sum, variants) => sum + variants.size, 0),
    async put(assetId, variant, bytes) {
      const variants = files.get(assetId) ?? new Map<StoredVariant, Uint8Array>();
      variants.set(variant, Uint8Array.from(bytes));
      files.set(assetId, variants);
    },
    read: async (assetId, variant) => files.get(assetId)?.get(variant) ?? null,
    async open(assetId, variant) {
      const bytes = files.get(assetId)?.get(variant);
      if (!bytes) return null;
      return {
        sizeBytes: bytes.length,
        stream: (range) => Readable.from([Buffer.from(range ? bytes.subarray(range.start, range.end + 1) : bytes)]),
      };
    },
    remove: async (assetId, variant) => void files.get(assetId)?.delete(variant),
    removeAll: async (assetId) => void files.delete(assetId),
    async *listAssetIds() {
      yield* files.keys();
    },
    sweepTemporary: async () => 0,
  };
}
