/** What reads assets. @module */
import { and, arrayContains, asc, desc, count, eq, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type {
  Asset,
  AssetFilter,
  AssetOrder,
  Assets,
  Page,
  PageRequest,
  VerificationScope,
} from '../../../app/ports/assets/assets.ts';
import type { FingerprintVectors } from '../../../app/ports/verify/engine.ts';
import { oneAsset, selectAssets, toAsset } from './assetRows.ts';
import type { Database, Queries } from '../connection/database.ts';
import { fingerprintSummary } from '../fingerprints/fingerprintSummary.ts';
import { highlightsOf } from './highlights.ts';
import { foldText, searchQuery } from './searchTerms.ts';
import { assets, recipientCopies } from '../schema/assets.ts';
import { fingerprints } from '../schema/fingerprints.ts';
import { organizations } from '../schema/organizations.ts';
import { storableText } from '../connection/storable.ts';

type AssetQueries = Pick<
  Assets,
  | 'find'
  | 'findAny'
  | 'fingerprint'
  | 'fingerprintVectors'
  | 'list'
  | 'search'
  | 'findByContent'
  | 'findLive'
  | 'findLiveOf'
  | 'existing'
  | 'failedBefore'
>;

export function createAssetQueries(database: Database): AssetQueries {
  return {
    ...rowsOfFiles(database),

    find: (organizationId, id) =>
      database.read((queries) => oneAsset(queries, and(eq(assets.id, id), eq(assets.organizationId, organizationId)))),

    findAny: (id) => database.read((queries) => oneAsset(queries, eq(assets.id, id))),

    fingerprint: (id) => database.read((queries) => fingerprintSummary(queries, id)),

    fingerprintVectors: (id) => database.read((queries) => vectorsOf(queries, id)),

    list: (organizationId, query) =>
      database.read((queries) =>
        page(queries, and(eq(assets.organizationId, organizationId), ...filters(query)), query, [
          ordered(query.order, query.sort),
        ]),
      ),

    search: (organizationId, query) =>
      database.read(async (queries) => {
        const { hit, order } = searched(storableText(query.q));
        const chosen = query.order ? [ordered(query.order, query.sort ?? 'desc')] : order;
        const here = and(eq(assets.organizationId, organizationId), hit, ...filters(query));
        const { items, total } = await page(queries, here, query, chosen);
        return { items: items.map((asset) => ({ ...asset, highlights: highlightsOf(asset, query.q) })), total };
      }),

    findByContent: (sha256, scope) =>
      database.read(async (queries) => {
        const copies = queries
          .select({ id: recipientCopies.assetId })
          .from(recipientCopies)
          .where(eq(recipientCopies.contentHash, sha256));
        const sameBytes = or(
          eq(assets.contentHash, sha256),
          eq(assets.watermarkedContentHash, sha256),
          deliveredOnce(sha256),
          inArray(assets.id, copies),
        );
        const rows = await selectAssets(queries)
          .where(and(sameBytes, visibleTo(scope)))
          .orderBy(asc(assets.createdAt), asc(assets.id));
        return rows.map(toAsset);
      }),

    findLive: (id, scope) => database.read((queries) => oneAsset(queries, and(eq(assets.id, id), visibleTo(scope)))),

    findLiveOf: (ids, scope) =>
      database.read(async (queries) => {
        const rows = await selectAssets(queries).where(and(inArray(assets.id, [...ids]), visibleTo(scope)));
        return rows.map(toAsset);
      }),
  };
}

/** What the sweep of the store asks. */
const rowsOfFiles = (database: Database): Pick<AssetQueries, 'existing' | 'failedBefore'> => ({
  failedBefore: (ids, before) =>
    database.read(async (queries) => {
      if (ids.length === 0) return new Set();
      const rows = await queries
        .select({ id: assets.id })
        .from(assets)
        .where(and(inArray(assets.id, [...ids]), eq(assets.processingStatus, 'failed'), lt(assets.updatedAt, before)));
      return new Set(rows.map((row) => row.id));
    }),

  existing: (ids) =>
    database.read(async (queries) => {
      if (ids.length === 0) return new Set();
      const rows = await queries
        .select({ id: assets.id })
        .from(assets)
        .where(inArray(assets.id, [...ids]));
      return new Set(rows.map((row) => row.id));
    }),
});

/** Assets of which this was a delivered file once. */
const deliveredOnce = (sha256: string): SQL =>
  sql`${assets.earlierDeliveries} @> ${JSON.stringify([{ contentHash: sha256 }])}::jsonb`;

/** Completed, and of an organization that the verification may see: docs/spec/verification.md#which-assets-count. */
export function visibleTo({ organizationIds, ownOnly }: VerificationScope): SQL | undefined {
  const open = sql`exists (select 1 from ${organizations} where ${organizations.id} = ${assets.organizationId} and ${organizations.publicVerification})`;
  const own = organizationIds.length > 0 ? inArray(assets.organizationId, [...organizationIds]) : undefined;
  const visible = ownOnly ? (own ?? sql`false`) : or(open, own);
  return and(eq(assets.processingStatus, 'completed'), visible);
}

async function vectorsOf(queries: Queries, assetId: string): Promise<FingerprintVectors | null> {
  const [row] = await queries.select().from(fingerprints).where(eq(fingerprints.assetId, assetId));
  if (!row) return null;
  const pdq = new Uint8Array(Buffer.from(row.pdqHash, 'hex'));
  return {
    pdq,
    pdqDihedral: [pdq],
    pdqQuality: row.pdqQuality,
    embedding768: Float32Array.from(row.embedding768),
    embedding1024: Float32Array.from(row.embedding1024),
    model: row.embeddingModel,
  };
}

const ORDER_COLUMNS = {
  created_at: assets.createdAt,
  updated_at: assets.updatedAt,
  title: assets.title,
  file_size_bytes: assets.fileSizeBytes,
  width: assets.width,
  height: assets.height,
  processing_status: assets.processingStatus,
  original_filename: assets.originalFilename,
} as const satisfies Record<AssetOrder, unknown>;

/** Assets without the value come last in either direction. */
function ordered(order: AssetOrder, sort: 'asc' | 'desc'): SQL {
  const column = ORDER_COLUMNS[order];
  return sort === 'asc' ? sql`${column} asc nulls last` : sql`${column} desc nulls last`;
}

function filters({ tags, status, mimeType, createdFrom, createdTo }: AssetFilter): (SQL | undefined)[] {
  return [
    tags && tags.length > 0
      ? arrayContains(
          assets.tagsFolded,
          tags.map((tag) => foldText(storableText(tag))),
        )
      : undefined,
    status && eq(assets.processingStatus, status),
    mimeType === undefined ? undefined : eq(assets.mimeType, storableText(mimeType)),
    createdFrom && gte(assets.createdAt, createdFrom),
    createdTo && lte(assets.createdAt, createdTo),
  ];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An exact identifier beats every word; among words the title weighs most (weights of `assetRows.ts`). */
function searched(q: string): { readonly hit: SQL; readonly order: readonly SQL[] } {
  const typed = q.trim();
  const hash = typed.toLowerCase();
  const exact = sql.join(
    [
      sql`${assets.cid} = ${typed}`,
      sql`${assets.ipfsCid} = ${typed}`,
      sql`${assets.watermarkedCid} = ${typed}`,
      sql`${assets.contentHash} = ${hash}`,
      sql`${assets.watermarkedContentHash} = ${hash}`,
      ...(UUID.test(typed) ? [sql`${assets.id} = ${typed}`] : []),
    ],
    sql` or `,
  );
  const words = searchQuery(typed);
  if (words === null) return { hit: sql`(${exact})`, order: [desc(assets.createdAt)] };
  return {
    hit: sql`((${exact}) or ${assets.searchTerms} @@ ${words}::tsquery)`,
    order: [
      sql`coalesce((${exact}), false) desc`,
      sql`ts_rank(${assets.searchTerms}, ${words}::tsquery) desc`,
      desc(assets.createdAt),
    ],
  };
}

async function page(
  queries: Queries,
  condition: SQL | undefined,
  { page: number, pageSize }: PageRequest,
  order: readonly SQL[],
): Promise<Page<Asset>> {
  const [counted] = await queries.select({ total: count() }).from(assets).where(condition);
  const rows = await selectAssets(queries)
    .where(condition)
    .orderBy(...order, desc(assets.id))
    .limit(pageSize)
    .offset((number - 1) * pageSize);
  return { items: rows.map(toAsset), total: counted?.total ?? 0 };
}
