/** What is kept of one person, table by table, in pages by id. @module */
import { and, asc, eq, gt, inArray, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { AccountData, OwnRows } from '../../../app/ports/accounts/accountData.ts';
import { selectAssets, toAsset } from '../assets/assetRows.ts';
import { toLink } from '../assets/shareLinks.ts';
import type { Database, Queries } from '../connection/database.ts';
import { toAuditEntry } from '../organizations/auditLog.ts';
import { apiKeys, auditLog } from '../schema/access.ts';
import { assets } from '../schema/assets.ts';
import { webhooks } from '../schema/delivery.ts';
import { shareLinks, verificationLogs } from '../schema/verifications.ts';
import { reviewed } from '../verifications/reviews.ts';
import { toWebhook } from '../webhooks/webhookRows.ts';
import { apiKeyOf } from './apiKeys.ts';

interface Chosen {
  readonly where: SQL | undefined;
  readonly order: SQL;
  readonly limit: number;
}

export function createOwnRows(database: Database): Omit<AccountData, 'memberships' | 'remove'> {
  const rowsOf =
    <Row extends { readonly id: string }>(
      id: PgColumn,
      isOwn: (queries: Queries, userId: string) => SQL | undefined,
      select: (queries: Queries, chosen: Chosen) => Promise<readonly Row[]>,
    ): OwnRows<Row> =>
    (userId, afterId, limit) =>
      database.read((queries) => {
        const after = afterId === null ? undefined : gt(id, afterId);
        return select(queries, { where: and(isOwn(queries, userId), after), order: asc(id), limit });
      });
  const by = (column: PgColumn) => (_queries: Queries, userId: string) => eq(column, userId);

  return {
    assets: rowsOf(assets.id, by(assets.createdBy), async (queries, { where, order, limit }) =>
      (await selectAssets(queries).where(where).orderBy(order).limit(limit)).map(toAsset),
    ),

    verifications: rowsOf(
      verificationLogs.id,
      by(verificationLogs.userId),
      async (queries, { where, order, limit }) => {
        const rows = await queries.select().from(verificationLogs).where(where).orderBy(order).limit(limit);
        return reviewed(queries, rows);
      },
    ),

    apiKeys: rowsOf(apiKeys.id, by(apiKeys.userId), async (queries, { where, order, limit }) =>
      (await queries.select().from(apiKeys).where(where).orderBy(order).limit(limit)).map(apiKeyOf),
    ),

    webhooks: rowsOf(webhooks.id, by(webhooks.createdBy), async (queries, { where, order, limit }) =>
      (await queries.select().from(webhooks).where(where).orderBy(order).limit(limit)).map(toWebhook),
    ),

    shareLinks: rowsOf(shareLinks.id, by(shareLinks.createdBy), async (queries, { where, order, limit }) =>
      (await queries.select().from(shareLinks).where(where).orderBy(order).limit(limit)).map(toLink),
    ),

    auditEntries: rowsOf(auditLog.id, isDeedOf, async (queries, { where, order, limit }) =>
      (await queries.select().from(auditLog).where(where).orderBy(order).limit(limit)).map(toAuditEntry),
    ),
  };
}

/** Entries name a user or a key, never both. */
function isDeedOf(queries: Queries, userId: string): SQL | undefined {
  const keys = queries.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.userId, userId));
  return or(eq(auditLog.actorId, userId), inArray(auditLog.actorId, keys));
}
