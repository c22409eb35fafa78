/** Recipient copies in memory. @module */
import type { RecipientCopies, RecipientCopy } from '../../src/app/ports/assets/copies.ts';
import type { Provenance } from '../../src/app/ports/assets/provenance.ts';

export interface MemoryCopies extends RecipientCopies {
  readonly rows: Map<string, RecipientCopy>;
}

export function memoryCopies(provenance: Pick<Provenance, 'add'>): MemoryCopies {
  const rows = new Map<string, RecipientCopy>();
  const find = async (assetId: string, id: string) => {
    const copy = rows.get(id);
    return copy?.assetId === assetId ? copy : null;
  };
  const ofAsset = (assetId: string) => [...rows.values()].filter((copy) => copy.assetId === assetId).reverse();
  return {
    rows,
    async add(copy, trace) {
      rows.set(copy.id, copy);
      await provenance.add(trace);
    },
    async list(assetId, { page, pageSize }) {
      const own = ofAsset(assetId);
      return { items: own.slice((page - 1) * pageSize, page * pageSize), total: own.length };
    },
    all: async (assetId) => ofAsset(assetId),
    find,
    findAny: async (id) => rows.get(id) ?? null,
    findByContent: async (assetId, sha256) =>
      [...rows.values()].find((copy) => copy.assetId === assetId && copy.contentHash === sha256) ?? null,
    async remove(assetId, id, trace) {
      if (!(await find(assetId, id))) return false;
      await provenance.add(trace);
      return rows.delete(id);
    },
  };
}
