/** Fingerprints that another model made, and the matches between those of one model. @module */
import { and, asc, desc, eq, inArray, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FingerprintMatch, Fingerprints, FoundMatch } from '../../../app/ports/assets/fingerprints.ts';
import type { Ids } from '../../../app/ports/runtime/runtime.ts';
import type { Database, Queries } from '../connection/database.ts';
import { fingerprintRow } from '../assets/derivedRows.ts';
import { assets } from '../schema/assets.ts';
import { fingerprintMatches, fingerprints } from '../schema/fingerprints.ts';
import { insertEvents } from '../webhooks/outbox.ts';
import { createFingerprintWork, endMatchWork, putMatchWork } from './fingerprintWork.ts';
import { putSearchRow } from './searchRows.ts';
import { createWantedModel } from './wantedModel.ts';

export function createFingerprints(database: Database, { ids }: { readonly ids: Ids }): Fingerprints {
  return {
    ...createFingerprintWork(database),
    ...createWantedModel(database),

    replace: (assetId, fingerprint, at) =>
      database.write(async (transaction) => {
        const {
          id: _id,
          createdAt: _createdAt,
          assetId: _assetId,
          ...vectors
        } = fingerprintRow(assetId, assetId, fingerprint, at);
        const changed = await transaction
          .update(fingerprints)
          .set({ ...vectors, updatedAt: at })
          .where(eq(fingerprints.assetId, assetId))
          .returning({ id: fingerprints.id });
        if (changed.length === 0) return false;
        await putSearchRow(transaction, assetId, fingerprint);
        await putMatchWork(transaction, assetId, true);
        return true;
      }),

    putMatches: (assetId, model, matches, at) =>
      database.write((transaction) => putMatches(transaction, ids, assetId, model, matches, at)),

    matches: (assetId) => database.read((queries) => matchesOf(queries, assetId)),
  };
}

/** Ids of fingerprints; undefined of an asset that is gone. */
interface Pair {
  readonly source: string | undefined;
  readonly target: string | undefined;
}

const dropPairs = (transaction: Queries, fingerprintId: string) =>
  transaction
    .delete(fingerprintMatches)
    .where(
      or(
        eq(fingerprintMatches.sourceFingerprintId, fingerprintId),
        eq(fingerprintMatches.targetFingerprintId, fingerprintId),
      ),
    )
    .returning({
      source: fingerprintMatches.sourceFingerprintId,
      target: fingerprintMatches.targetFingerprintId,
      isMatch: fingerprintMatches.isMatch,
    });

async function putMatches(
  transaction: Queries,
  ids: Ids,
  assetId: string,
  model: string,
  matches: readonly FoundMatch[],
  at: Date,
): Promise<void> {
  // Locked, so that no new vectors come between looking and writing down that it was done.
  const [own] = await transaction
    .select({ id: fingerprints.id })
    .from(fingerprints)
    .where(and(eq(fingerprints.assetId, assetId), eq(fingerprints.embeddingModel, model)))
    .for('no key update');
  if (!own) return;
  await endMatchWork(transaction, assetId);
  const dropped = await dropPairs(transaction, own.id);
  const involved = matches.flatMap((match) => [match.sourceAssetId, match.targetAssetId]);
  if (involved.length === 0) return;
  const rows = await transaction
    .select({ id: fingerprints.id, assetId: fingerprints.assetId })
    .from(fingerprints)
    .where(inArray(fingerprints.assetId, involved));
  const fingerprintOf = new Map(rows.map((row) => [row.assetId, row.id]));
  const inserted = matches.flatMap(({ sourceAssetId, targetAssetId, similarity, isMatch }) => {
    const sourceFingerprintId = fingerprintOf.get(sourceAssetId);
    const targetFingerprintId = fingerprintOf.get(targetAssetId);
    if (!sourceFingerprintId || !targetFingerprintId) return [];
    return {
      id: ids.uuid(),
      sourceFingerprintId,
      targetFingerprintId,
      targetAssetId,
      embedding768Similarity: similarity.embedding768,
      embedding1024Similarity: similarity.embedding1024,
      pdqSimilarity: similarity.pdq,
      averageSimilarity: similarity.average,
      isMatch,
      createdAt: at,
    };
  });
  if (inserted.length === 0) return;
  // A process beside this one may look at the other asset of a pair at the same moment.
  const written = await transaction
    .insert(fingerprintMatches)
    .values(inserted)
    .onConflictDoNothing()
    .returning({ source: fingerprintMatches.sourceFingerprintId, target: fingerprintMatches.targetFingerprintId });
  const isNew = ({ source, target }: Pair): boolean =>
    written.some((pair) => pair.source === source && pair.target === target) &&
    !dropped.some((pair) => pair.isMatch && pair.source === source && pair.target === target);
  const events = matches.flatMap(({ sourceAssetId, targetAssetId, isMatch, event }) => {
    const pair = { source: fingerprintOf.get(sourceAssetId), target: fingerprintOf.get(targetAssetId) };
    return isMatch && event && isNew(pair) ? [event] : [];
  });
  await insertEvents(transaction, events);
}

async function matchesOf(queries: Queries, assetId: string): Promise<FingerprintMatch[]> {
  const source = alias(fingerprints, 'source');
  const rows = await queries
    .select({
      sourceAssetId: source.assetId,
      targetAssetId: fingerprintMatches.targetAssetId,
      embedding768: fingerprintMatches.embedding768Similarity,
      embedding1024: fingerprintMatches.embedding1024Similarity,
      pdq: fingerprintMatches.pdqSimilarity,
      average: fingerprintMatches.averageSimilarity,
      isMatch: fingerprintMatches.isMatch,
    })
    .from(fingerprintMatches)
    .innerJoin(source, eq(source.id, fingerprintMatches.sourceFingerprintId))
    .innerJoin(assets, eq(assets.id, fingerprintMatches.targetAssetId))
    .where(or(eq(source.assetId, assetId), eq(fingerprintMatches.targetAssetId, assetId)))
    .orderBy(desc(fingerprintMatches.averageSimilarity), asc(fingerprintMatches.id));
  return rows.map(({ sourceAssetId, targetAssetId, isMatch, ...measures }) => ({
    sourceAssetId,
    targetAssetId,
    similarity: measures,
    isMatch,
  }));
}
