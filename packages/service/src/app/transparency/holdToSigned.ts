/** Holds the stored log to everything that was signed of it, wherever that is known. @module */
import { sameBytes } from '@assay/core/encoding/sameBytes';
import { isConsistent, type TreeHead } from '@assay/core/transparency/checkProof';
import { LogForked } from './logForked.ts';
import type { LeafWalk } from './leafWalk.ts';
import type { LogTree, ToldHead } from '../ports/ledger/transparencyKeeping.ts';

/**
 * @param head of the stored tree, as its tiles say
 * @throws {LogForked} unless the entries have the root of each head that was signed, and that of the tiles
 */
export async function holdToSigned(
  tree: Pick<LogTree, 'rootAt'>,
  walk: LeafWalk,
  signed: readonly ToldHead[],
  head: TreeHead,
): Promise<void> {
  try {
    for (const told of signed.toSorted((a, b) => a.size - b.size)) await assertContinues(tree, walk, told, head);
    const byEntries = await walk.to(Math.max(head.size, walk.size));
    if (byEntries.size === head.size && !isConsistent(byEntries, head, []))
      throw new LogForked(
        'The tiles of the transparency log are not those of its entries: one of the two was changed.',
      );
  } catch (cause) {
    walk.forget();
    throw cause;
  }
}

async function assertContinues(
  tree: Pick<LogTree, 'rootAt'>,
  walk: LeafWalk,
  { size, rootHash, where }: ToldHead,
  head: TreeHead,
): Promise<void> {
  if (size > head.size)
    throw new LogForked(
      `The transparency log has signed ${size} entries (${where}), but the database holds ${head.size}: it was set back.`,
    );
  const stored = await tree.rootAt(size).catch((cause: unknown) => {
    // A tile that is missing or too short.
    if (cause instanceof RangeError) return new Uint8Array();
    throw cause;
  });
  const isThere = sameBytes(stored, rootHash);
  const isOfEntries = walk.size > size || sameBytes((await walk.to(size)).rootHash, rootHash);
  if (!isThere || !isOfEntries)
    throw new LogForked(
      `The first ${size} entries of the transparency log are not those that were signed (${where}): they were changed.`,
    );
}
