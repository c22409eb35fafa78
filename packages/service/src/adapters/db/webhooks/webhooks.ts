/** Endpoints of webhooks. Their secrets lie sealed under the key encryption key: signing needs them in the clear. @module */
import { AppError } from '@assay/core/errors';
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Precondition } from '../../../app/ports/assets/assets.ts';
import type { NewWebhook, Webhook, WebhookPatch, Webhooks, WithSecret } from '../../../app/ports/delivery/webhooks.ts';
import { mintSecret, secretText } from '../../webhooks/signature.ts';
import { noLaterThanNow } from '../connection/databaseClock.ts';
import type { Database, Queries } from '../connection/database.ts';
import { webhookDeliveries, webhooks } from '../schema/delivery.ts';
import { organizations } from '../schema/organizations.ts';
import { seal } from '../../crypto/seal.ts';
import { storableText } from '../connection/storable.ts';
import { signingSecrets, toWebhook, webhookSecretContext } from './webhookRows.ts';

export function createWebhooks(database: Database, { keyEncryptionKey }: { keyEncryptionKey: Uint8Array }): Webhooks {
  const mint = (id: string): { readonly text: string; readonly sealed: Uint8Array } => {
    const secret = mintSecret();
    return { text: secretText(secret), sealed: seal(keyEncryptionKey, webhookSecretContext(id), secret) };
  };

  return {
    ...webhookReads(database, keyEncryptionKey),

    create: (webhook, endpointsMax) =>
      database.write(async (transaction): Promise<WithSecret> => {
        await assertRoom(transaction, webhook, endpointsMax);
        const { text, sealed } = mint(webhook.id);
        const values = {
          ...webhook,
          ...texts(webhook),
          events: [...webhook.events],
          secretSealed: sealed,
          createdAt: noLaterThanNow(webhook.createdAt),
        };
        const [row] = await transaction.insert(webhooks).values(values).returning();
        return { webhook: toWebhook(row!), secret: text };
      }),

    change: (organizationId, id, patch, at, check) =>
      database.write(async (transaction): Promise<Webhook | null> => {
        await checkLocked(transaction, ownWebhook(organizationId, id), check);
        const { events, ...rest } = patch;
        const [row] = await transaction
          .update(webhooks)
          .set({ ...rest, ...texts(patch), ...(events && { events: [...events] }), ...forgiven(patch), updatedAt: at })
          .where(ownWebhook(organizationId, id))
          .returning();
        if (row && patch.active === false) await endWaiting(transaction, id, 'The endpoint was switched off.');
        return row ? toWebhook(row) : null;
      }),

    rotateSecret: (organizationId, id, previousUntil, at) =>
      database.write(async (transaction): Promise<WithSecret | null> => {
        const { text, sealed } = mint(id);
        const [row] = await transaction
          .update(webhooks)
          .set({
            previousSecretSealed: sql`${webhooks.secretSealed}`,
            previousSecretUntil: previousUntil,
            secretSealed: sealed,
            updatedAt: at,
          })
          .where(ownWebhook(organizationId, id))
          .returning();
        return row ? { webhook: toWebhook(row), secret: text } : null;
      }),

    remove: (organizationId, id, check) =>
      database.write(async (transaction) => {
        await checkLocked(transaction, ownWebhook(organizationId, id), check);
        const gone = await transaction.delete(webhooks).where(ownWebhook(organizationId, id)).returning();
        return gone.length === 1;
      }),
  };
}

const webhookReads = (
  database: Database,
  keyEncryptionKey: Uint8Array,
): Pick<Webhooks, 'list' | 'find' | 'withSecret'> => ({
  list: (organizationId, { page, pageSize }) =>
    database.read(async (queries) => {
      const own = eq(webhooks.organizationId, organizationId);
      const [counted] = await queries.select({ total: count() }).from(webhooks).where(own);
      const rows = await queries
        .select()
        .from(webhooks)
        .where(own)
        .orderBy(desc(webhooks.createdAt), desc(webhooks.id))
        .limit(pageSize)
        .offset((page - 1) * pageSize);
      return { items: rows.map(toWebhook), total: counted?.total ?? 0 };
    }),

  find: (id) =>
    database.read(async (queries) => {
      const [row] = await queries.select().from(webhooks).where(eq(webhooks.id, id));
      return row ? toWebhook(row) : null;
    }),

  withSecret: (id) =>
    database.read(async (queries) => {
      const [row] = await queries.select().from(webhooks).where(eq(webhooks.id, id));
      const [secret] = (row && signingSecrets(keyEncryptionKey, row, new Date(0))) ?? [];
      return row && secret !== undefined ? { webhook: toWebhook(row), secret } : null;
    }),
});

/** Nobody changes it until the transaction ends. */
async function checkLocked(
  transaction: Queries,
  own: SQL | undefined,
  check: Precondition<Webhook> | undefined,
): Promise<void> {
  if (!check) return;
  const [row] = await transaction.select().from(webhooks).where(own).for('update');
  if (row) check(toWebhook(row));
}

const ownWebhook = (organizationId: string, id: string) =>
  and(eq(webhooks.id, id), eq(webhooks.organizationId, organizationId));

const texts = ({ description }: Pick<WebhookPatch, 'description'>) =>
  description === undefined ? {} : { description: storableText(description) };

/** Switched on anew, an endpoint starts with a clean slate. */
const forgiven = ({ active }: WebhookPatch) =>
  active === true ? { failingSince: null, disabledAt: null, disabledReason: null } : {};

/** The organization's row is locked, so that of two endpoints made at once only one can be the last. */
async function assertRoom(
  transaction: Queries,
  { organizationId }: Pick<NewWebhook, 'organizationId'>,
  endpointsMax: number,
): Promise<void> {
  await transaction
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('update');
  const own = eq(webhooks.organizationId, organizationId);
  const [{ used = 0 } = {}] = await transaction.select({ used: count() }).from(webhooks).where(own);
  if (used >= endpointsMax)
    throw new AppError(
      'QUOTA_EXCEEDED',
      `An organization has at most ${endpointsMax} webhook endpoints. Delete one first.`,
      {
        extra: { quota: 'webhooks', limit: endpointsMax, used, resets_at: null },
      },
    );
}

/** What waits for an endpoint that is off ends here; one that is on its way ends with its attempt. */
export const endWaiting = (transaction: Queries, webhookId: string, reason: string) =>
  transaction
    .update(webhookDeliveries)
    .set({ status: 'failed', nextAttemptAt: null, error: reason })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.status, 'pending')));
