/** How entries come into the transparency log. @module */
import type { NewLeaf } from '../../../app/ports/ledger/transparencyLog.ts';
import type { Queries } from '../connection/database.ts';
import { transparencyLeaves } from '../schema/transparency.ts';

/**
 * Adds a leaf by the transaction of what it is about: both are there or neither. It locks nothing, so that commitments
 * do not wait for each other; its place in the tree comes with the next run of `sequenceLeaves`.
 */
export async function appendLeaf(transaction: Queries, leaf: NewLeaf): Promise<void> {
  await transaction
    .insert(transparencyLeaves)
    .values({ id: leaf.id, entry: leaf.entry, createdAt: leaf.createdAt })
    .onConflictDoNothing();
}
