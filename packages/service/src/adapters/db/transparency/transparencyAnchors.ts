/** Checkpoints on their way to the ledger and there. @module */
import { and, asc, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { LogAnchors, NewAnchor } from '../../../app/ports/ledger/transparencyKeeping.ts';
import type { Anchor } from '../../../app/ports/ledger/transparencyLog.ts';
import type { Database, Queries } from '../connection/database.ts';
import { transparencyAnchors } from '../schema/transparency.ts';
import { PRESENT_LOG } from './transparencyTree.ts';

type Row = typeof transparencyAnchors.$inferSelect;

const OF_PRESENT_LOG = eq(transparencyAnchors.logId, PRESENT_LOG);

const RANK = { pending: 0, confirmed: 1, finalized: 2 } as const;

export const createLogAnchors = (database: Database): LogAnchors => ({
  newest: (ledgerId) =>
    database.read(async (queries) => {
      const [row] = await queries
        .select({ size: transparencyAnchors.treeSize, createdAt: transparencyAnchors.createdAt })
        .from(transparencyAnchors)
        .where(and(OF_PRESENT_LOG, eq(transparencyAnchors.ledgerId, ledgerId)))
        .orderBy(desc(transparencyAnchors.treeSize))
        .limit(1);
      return row ?? null;
    }),

  open: (ledgerId) =>
    database.read(async (queries) => {
      const rows = await queries
        .select()
        .from(transparencyAnchors)
        .where(
          and(OF_PRESENT_LOG, eq(transparencyAnchors.ledgerId, ledgerId), ne(transparencyAnchors.status, 'finalized')),
        )
        .orderBy(asc(transparencyAnchors.treeSize));
      return rows.map((row) => ({
        ...anchorOf(row),
        txBytes: row.txBytes,
        lastValidBlockHeight: row.lastValidBlockHeight,
        signedSlot: row.signedSlot,
      }));
    }),

  add: (anchor) =>
    database.write(async (transaction) => {
      const { rowCount } = await transaction.insert(transparencyAnchors).values(newRow(anchor)).onConflictDoNothing();
      return rowCount === 1;
    }),

  replace: (ledgerId, size, { bytes, ...signed }, instead) =>
    database.write(async (transaction) => {
      const { rowCount } = await transaction
        .update(transparencyAnchors)
        .set({ ...signed, txBytes: bytes, lastError: null })
        .where(and(at(ledgerId, size), eq(transparencyAnchors.txHash, instead)));
      return rowCount === 1;
    }),

  advance: (ledgerId, size, found) =>
    database.write(async (transaction) => {
      const [row] = await transaction.select().from(transparencyAnchors).where(at(ledgerId, size)).for('update');
      if (!row || RANK[found.status] < RANK[row.status]) return;
      await transaction
        .update(transparencyAnchors)
        .set({ ...found, attempts: 0, lastError: null })
        .where(at(ledgerId, size));
    }),

  fail: (ledgerId, size, error) =>
    database.write(async (transaction) => {
      await transaction
        .update(transparencyAnchors)
        .set({ attempts: sql`${transparencyAnchors.attempts} + 1`, lastError: error })
        .where(at(ledgerId, size));
    }),
});

const newRow = ({ size, ledgerId, network, isEmbedded, signed: { bytes, ...signed }, createdAt }: NewAnchor) => ({
  logId: PRESENT_LOG,
  treeSize: size,
  ledgerId,
  network,
  isEmbeddedLedger: isEmbedded,
  ...signed,
  txBytes: bytes,
  createdAt,
});

const at = (ledgerId: string, size: number) =>
  and(OF_PRESENT_LOG, eq(transparencyAnchors.ledgerId, ledgerId), eq(transparencyAnchors.treeSize, size));

const anchorOf = (row: Row): Anchor => ({
  size: row.treeSize,
  txHash: row.txHash,
  network: row.network,
  isEmbedded: row.isEmbeddedLedger,
  status: row.status,
  blockHeight: row.blockHeight,
  anchoredAt: row.anchoredAt,
});

/** The oldest checkpoint on a ledger that covers the entry. */
export async function anchorCovering(queries: Queries, index: number): Promise<Anchor | null> {
  const [row] = await queries
    .select()
    .from(transparencyAnchors)
    .where(and(OF_PRESENT_LOG, gt(transparencyAnchors.treeSize, index), ne(transparencyAnchors.status, 'pending')))
    .orderBy(asc(transparencyAnchors.treeSize))
    .limit(1);
  return row ? anchorOf(row) : null;
}

export async function latestAnchor(queries: Queries): Promise<Anchor | null> {
  const [row] = await queries
    .select()
    .from(transparencyAnchors)
    .where(and(OF_PRESENT_LOG, ne(transparencyAnchors.status, 'pending')))
    .orderBy(desc(transparencyAnchors.treeSize))
    .limit(1);
  return row ? anchorOf(row) : null;
}
