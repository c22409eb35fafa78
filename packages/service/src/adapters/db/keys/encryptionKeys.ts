/** The port `EncryptionKeys`: wrapped keys of organizations and assets. @module */
import { AppError } from '@assay/core/errors';
import { and, desc, eq, ne, notExists, sql } from 'drizzle-orm';
import type { AssetKeyRow, EncryptionKeys, WrappedAssetKey } from '../../../app/ports/content/encryption.ts';
import type { Ids } from '../../../app/ports/runtime/runtime.ts';
import type { Database, Queries } from '../connection/database.ts';
import { assets } from '../schema/assets.ts';
import { organizationEncryptionKeys } from '../schema/content.ts';

const KEY_COLUMNS = {
  assetId: assets.id,
  organizationId: assets.organizationId,
  wrapped: assets.encryptionKey,
  keyVersion: assets.encryptionKeyVersion,
};

interface KeyColumns {
  readonly assetId: string;
  readonly organizationId: string;
  readonly wrapped: Uint8Array | null;
  readonly keyVersion: number | null;
}

const toRow = ({ assetId, organizationId, wrapped, keyVersion }: KeyColumns): AssetKeyRow => ({
  assetId,
  organizationId,
  key: wrapped === null || keyVersion === null ? null : { wrapped, keyVersion },
});

export const createEncryptionKeys = (database: Database, { ids }: { readonly ids: Ids }): EncryptionKeys => ({
  ...assetKeys(database),

  ofOrganization: (organizationId) =>
    database.read((queries) =>
      queries
        .select({
          version: organizationEncryptionKeys.version,
          masterKeyRef: organizationEncryptionKeys.masterKeyRef,
          wrapped: organizationEncryptionKeys.keyWrapped,
          createdAt: organizationEncryptionKeys.createdAt,
        })
        .from(organizationEncryptionKeys)
        .where(eq(organizationEncryptionKeys.organizationId, organizationId))
        .orderBy(desc(organizationEncryptionKeys.version)),
    ),

  add: (organizationId, { version, masterKeyRef, wrapped, createdAt }) =>
    database.write(async (transaction) => {
      const added = await transaction
        .insert(organizationEncryptionKeys)
        .values({ id: ids.uuid(), organizationId, version, masterKeyRef, keyWrapped: wrapped, createdAt })
        .onConflictDoNothing()
        .returning({ version: organizationEncryptionKeys.version });
      return added.length > 0;
    }),

  destroyUnused: (organizationId, version) =>
    database.write(async (transaction) => {
      const others = and(
        eq(organizationEncryptionKeys.organizationId, organizationId),
        ne(organizationEncryptionKeys.version, version),
      );
      // Locked first, in a statement of its own: an upload that holds a share of one is waited for and then counted.
      await transaction
        .select({ id: organizationEncryptionKeys.id })
        .from(organizationEncryptionKeys)
        .where(others)
        .for('update');
      const users = transaction
        .select({ one: sql`1` })
        .from(assets)
        .where(
          and(
            eq(assets.organizationId, organizationEncryptionKeys.organizationId),
            eq(assets.encryptionKeyVersion, organizationEncryptionKeys.version),
          ),
        );
      const destroyed = await transaction
        .delete(organizationEncryptionKeys)
        .where(and(others, notExists(users)))
        .returning({ id: organizationEncryptionKeys.id });
      return destroyed.length;
    }),

  organizationIds: () =>
    database.read(async (queries) => {
      const rows = await queries
        .selectDistinct({ id: organizationEncryptionKeys.organizationId })
        .from(organizationEncryptionKeys);
      return rows.map(({ id }) => id);
    }),
});

const assetKeys = (database: Database): Pick<EncryptionKeys, 'ofAsset' | 'wrappedByOthers' | 'rewrap'> => ({
  ofAsset: (assetId) =>
    database.read(async (queries) => {
      const [row] = await queries.select(KEY_COLUMNS).from(assets).where(eq(assets.id, assetId));
      return row ? toRow(row) : null;
    }),

  wrappedByOthers: (organizationId, version, limit) =>
    database.read(async (queries) => {
      const rows = await queries
        .select(KEY_COLUMNS)
        .from(assets)
        .where(and(eq(assets.organizationId, organizationId), ne(assets.encryptionKeyVersion, version)))
        .orderBy(assets.id)
        .limit(limit);
      return rows.map(toRow);
    }),

  rewrap: (from, to) =>
    database.write(async (transaction) => {
      for (const [index, { assetId, key }] of from.entries()) {
        const next = to[index] as WrappedAssetKey;
        await transaction
          .update(assets)
          .set({ encryptionKey: next.wrapped, encryptionKeyVersion: next.keyVersion })
          .where(and(eq(assets.id, assetId), eq(assets.encryptionKeyVersion, key?.keyVersion ?? -1)));
      }
    }),
});

/**
 * Keeps the organization's key that wraps a new asset's key from being destroyed until the asset is there.
 * @throws {AppError} SERVICE_UNAVAILABLE if a rotation destroyed it just now
 */
export async function holdOrganizationKey(
  transaction: Queries,
  organizationId: string,
  { keyVersion }: WrappedAssetKey,
): Promise<void> {
  const [held] = await transaction
    .select({ id: organizationEncryptionKeys.id })
    .from(organizationEncryptionKeys)
    .where(
      and(
        eq(organizationEncryptionKeys.organizationId, organizationId),
        eq(organizationEncryptionKeys.version, keyVersion),
      ),
    )
    .for('share');
  if (!held)
    throw new AppError('SERVICE_UNAVAILABLE', "The organization's key was just changed. Please send it again.", {
      retryAfterS: 1,
    });
}
