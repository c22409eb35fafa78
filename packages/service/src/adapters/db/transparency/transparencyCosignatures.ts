/** Cosignatures of witnesses. @module */
import { and, asc, eq, max } from 'drizzle-orm';
import type { SignedCheckpoint } from '../../../app/ports/ledger/transparencyLog.ts';
import type { LogCosignatures } from '../../../app/ports/ledger/witnesses.ts';
import type { Database, Queries } from '../connection/database.ts';
import { transparencyCosignatures } from '../schema/transparency.ts';
import { PRESENT_LOG } from './transparencyTree.ts';

const OF_PRESENT_LOG = eq(transparencyCosignatures.logId, PRESENT_LOG);

export const createLogCosignatures = (database: Database): LogCosignatures => ({
  newestOf: (witness) =>
    database.read(async (queries) => {
      const [row] = await queries
        .select({ size: max(transparencyCosignatures.treeSize) })
        .from(transparencyCosignatures)
        .where(and(OF_PRESENT_LOG, eq(transparencyCosignatures.witness, witness)));
      return row?.size ?? 0;
    }),
  add: ({ size, ...cosignature }) =>
    database.write(async (transaction) => {
      await transaction
        .insert(transparencyCosignatures)
        .values({ logId: PRESENT_LOG, treeSize: size, ...cosignature })
        .onConflictDoNothing();
    }),
});

/** The checkpoint with the lines of its witnesses below those of the log. */
export async function cosigned(queries: Queries, checkpoint: SignedCheckpoint): Promise<SignedCheckpoint> {
  const rows = await queries
    .select({ line: transparencyCosignatures.line })
    .from(transparencyCosignatures)
    .where(and(OF_PRESENT_LOG, eq(transparencyCosignatures.treeSize, checkpoint.size)))
    .orderBy(asc(transparencyCosignatures.witness));
  return { ...checkpoint, note: [checkpoint.note, ...rows.map(({ line }) => `${line}\n`)].join('') };
}
