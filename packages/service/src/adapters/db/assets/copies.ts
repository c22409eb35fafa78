/** Recipient copies. Their bytes count as storage while they are there. @module */
import { AppError } from '@assay/core/errors';
import { and, count, desc, eq } from 'drizzle-orm';
import type { RecipientCopies, RecipientCopy } from '../../../app/ports/assets/copies.ts';
import type { Database, Queries } from '../connection/database.ts';
import { putDeliveredManifest } from './manifests.ts';
import { appendTraces } from './provenance.ts';
import { adjustQuota, ensureQuotaRow, type QuotaSettings, takeQuota } from '../quotas/quota.ts';
import { assets, recipientCopies } from '../schema/assets.ts';
import { storableText } from '../connection/storable.ts';

export function createCopies(database: Database, settings: QuotaSettings): RecipientCopies {
  return {
    ...copyReads(database),

    add: (copy, trace, manifest) =>
      database.write(async (transaction) => {
        const organizationId = await organizationOf(transaction, copy.assetId);
        if (organizationId === null) throw new AppError('ASSET_NOT_FOUND', 'The asset was deleted meanwhile.');
        const change = { uploads: 0, storageBytes: copy.sizeBytes };
        await takeQuota(transaction, settings, organizationId, change, copy.createdAt);
        await transaction.insert(recipientCopies).values({
          ...copy,
          recipient: storableText(copy.recipient),
          note: storableText(copy.note),
        });
        if (manifest) {
          const entry = { organizationId, assetId: copy.assetId, copyId: copy.id };
          await putDeliveredManifest(transaction, settings.ids, entry, manifest);
        }
        await appendTraces(transaction, [trace]);
      }),

    remove: (assetId, id, trace) =>
      database.write(async (transaction) => {
        const organizationId = await organizationOf(transaction, assetId);
        if (organizationId === null) return false;
        const [removed] = await transaction
          .delete(recipientCopies)
          .where(ofAsset(assetId, id))
          .returning({ sizeBytes: recipientCopies.sizeBytes });
        if (!removed) return false;
        const now = settings.clock.now();
        await ensureQuotaRow(transaction, settings, organizationId, now);
        await adjustQuota(transaction, organizationId, { storageBytes: -removed.sizeBytes }, now);
        await appendTraces(transaction, [trace]);
        return true;
      }),
  };
}

function copyReads(database: Database): Pick<RecipientCopies, 'list' | 'all' | 'find' | 'findAny' | 'findByContent'> {
  const one = (condition: ReturnType<typeof and>): Promise<RecipientCopy | null> =>
    database.read(
      async (queries) => (await queries.select().from(recipientCopies).where(condition).limit(1))[0] ?? null,
    );
  return {
    list: (assetId, { page, pageSize }) =>
      database.read(async (queries) => {
        const own = eq(recipientCopies.assetId, assetId);
        const [counted] = await queries.select({ total: count() }).from(recipientCopies).where(own);
        const items = await queries
          .select()
          .from(recipientCopies)
          .where(own)
          .orderBy(desc(recipientCopies.createdAt), desc(recipientCopies.id))
          .limit(pageSize)
          .offset((page - 1) * pageSize);
        return { items, total: counted?.total ?? 0 };
      }),

    all: (assetId) =>
      database.read((queries) =>
        queries
          .select()
          .from(recipientCopies)
          .where(eq(recipientCopies.assetId, assetId))
          .orderBy(desc(recipientCopies.createdAt), desc(recipientCopies.id)),
      ),

    find: (assetId, id) => one(ofAsset(assetId, id)),
    findAny: (id) => one(eq(recipientCopies.id, id)),
    findByContent: (assetId, sha256) =>
      one(and(eq(recipientCopies.assetId, assetId), eq(recipientCopies.contentHash, sha256))),
  };
}

const ofAsset = (assetId: string, id: string) => and(eq(recipientCopies.assetId, assetId), eq(recipientCopies.id, id));

/** Locks the asset, so that it is not deleted meanwhile; null if it is gone. */
async function organizationOf(transaction: Queries, assetId: string): Promise<string | null> {
  const [asset] = await transaction
    .select({ organizationId: assets.organizationId })
    .from(assets)
    .where(eq(assets.id, assetId))
    .for('update');
  return asset?.organizationId ?? null;
}
