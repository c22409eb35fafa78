/** C2PA manifests and what leads to them. @module */
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { VerificationScope } from '../../../app/ports/assets/assets.ts';
import type { DeliveredManifest, SoftBinding } from '../../../app/ports/credentials/credentials.ts';
import type { ManifestEntry, Manifests, NewManifest } from '../../../app/ports/credentials/manifests.ts';
import type { Ids } from '../../../app/ports/runtime/runtime.ts';
import { visibleTo } from './assetQueries.ts';
import type { Database, Queries } from '../connection/database.ts';
import { bitString } from './derivedRows.ts';
import { assets } from '../schema/assets.ts';
import { fingerprints } from '../schema/fingerprints.ts';
import { manifests, softBindings } from '../schema/manifests.ts';
import { organizations } from '../schema/organizations.ts';
import { adjustQuota, ensureQuotaRow, type QuotaSettings, STORED_MANIFEST_BYTES, takeQuota } from '../quotas/quota.ts';

const ENTRY = {
  manifestId: manifests.manifestId,
  organizationId: manifests.organizationId,
  assetId: manifests.assetId,
  copyId: manifests.copyId,
};

const isOpen = (column: typeof organizations.publicVerification | typeof organizations.publicAssetIds): SQL =>
  sql`exists (select 1 from ${organizations} where ${organizations.id} = ${manifests.organizationId} and ${column})`;

const ofMembers = ({ organizationIds }: VerificationScope): SQL | undefined =>
  organizationIds.length > 0 ? inArray(manifests.organizationId, [...organizationIds]) : undefined;

/** Its id tells which asset a picture is of, so strangers are led to it only where the organization names its assets. */
const named = (scope: VerificationScope): SQL | undefined =>
  or(isNull(manifests.assetId), isOpen(organizations.publicAssetIds), ofMembers(scope));

/** Of an asset: as the asset. Stored by a member: as an asset of that organization would be. */
function visible(scope: VerificationScope): SQL | undefined {
  const own = ofMembers(scope);
  const stored = scope.ownOnly ? (own ?? sql`false`) : or(isOpen(organizations.publicVerification), own);
  return or(and(isNotNull(manifests.assetId), visibleTo(scope)), and(isNull(manifests.assetId), stored));
}

const stored = (organizationId: string, manifestId: string) =>
  and(eq(manifests.organizationId, organizationId), eq(manifests.manifestId, manifestId), isNull(manifests.assetId));

/** The manifest of a delivered file, in the transaction that completes the asset or adds the copy. */
export async function putDeliveredManifest(
  transaction: Queries,
  ids: Ids,
  entry: Omit<ManifestEntry, 'manifestId'>,
  { id: manifestId, bindings }: DeliveredManifest,
): Promise<void> {
  const row = ids.uuid();
  const [added] = await transaction
    .insert(manifests)
    .values({ id: row, manifestId, ...entry })
    .onConflictDoNothing()
    .returning({ id: manifests.id });
  if (added) await addBindings(transaction, ids, row, bindings);
}

async function addBindings(
  transaction: Queries,
  ids: Ids,
  manifestRow: string,
  bindings: readonly SoftBinding[],
): Promise<void> {
  if (bindings.length === 0) return;
  const rows = bindings.map(({ algorithm, value }) => ({ id: ids.uuid(), manifestRow, algorithm, value }));
  await transaction.insert(softBindings).values(rows).onConflictDoNothing();
}

export function createManifests(database: Database, settings: QuotaSettings): Manifests {
  return {
    ...manifestLookups(database),
    ...manifestChanges(database, settings),

    find: (manifestId, scope) =>
      database.read(async (queries) => {
        const [entry] = await queries
          .select(ENTRY)
          .from(manifests)
          .leftJoin(assets, eq(assets.id, manifests.assetId))
          .where(and(eq(manifests.manifestId, manifestId), visible(scope)))
          .orderBy(asc(manifests.createdAt), asc(manifests.id))
          .limit(1);
        return entry ?? null;
      }),

    storeOf: ({ organizationId, manifestId }) =>
      database.read(async (queries) => {
        const [row] = await queries
          .select({ store: manifests.store })
          .from(manifests)
          .where(stored(organizationId, manifestId));
        return row?.store ?? null;
      }),
  };
}

/** What leads from a picture, its mark or its asset to manifests. */
const manifestLookups = (
  database: Database,
): Pick<Manifests, 'byBinding' | 'ofAssets' | 'ofCopies' | 'nearestByPdq'> => ({
  byBinding: ({ algorithm, value }, scope, limit) =>
    database.read((queries) =>
      queries
        .select(ENTRY)
        .from(softBindings)
        .innerJoin(manifests, eq(manifests.id, softBindings.manifestRow))
        .leftJoin(assets, eq(assets.id, manifests.assetId))
        .where(and(eq(softBindings.algorithm, algorithm), eq(softBindings.value, value), visible(scope), named(scope)))
        .orderBy(desc(manifests.createdAt), desc(manifests.id))
        .limit(limit),
    ),

  ofAssets: (assetIds, scope) =>
    database.read(async (queries) => {
      if (assetIds.length === 0) return [];
      const rows = await queries
        .select(ENTRY)
        .from(manifests)
        .where(and(inArray(manifests.assetId, [...assetIds]), isNull(manifests.copyId), named(scope)));
      return assetIds.flatMap((id) => rows.filter(({ assetId }) => assetId === id));
    }),

  ofCopies: (copyIds, scope) =>
    database.read(async (queries) =>
      copyIds.length === 0
        ? []
        : queries
            .select(ENTRY)
            .from(manifests)
            .where(and(inArray(manifests.copyId, [...copyIds]), named(scope))),
    ),

  nearestByPdq: (pdq, scope, limit) =>
    database.read(async (queries) => {
      const distance = sql`${fingerprints.pdqBits} <~> ${bitString(pdq)}::bit(256)`;
      const rows = await queries
        .select({ ...ENTRY, pdqHash: fingerprints.pdqHash })
        .from(fingerprints)
        .innerJoin(assets, eq(assets.id, fingerprints.assetId))
        .innerJoin(manifests, and(eq(manifests.assetId, assets.id), isNull(manifests.copyId)))
        .where(and(visibleTo(scope), named(scope)))
        .orderBy(distance)
        .limit(limit);
      return rows.map(({ pdqHash, ...entry }) => ({ ...entry, pdq: new Uint8Array(Buffer.from(pdqHash, 'hex')) }));
    }),
});

/** Ends a transaction that stores nothing after all, with the reason. */
class NotStoredError extends Error {
  readonly reason: 'exists' | 'full';
  constructor(reason: 'exists' | 'full') {
    super(reason);
    this.reason = reason;
  }
}

/** What members store for others to find. It counts as storage. */
const manifestChanges = (database: Database, settings: QuotaSettings): Pick<Manifests, 'add' | 'bind' | 'remove'> => ({
  add: (manifest, storedMax) =>
    database
      .write((transaction) => store(transaction, settings, manifest, storedMax))
      .then(
        () => 'added' as const,
        (cause: unknown) => {
          if (cause instanceof NotStoredError) return cause.reason;
          throw cause;
        },
      ),

  bind: (organizationId, manifestId, binding) =>
    database.write(async (transaction) => {
      const [row] = await transaction
        .select({ id: manifests.id })
        .from(manifests)
        .where(stored(organizationId, manifestId))
        .for('update');
      if (!row) return false;
      await addBindings(transaction, settings.ids, row.id, [binding]);
      return true;
    }),

  remove: (organizationId, manifestId) =>
    database.write(async (transaction) => {
      const at = settings.clock.now();
      await ensureQuotaRow(transaction, settings, organizationId, at);
      const [removed] = await transaction
        .delete(manifests)
        .where(stored(organizationId, manifestId))
        .returning({ bytes: sql`${STORED_MANIFEST_BYTES}`.mapWith(Number) });
      if (!removed) return false;
      await adjustQuota(transaction, organizationId, { storageBytes: -removed.bytes }, at);
      return true;
    }),
});

async function store(
  transaction: Queries,
  settings: QuotaSettings,
  { bindings, ...manifest }: NewManifest,
  storedMax: number,
): Promise<void> {
  const { organizationId } = manifest;
  // The quota row stays locked until the end, so that of two at once the second counts the first.
  const change = { uploads: 0, storageBytes: manifest.store?.length ?? 0 };
  await takeQuota(transaction, settings, organizationId, change, settings.clock.now());
  const storedThere = and(eq(manifests.organizationId, organizationId), isNull(manifests.assetId));
  const [counted] = await transaction.select({ total: count() }).from(manifests).where(storedThere);
  if ((counted?.total ?? 0) >= storedMax) throw new NotStoredError('full');
  const row = settings.ids.uuid();
  const [added] = await transaction
    .insert(manifests)
    .values({ id: row, ...manifest })
    .onConflictDoNothing()
    .returning({ id: manifests.id });
  if (!added) throw new NotStoredError('exists');
  await addBindings(transaction, settings.ids, row, bindings);
}
