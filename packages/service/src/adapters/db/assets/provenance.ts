/** The history of assets. @module */
import { type ChainedRecord, inChainOrder, provenanceHash } from '@assay/core/provenance/chain';
import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type NewTrace, type Provenance, type Trace, traceRecord } from '../../../app/ports/assets/provenance.ts';
import type { Database, Queries } from '../connection/database.ts';
import { assets, provenance } from '../schema/assets.ts';
import { storableJson } from '../connection/storable.ts';

export const createProvenance = (database: Database): Provenance => ({
  add: (trace) => database.write((transaction) => appendTraces(transaction, [trace])),

  unsigned: (limit) =>
    database.read(async (queries) =>
      queries
        .select({ id: provenance.id, organizationId: assets.organizationId, hash: provenance.hash })
        .from(provenance)
        .innerJoin(assets, eq(assets.id, provenance.assetId))
        .where(isNull(provenance.signature))
        .orderBy(asc(provenance.createdAt), asc(provenance.id))
        .limit(limit),
    ),

  setSignature: (id, { signature, keyVersion }) =>
    database.write(async (transaction) => {
      await transaction
        .update(provenance)
        .set({ signature, signatureKeyVersion: keyVersion })
        .where(and(eq(provenance.id, id), isNull(provenance.signature)));
    }),

  ofAsset: (assetId) => database.read((queries) => tracesOf(queries, assetId)),

  descents: (organizationId, assetIds) =>
    database.read(async (queries) => {
      if (assetIds.length === 0) return [];
      const parents = alias(assets, 'parents');
      const ids = [...assetIds];
      const rows = await queries
        .select({ parentId: parents.id, childId: assets.id, relation: provenance.relation })
        .from(provenance)
        .innerJoin(assets, eq(assets.id, provenance.assetId))
        .innerJoin(parents, eq(parents.id, provenance.parentAssetId))
        .where(
          and(
            isNotNull(provenance.parentAssetId),
            eq(assets.organizationId, organizationId),
            eq(parents.organizationId, organizationId),
            or(inArray(provenance.assetId, ids), inArray(provenance.parentAssetId, ids)),
          ),
        )
        .orderBy(asc(assets.createdAt), asc(assets.id));
      return rows.map((row) => ({ ...row, relation: row.relation as Trace['relation'] }));
    }),
});

/** Links each to the last one of its asset, which stays locked until the end; those of deleted assets go nowhere. */
export async function appendTraces(transaction: Queries, traces: readonly NewTrace[]): Promise<void> {
  for (const given of traces) {
    const trace = { ...given, details: storableJson(given.details) };
    const [asset] = await transaction
      .select({ id: assets.id })
      .from(assets)
      .where(eq(assets.id, trace.assetId))
      .for('update');
    if (!asset) continue;
    const prevHash = (await tracesOf(transaction, trace.assetId)).at(-1)?.hash ?? null;
    await transaction
      .insert(provenance)
      .values({ ...trace, prevHash, hash: provenanceHash(traceRecord(trace), prevHash) });
  }
}

async function tracesOf(queries: Queries, assetId: string): Promise<Trace[]> {
  const rows = await queries
    .select()
    .from(provenance)
    .where(eq(provenance.assetId, assetId))
    .orderBy(asc(provenance.createdAt), asc(provenance.id));
  type Linked = { readonly row: (typeof rows)[number] } & Pick<ChainedRecord, 'prev_hash' | 'hash'>;
  const linked = rows.map((row): Linked => ({ row, prev_hash: row.prevHash, hash: row.hash }));
  // Columns of text hold what `NewTrace` allows: nobody else writes them.
  return inChainOrder(linked).map(({ row }) => row as Trace);
}
