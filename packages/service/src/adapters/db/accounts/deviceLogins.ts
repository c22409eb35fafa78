/** Logins of programs that wait for a person. @module */
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { DeviceDecision, DeviceLogins, DevicePoll } from '../../../app/ports/accounts/deviceLogins.ts';
import type { Database, Queries } from '../connection/database.ts';
import { deleteSome } from '../connection/deleteSome.ts';
import { storableText } from '../connection/storable.ts';
import { appendAudit } from '../organizations/auditLog.ts';
import { deviceLogins } from '../schema/accounts.ts';
import { organizations } from '../schema/organizations.ts';

const open = (now: Date) => and(isNull(deviceLogins.decidedAt), gt(deviceLogins.expiresAt, now));

export const createDeviceLogins = (database: Database): DeviceLogins => ({
  create: (login) =>
    database.write(async (transaction) => {
      const { clientName, userAgent } = login;
      const row = { ...login, clientName: storableText(clientName), userAgent: storableText(userAgent) };
      const made = await transaction
        .insert(deviceLogins)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: deviceLogins.id });
      return made.length > 0;
    }),
  findOpen: (userCode, now) =>
    database.read(async (queries) => {
      const [row] = await queries
        .select()
        .from(deviceLogins)
        .where(and(eq(deviceLogins.userCode, userCode), open(now)));
      return row ?? null;
    }),
  decide: (id, decision) => database.write((transaction) => decide(transaction, id, decision)),
  poll: (deviceCodeHash, now, pauseMs) =>
    database.write((transaction) => poll(transaction, deviceCodeHash, now, pauseMs)),
  purge: (before, limit) =>
    database.write((transaction) => {
      const { expiresAt } = deviceLogins;
      return deleteSome(transaction, deviceLogins, lt(expiresAt, before), expiresAt, limit);
    }),
});

async function decide(
  transaction: Queries,
  id: string,
  { userId, allowed, at, organizationId, audit }: DeviceDecision,
): Promise<boolean> {
  // Organizations are locked first everywhere.
  await transaction
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('update');
  const decided = await transaction
    .update(deviceLogins)
    .set({ userId, allowed, decidedAt: at })
    .where(and(eq(deviceLogins.id, id), open(at)))
    .returning({ id: deviceLogins.id });
  if (decided.length === 0) return false;
  await appendAudit(transaction, organizationId, [audit]);
  return true;
}

async function poll(transaction: Queries, deviceCodeHash: string, now: Date, pauseMs: number): Promise<DevicePoll> {
  // Locked: of two polls at the same time one gets the session.
  const [row] = await transaction
    .select()
    .from(deviceLogins)
    .where(eq(deviceLogins.deviceCodeHash, deviceCodeHash))
    .for('update');
  if (!row || row.takenAt) return { state: 'gone' };
  if (row.expiresAt <= now) return { state: 'expired' };
  const isThis = eq(deviceLogins.id, row.id);
  if (row.polledAt && now.getTime() - row.polledAt.getTime() < pauseMs) return { state: 'early' };
  if (row.decidedAt === null) {
    await transaction.update(deviceLogins).set({ polledAt: now }).where(isThis);
    return { state: 'waiting' };
  }
  if (!row.allowed || row.userId === null) return { state: 'refused' };
  await transaction.update(deviceLogins).set({ takenAt: now }).where(isThis);
  return { state: 'allowed', userId: row.userId };
}
