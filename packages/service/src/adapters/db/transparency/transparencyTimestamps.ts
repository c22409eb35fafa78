/** Time-stamps of checkpoints. @module */
import { and, desc, eq } from 'drizzle-orm';
import type { LogTimestamps } from '../../../app/ports/ledger/transparencyKeeping.ts';
import type { Timestamp } from '../../../app/ports/ledger/transparencyLog.ts';
import type { Database, Queries } from '../connection/database.ts';
import { transparencyTimestamps } from '../schema/transparency.ts';
import { PRESENT_LOG } from './transparencyTree.ts';

const OF_PRESENT_LOG = eq(transparencyTimestamps.logId, PRESENT_LOG);

export const createLogTimestamps = (database: Database): LogTimestamps => ({
  newest: () =>
    database.read(async (queries) => {
      const [row] = await queries
        .select({ size: transparencyTimestamps.treeSize, createdAt: transparencyTimestamps.createdAt })
        .from(transparencyTimestamps)
        .where(OF_PRESENT_LOG)
        .orderBy(desc(transparencyTimestamps.treeSize))
        .limit(1);
      return row ?? null;
    }),
  add: ({ size, ...timestamp }, createdAt) =>
    database.write(async (transaction) => {
      await transaction
        .insert(transparencyTimestamps)
        .values({ logId: PRESENT_LOG, treeSize: size, ...timestamp, createdAt })
        .onConflictDoNothing();
    }),
});

export async function timestampOf(queries: Queries, size: number): Promise<Timestamp | null> {
  const ofSize = and(OF_PRESENT_LOG, eq(transparencyTimestamps.treeSize, size));
  const [row] = await queries.select().from(transparencyTimestamps).where(ofSize);
  return row ? read(row) : null;
}

export async function latestTimestamp(queries: Queries): Promise<Timestamp | null> {
  const [row] = await queries
    .select()
    .from(transparencyTimestamps)
    .where(OF_PRESENT_LOG)
    .orderBy(desc(transparencyTimestamps.treeSize))
    .limit(1);
  return row ? read(row) : null;
}

const read = (row: typeof transparencyTimestamps.$inferSelect): Timestamp => ({
  size: row.treeSize,
  authority: row.authority,
  response: row.response,
  stampedAt: row.stampedAt,
});
