/** Files in memory, and what is aside of them. @module */
import { Readable } from 'node:stream';
import type { AssetFiles, StoredVariant } from '../../src/app/ports/assets/storage.ts';
import type { Quarantined, StoreKeeping } from '../../src/app/ports/assets/storeKeeping.ts';

export interface MemoryFiles extends AssetFiles {
  count(): number;
  readonly keeping: StoreKeeping;
}

type Variants = Map<StoredVariant, Uint8Array>;

function memoryStoreKeeping(files: Map<string, Variants>): StoreKeeping {
  const aside = new Map<string, { readonly record: Quarantined; readonly variants: Variants }>();
  const notes = new Map<string, string>();
  let owner: string | null = null;
  let restoring: string | null = null;
  return {
    owner: async () => owner,
    note: async (name) => notes.get(name) ?? null,
    keepNote: async (name, text) => void notes.set(name, text),
    async claim(databaseId) {
      owner = databaseId;
      restoring = null;
    },
    beginRestore: async (_databaseId, backupId) => void (restoring = backupId),
    restoring: async () => restoring,
    async quarantine(assetId, since, reason) {
      const variants = files.get(assetId);
      if (variants) aside.set(assetId, { record: { assetId, since, reason }, variants });
      files.delete(assetId);
    },
    async *quarantined() {
      for (const { record } of aside.values()) yield record;
    },
    async restore(assetId) {
      const found = aside.get(assetId);
      if (found) files.set(assetId, found.variants);
      return aside.delete(assetId);
    },
    discard: async (assetId) => void aside.delete(assetId),
  };
}

export function memoryFiles(): MemoryFiles {
  const files = new Map<string, Map<StoredVariant, Uint8Array>>();
  return {
    keeping: memoryStoreKeeping(files),
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
    async *listAssetIds(after = '') {
      for (const id of [...files.keys()].sort()) if (id > after) yield id;
    },
    sweepTemporary: async () => 0,
  };
}
