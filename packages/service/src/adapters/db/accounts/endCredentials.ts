/** Ends what lets somebody into an account or its organizations: sessions, mail tokens, open invitations, API keys. @module */
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { CredentialEnd } from '../../../app/ports/accounts/credentials.ts';
import type { Queries } from '../connection/database.ts';
import { insertMails, type MailSettings } from '../mail/mailRows.ts';
import { appendAudit } from '../organizations/auditLog.ts';
import { apiKeys } from '../schema/access.ts';
import { deviceLogins, emailVerifications, sessions } from '../schema/accounts.ts';
import { invitations, organizations } from '../schema/organizations.ts';
import { insertEvents } from '../webhooks/outbox.ts';
import { apiKeyOf } from './apiKeys.ts';

/** Before the row of the user is written: organizations are locked first everywhere. @returns sessions that were ended */
export async function endCredentials(
  transaction: Queries,
  settings: MailSettings,
  userId: string,
  at: Date,
  { keptSessionId, mail, ...end }: CredentialEnd,
): Promise<number> {
  await endInOrganizations(transaction, userId, at, end);
  await spendAll(transaction, userId, at);
  // Allowed by whoever was signed in until now, and not fetched yet.
  await transaction.delete(deviceLogins).where(eq(deviceLogins.userId, userId));
  await insertMails(transaction, settings, mail);
  const others = keptSessionId === null ? undefined : ne(sessions.id, keptSessionId);
  const ended = await transaction
    .update(sessions)
    .set({ revokedAt: at })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), others))
    .returning({ id: sessions.id });
  return ended.length;
}

/** Every mail token of the account, whatever its purpose. */
export async function spendAll(transaction: Queries, userId: string, at: Date): Promise<void> {
  await transaction
    .update(emailVerifications)
    .set({ usedAt: at })
    .where(and(eq(emailVerifications.userId, userId), isNull(emailVerifications.usedAt)));
}

async function endInOrganizations(
  transaction: Queries,
  userId: string,
  at: Date,
  { revokeKey, revokeInvitation }: Pick<CredentialEnd, 'revokeKey' | 'revokeInvitation'>,
): Promise<void> {
  const living = and(
    eq(apiKeys.userId, userId),
    isNull(apiKeys.revokedAt),
    revokeKey === null ? sql`false` : undefined,
  );
  const open = and(eq(invitations.invitedBy, userId), isNull(invitations.acceptedAt), isNull(invitations.revokedAt));
  const where = union(
    transaction.select({ id: apiKeys.organizationId }).from(apiKeys).where(living),
    transaction.select({ id: invitations.organizationId }).from(invitations).where(open),
  );
  // In one order, and before what is theirs: an entry of the audit log needs its organization locked.
  const locked = await transaction
    .select({ id: organizations.id })
    .from(organizations)
    .where(inArray(organizations.id, where))
    .orderBy(asc(organizations.id))
    .for('update');
  for (const { id } of locked) {
    const withdrawn = await transaction
      .update(invitations)
      .set({ revokedAt: at })
      .where(and(open, eq(invitations.organizationId, id)))
      .returning({ id: invitations.id });
    const revoked = await transaction
      .update(apiKeys)
      .set({ revokedAt: at, isActive: false })
      .where(and(living, eq(apiKeys.organizationId, id)))
      .returning();
    const told = revokeKey === null ? [] : revoked.map((row) => revokeKey(apiKeyOf(row)));
    await appendAudit(transaction, id, [
      ...withdrawn.map((invitation) => revokeInvitation(invitation.id)),
      ...told.map(({ audit }) => audit),
    ]);
    await insertEvents(
      transaction,
      told.map(({ event }) => event),
    );
  }
}
