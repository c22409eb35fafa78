/**
 * Refresh tokens that are shown (docs/spec/accounts.md#refresh). A session has no row until its first token is
 * rotated; from then on every token of the family has a row, and one that was rotated longer ago than the grace
 * time betrays a copy. Source: RFC 9700, 4.14.2.
 * @module
 */
import { and, eq, lt } from 'drizzle-orm';
import { type RefreshOutcome, type RefreshUse, ROTATION_GRACE_MS } from '../../../app/ports/accounts/accounts.ts';
import type { Queries } from '../connection/database.ts';
import { insertMails, type MailSettings } from '../mail/mailRows.ts';
import { refreshTokens, sessions } from '../schema/accounts.ts';

type TokenRow = typeof refreshTokens.$inferSelect;

/** The caller has seen that the session exists and has not ended. */
export async function useRefresh(
  transaction: Queries,
  settings: MailSettings,
  use: RefreshUse,
): Promise<RefreshOutcome> {
  // Locked, so that of two uses at the same time the second sees what the first did.
  const [session] = await transaction.select().from(sessions).where(eq(sessions.id, use.sessionId)).for('update');
  if (!session) return { state: 'reused' };
  const family = await transaction.select().from(refreshTokens).where(eq(refreshTokens.sessionId, use.sessionId));
  const shown = family.find(({ id }) => id === use.tokenId) ?? null;
  if (isReuse(shown, family, use.at)) {
    await transaction.update(sessions).set({ revokedAt: use.at }).where(eq(sessions.id, use.sessionId));
    await insertMails(transaction, settings, use.warning);
    return { state: 'reused' };
  }
  await transaction.update(sessions).set({ lastUsedAt: use.at }).where(eq(sessions.id, use.sessionId));
  if (!use.rotation) return { state: 'accepted' };
  const successor = family.find(({ id }) => id === shown?.successorId);
  if (successor) return rotated(successor);
  return rotated(await succeed(transaction, use, use.rotation, session));
}

function isReuse(shown: TokenRow | null, family: readonly TokenRow[], at: Date): boolean {
  // The first token of the session, before any rotation.
  if (!shown) return family.length > 0;
  return shown.rotatedAt !== null && at.getTime() - shown.rotatedAt.getTime() > ROTATION_GRACE_MS;
}

/** The session lives as long as its newest token. */
async function succeed(
  transaction: Queries,
  { sessionId, tokenId, at }: RefreshUse,
  { tokenId: successorId, expiresAt }: NonNullable<RefreshUse['rotation']>,
  session: typeof sessions.$inferSelect,
): Promise<TokenRow> {
  const spent = { successorId, rotatedAt: at };
  await transaction
    .insert(refreshTokens)
    .values({ id: tokenId, sessionId, createdAt: session.createdAt, expiresAt: session.expiresAt, ...spent })
    .onConflictDoUpdate({ target: refreshTokens.id, set: spent });
  // What was rotated before the grace time tells nothing that its absence does not: a family stays small for ever.
  const forgotten = new Date(at.getTime() - ROTATION_GRACE_MS);
  const ofFamily = eq(refreshTokens.sessionId, sessionId);
  await transaction.delete(refreshTokens).where(and(ofFamily, lt(refreshTokens.rotatedAt, forgotten)));
  const successor = { id: successorId, sessionId, createdAt: at, expiresAt };
  await transaction.insert(refreshTokens).values(successor);
  await transaction.update(sessions).set({ expiresAt }).where(eq(sessions.id, sessionId));
  return { ...successor, successorId: null, rotatedAt: null };
}

const rotated = ({ id, createdAt, expiresAt }: TokenRow): RefreshOutcome => ({
  state: 'rotated',
  tokenId: id,
  issuedAt: createdAt,
  expiresAt,
});
