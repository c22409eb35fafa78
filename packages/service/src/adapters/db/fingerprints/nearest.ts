/** Candidates for a picture: the stored fingerprints nearest to its own. @module */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { FingerprintCandidate, VerificationScope } from '../../../app/ports/assets/assets.ts';
import type { LookupVectors } from '../../../app/ports/verify/engine.ts';
import { visibleTo } from '../assets/assetQueries.ts';
import { halfOf } from '../connection/vectorIndexes.ts';
import type { Queries } from '../connection/database.ts';
import { bitString } from '../assets/derivedRows.ts';
import { assets } from '../schema/assets.ts';
import { fingerprints } from '../schema/fingerprints.ts';

/**
 * The `limitEach` nearest by each of the three measures, merged without duplicates: first the nearest of every measure,
 * then the second ones, and so on. Embeddings are compared with those of the same model alone; of a picture that was not embedded the
 * hashes are.
 */
export async function nearest(
  queries: Queries,
  fingerprint: LookupVectors,
  limitEach: number,
  scope: VerificationScope,
): Promise<readonly FingerprintCandidate[]> {
  const byDistance = (distance: SQL, condition?: SQL): Promise<Ranked[]> =>
    queries
      .select({ assetId: fingerprints.assetId, distance: distance.mapWith(Number) })
      .from(fingerprints)
      .innerJoin(assets, eq(assets.id, fingerprints.assetId))
      .where(and(visibleTo(scope), condition))
      .orderBy(distance)
      .limit(limitEach);

  const lists: Ranked[][] = [];
  if (fingerprint.model !== null) {
    const sameModel = eq(fingerprints.embeddingModel, fingerprint.model);
    lists.push(await byDistance(halfDistance('clip_embedding', fingerprint.embedding768), sameModel));
    lists.push(await byDistance(halfDistance('dino_embedding', fingerprint.embedding1024), sameModel));
  }
  const turned: Ranked[] = [];
  for (const form of fingerprint.pdqDihedral)
    turned.push(...(await byDistance(sql`${fingerprints.pdqBits} <~> ${bitString(form)}::bit(256)`)));
  lists.push(turned.sort((one, other) => one.distance - other.distance));

  const ids = lists.map((list) => list.map(({ assetId }) => assetId));
  return candidatesAmong(queries, mergeInTurns(ids, limitEach));
}

/** Cosine distance between the halves of the two, which is what the indexes hold; which candidate it is worth comparing they tell as well. */
const halfDistance = (column: string, query: Float32Array): SQL => {
  const half = sql.raw(halfOf(`fingerprints.${column}`, query.length));
  return sql`${half} <=> ${`[${query.join(',')}]`}::halfvec(${sql.raw(String(query.length))})`;
};

interface Ranked {
  readonly assetId: string;
  readonly distance: number;
}

/** Of each list its first `limitEach` different assets; first ones first. */
export function mergeInTurns(lists: readonly (readonly string[])[], limitEach: number): string[] {
  const own = lists.map((list) => [...new Set(list)].slice(0, limitEach));
  const merged = new Set<string>();
  for (let turn = 0; turn < limitEach; turn++)
    for (const ids of own) {
      const id = ids[turn];
      if (id !== undefined) merged.add(id);
    }
  return [...merged];
}

/** The fingerprints of assets, in the order of the ids; of none that meets not `condition`. */
export async function candidatesAmong(
  queries: Queries,
  assetIds: readonly string[],
  condition?: SQL,
): Promise<FingerprintCandidate[]> {
  if (assetIds.length === 0) return [];
  const rows = await queries
    .select({
      assetId: fingerprints.assetId,
      pdqHash: fingerprints.pdqHash,
      embedding768: fingerprints.embedding768,
      embedding1024: fingerprints.embedding1024,
      model: fingerprints.embeddingModel,
    })
    .from(fingerprints)
    .innerJoin(assets, eq(assets.id, fingerprints.assetId))
    .where(and(inArray(fingerprints.assetId, [...assetIds]), condition));
  const found = new Map(
    rows.map(({ assetId, pdqHash, embedding768, embedding1024, model }) => [
      assetId,
      {
        assetId,
        pdq: new Uint8Array(Buffer.from(pdqHash, 'hex')),
        embedding768: Float32Array.from(embedding768),
        embedding1024: Float32Array.from(embedding1024),
        model,
      },
    ]),
  );
  return assetIds.flatMap((id) => found.get(id) ?? []);
}
