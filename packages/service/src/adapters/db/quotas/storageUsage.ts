/** What an organization keeps, by kind of file. @module */
import { and, eq, ne, sql } from 'drizzle-orm';
import type { StorageUsages } from '../../../app/ports/assets/storageUsage.ts';
import type { Database } from '../connection/database.ts';
import { ensureQuotaRow, type QuotaSettings, STORED_MANIFEST_BYTES } from './quota.ts';
import { monthOf } from './quotaPeriods.ts';
import { assets, recipientCopies } from '../schema/assets.ts';
import { manifests } from '../schema/manifests.ts';
import { archives } from '../schema/content.ts';
import { keptBytes } from '../verifications/keptPictures.ts';
import { quotaLimits } from '../schema/quotas.ts';

const sumOf = (column: unknown) => sql`coalesce(sum(${column}), 0)`.mapWith(Number);

export const createStorageUsages = (database: Database, settings: QuotaSettings): StorageUsages => ({
  of: (organizationId, at) =>
    database.write(async (transaction) => {
      await ensureQuotaRow(transaction, settings, organizationId, at);
      const { start, end } = monthOf(at);
      // Failed uploads gave their bytes back.
      const counted = and(eq(assets.organizationId, organizationId), ne(assets.processingStatus, 'failed'));
      const [files] = await transaction
        .select({
          count: sql`count(*)`.mapWith(Number),
          original: sumOf(assets.fileSizeBytes),
          watermarked: sumOf(assets.watermarkedSizeBytes),
          preview: sumOf(assets.previewSizeBytes),
        })
        .from(assets)
        .where(counted);
      const [copies] = await transaction
        .select({ bytes: sumOf(recipientCopies.sizeBytes) })
        .from(recipientCopies)
        .innerJoin(assets, eq(assets.id, recipientCopies.assetId))
        .where(eq(assets.organizationId, organizationId));
      const [stored] = await transaction
        .select({ bytes: sumOf(STORED_MANIFEST_BYTES) })
        .from(manifests)
        .where(eq(manifests.organizationId, organizationId));
      // Kept beside the files and not counted: what is archived cannot be given back.
      const [archived] = await transaction
        .select({ bytes: sumOf(archives.sizeBytes) })
        .from(archives)
        .innerJoin(assets, eq(assets.id, archives.assetId))
        .where(eq(assets.organizationId, organizationId));
      const [quota] = await transaction
        .select({ limit: quotaLimits.storageLimitBytes })
        .from(quotaLimits)
        .where(and(eq(quotaLimits.organizationId, organizationId), eq(quotaLimits.periodStart, start)));
      const { count = 0, original = 0, watermarked = 0, preview = 0 } = files ?? {};
      const [copiesBytes, manifestBytes] = [copies?.bytes ?? 0, stored?.bytes ?? 0];
      return {
        usedBytes: original + watermarked + preview + copiesBytes + manifestBytes,
        limitBytes: quota?.limit ?? 0,
        assetsCount: count,
        byKind: {
          original,
          watermarked,
          preview,
          copies: copiesBytes,
          manifests: manifestBytes,
          archive: archived?.bytes ?? 0,
          submissions: await keptBytes(transaction, organizationId),
        },
        period: { start, end },
      };
    }),
});
