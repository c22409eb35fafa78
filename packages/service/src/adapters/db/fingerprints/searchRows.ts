/** What the index of a process is filled with: words, signatures and small vectors of every asset. @module */
import { scanRecord } from '@assay/core/search/vectorScan';
import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { FingerprintCandidate, VerificationScope } from '../../../app/ports/assets/assets.ts';
import type { StoredFingerprint } from '../../../app/ports/verify/engine.ts';
import { visibleTo } from '../assets/assetQueries.ts';
import type { Database, Queries } from '../connection/database.ts';
import { assets } from '../schema/assets.ts';
import { sequencesByKeys } from './localKeys.ts';
import { candidatesAmong } from './nearest.ts';
import { fingerprints } from '../schema/fingerprints.ts';
import { localFeatures } from '../schema/localFeatures.ts';
import { organizations } from '../schema/organizations.ts';

/** Puts a row in the place of an older one, with a new number, so that every index reads it again. */
export async function putSearchRow(
  transaction: Queries,
  assetId: string,
  { local: { features, record }, ...vectors }: StoredFingerprint,
): Promise<void> {
  await transaction.delete(localFeatures).where(eq(localFeatures.assetId, assetId));
  await transaction.insert(localFeatures).values({ assetId, features, record, scan: scanRecord(vectors) });
}

export interface IndexRow {
  readonly sequence: number;
  readonly assetId: string;
  readonly organizationId: string;
  readonly record: Uint8Array;
  readonly scan: Uint8Array;
  /** What made the vectors of `scan`. */
  readonly model: string;
}

export interface FeatureRow {
  readonly assetId: string;
  readonly features: Uint8Array;
}

export interface RecordRow {
  readonly assetId: string;
  readonly record: Uint8Array;
}

/** Pictures that are looked at for those that the scope may see. */
const BEFORE_SCOPE = 1000;

/** What the index of local features reads. */
export interface SearchRows {
  /** The first `limit` rows after a number, and those of the given numbers; ascending. */
  after(sequence: number, alsoAt: readonly number[], limit: number): Promise<readonly IndexRow[]>;
  /** Organizations whose assets everybody may be told of, and the caller's own. */
  organizationsIn(scope: VerificationScope): Promise<readonly string[]>;
  /** Of the given assets, those that the scope may see. */
  featuresOf(assetIds: readonly string[], scope: VerificationScope): Promise<readonly FeatureRow[]>;
  /** The same of fingerprints, in the order of the ids. */
  fingerprintsOf(assetIds: readonly string[], scope: VerificationScope): Promise<readonly FingerprintCandidate[]>;
  /** The `limit` that the scope may see with the most keys in common with a form of a query; PostgreSQL alone knows them. */
  alikeByKeys(
    forms: readonly (readonly number[])[],
    scope: VerificationScope,
    limit: number,
  ): Promise<readonly RecordRow[]>;
  /** Of the given assets, those that have features. */
  existing(assetIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export function createSearchRows(database: Database): SearchRows {
  return {
    ...rowsByKeys(database),
    after: (sequence, alsoAt, limit) =>
      database.read((queries) =>
        queries
          .select({
            sequence: localFeatures.sequence,
            assetId: localFeatures.assetId,
            organizationId: assets.organizationId,
            record: localFeatures.record,
            scan: localFeatures.scan,
            model: fingerprints.embeddingModel,
          })
          .from(localFeatures)
          .innerJoin(fingerprints, eq(fingerprints.assetId, localFeatures.assetId))
          .innerJoin(assets, eq(assets.id, localFeatures.assetId))
          .where(
            or(
              gt(localFeatures.sequence, sequence),
              alsoAt.length > 0 ? inArray(localFeatures.sequence, [...alsoAt]) : undefined,
            ),
          )
          .orderBy(asc(localFeatures.sequence))
          .limit(limit),
      ),

    organizationsIn: ({ organizationIds, ownOnly }) =>
      database.read(async (queries) => {
        if (ownOnly) return organizationIds;
        const open = await queries
          .select({ id: organizations.id })
          .from(organizations)
          .where(eq(organizations.publicVerification, true));
        return [...new Set([...organizationIds, ...open.map(({ id }) => id)])];
      }),

    featuresOf: (assetIds, scope) =>
      database.read(async (queries) => {
        if (assetIds.length === 0) return [];
        return queries
          .select({ assetId: localFeatures.assetId, features: localFeatures.features })
          .from(localFeatures)
          .innerJoin(assets, eq(assets.id, localFeatures.assetId))
          .where(and(inArray(localFeatures.assetId, [...assetIds]), visibleTo(scope)));
      }),

    fingerprintsOf: (assetIds, scope) =>
      database.read((queries) => candidatesAmong(queries, assetIds, visibleTo(scope))),

    existing: (assetIds) =>
      database.read(async (queries) => {
        if (assetIds.length === 0) return new Set<string>();
        const rows = await queries
          .select({ id: localFeatures.assetId })
          .from(localFeatures)
          .where(inArray(localFeatures.assetId, [...assetIds]));
        return new Set(rows.map(({ id }) => id));
      }),
  };
}

const rowsByKeys = (database: Database): Pick<SearchRows, 'alikeByKeys'> => ({
  alikeByKeys: (forms, scope, limit) =>
    database.read(async (queries) => {
      const sequences = await sequencesByKeys(queries, forms, BEFORE_SCOPE);
      if (sequences.length === 0) return [];
      return queries
        .select({ assetId: localFeatures.assetId, record: localFeatures.record })
        .from(localFeatures)
        .innerJoin(assets, eq(assets.id, localFeatures.assetId))
        .where(and(inArray(localFeatures.sequence, [...sequences]), visibleTo(scope)))
        .orderBy(sql`array_position(${`{${sequences.join(',')}}`}::bigint[], ${localFeatures.sequence})`)
        .limit(limit);
    }),
});
