/** Signed checkpoints of the transparency log. @module */
import { desc, eq } from 'drizzle-orm';
import type { LogCheckpoints } from '../../../app/ports/ledger/transparencyKeeping.ts';
import type { SignedCheckpoint } from '../../../app/ports/ledger/transparencyLog.ts';
import type { Database, Queries } from '../connection/database.ts';
import { transparencyCheckpoints } from '../schema/transparency.ts';
import { PRESENT_LOG } from './transparencyTree.ts';

export const createLogCheckpoints = (database: Database): LogCheckpoints => ({
  latestSigned: () => database.read(latestCheckpoint),
  keep: ({ log, size, rootHash, note, signedAt }) =>
    database.write(async (transaction) => {
      await transaction
        .insert(transparencyCheckpoints)
        .values({ logId: log, treeSize: size, rootHash, note, createdAt: signedAt })
        .onConflictDoNothing();
    }),
});

export async function latestCheckpoint(queries: Queries): Promise<SignedCheckpoint | null> {
  const [row] = await queries
    .select()
    .from(transparencyCheckpoints)
    .where(eq(transparencyCheckpoints.logId, PRESENT_LOG))
    .orderBy(desc(transparencyCheckpoints.treeSize))
    .limit(1);
  return row ? checkpointOf(row) : null;
}

export const checkpointOf = (row: typeof transparencyCheckpoints.$inferSelect): SignedCheckpoint => ({
  size: row.treeSize,
  rootHash: row.rootHash,
  note: row.note,
  signedAt: row.createdAt,
});
