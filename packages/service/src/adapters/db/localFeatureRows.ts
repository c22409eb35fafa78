/** Local features of assets in the database, and what an index of them asks for. @module */
import { and, asc, eq, gt, inArray, or } from 'drizzle-orm';
import type { VerificationScope } from '../../app/ports/assets.ts';
import type { LocalRecord } from '../../app/ports/engine.ts';
import { visibleTo } from './assetQueries.ts';
import type { Database, Queries } from './database.ts';
import { assets } from './schema/assets.ts';
import { localFeatures } from './schema/localFeatures.ts';
import { organizations } from './schema/organizations.ts';

/** Puts a row in the place of an older one, with a new number, so that every index reads it again. */
export async function putLocalFeatures(
  transaction: Queries,
  assetId: string,
  { features, record }: LocalRecord,
): Promise<void> {
  await transaction.delete(localFeatures).where(eq(localFeatures.assetId, assetId));
  await transaction.insert(localFeatures).values({ assetId, features, record });
}

export interface IndexRow {
  readonly sequence: number;
  readonly assetId: string;
  readonly organizationId: string;
  readonly record: Uint8Array;
}

export interface FeatureRow {
  readonly assetId: string;
  readonly features: Uint8Array;
}

/** What the index of local features reads. */
export interface LocalFeatureRows {
  /** The first `limit` rows after a number, and those of the given numbers; ascending. */
  after(sequence: number, alsoAt: readonly number[], limit: number): Promise<readonly IndexRow[]>;
  /** Organizations whose assets everybody may be told of, and the caller's own. */
  organizationsIn(scope: VerificationScope): Promise<readonly string[]>;
  /** Of the given assets, those that the scope may see. */
  featuresOf(assetIds: readonly string[], scope: VerificationScope): Promise<readonly FeatureRow[]>;
  /** Of the given assets, those that have features. */
  existing(assetIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export function createLocalFeatureRows(database: Database): LocalFeatureRows {
  return {
    after: (sequence, alsoAt, limit) =>
      database.read((queries) =>
        queries
          .select({
            sequence: localFeatures.sequence,
            assetId: localFeatures.assetId,
            organizationId: assets.organizationId,
            record: localFeatures.record,
          })
          .from(localFeatures)
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
