/** Reads the whole transparency log and says whether it is what was signed; changes nothing. @module */
import type { StoredLeaf } from '../ports/ledger/transparencyKeeping.ts';
import { holdToSigned } from './holdToSigned.ts';
import { LeafWalk } from './leafWalk.ts';
import { LogForked } from './logForked.ts';
import { type PublishDeps, signedHeads } from './publishCheckpoint.ts';

export interface InspectedLog {
  /** Entries that have a place. */
  readonly size: number;
  /** Why it is not what was signed; null if it is. */
  readonly finding: string | null;
}

/** @param see is told of every entry that is there */
export async function inspectLog(
  deps: Pick<PublishDeps, 'tree' | 'checkpoints' | 'lastSigned'>,
  see: (leaf: StoredLeaf) => void = () => {},
): Promise<InspectedLog> {
  const { tree } = deps;
  const walk = new LeafWalk(tree, see);
  const signed = await signedHeads(deps);
  const head = await tree.head();
  try {
    await holdToSigned(tree, walk, signed, head);
    return { size: head.size, finding: null };
  } catch (cause) {
    if (!(cause instanceof LogForked)) throw cause;
    // As far as there is something to see.
    await walk.to(head.size).catch(() => {});
    return { size: head.size, finding: cause.message };
  }
}
