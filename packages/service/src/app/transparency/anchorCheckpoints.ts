/**
 * Writes checkpoints on the ledger, so that not even whoever holds the log's key can show two people two logs: the
 * memo of the transaction is the signed checkpoint, letter for letter.
 * @module
 */
import type { Ledger } from '../ports/ledger/ledger.ts';
import type { LogAnchors, OpenAnchor } from '../ports/ledger/transparencyKeeping.ts';
import type { TransparencyLog } from '../ports/ledger/transparencyLog.ts';
import type { Clock } from '../ports/runtime/runtime.ts';

export interface AnchorDeps {
  readonly ledger: Ledger;
  readonly anchors: LogAnchors;
  readonly transparencyLog: Pick<TransparencyLog, 'latest' | 'checkpointOf'>;
  readonly clock: Clock;
}

/**
 * One run: looks after anchors on their way, then writes the newest checkpoint if its time has come. What fails is
 * written down and tried again by the next run.
 * @param intervalMs between the beginnings of two anchors
 */
export async function anchorCheckpoints(deps: AnchorDeps, intervalMs: number): Promise<void> {
  // An embedded ledger starts at its first use: not for a log without entries.
  if (((await deps.transparencyLog.latest())?.size ?? 0) === 0) return;
  const ledgerId = await deps.ledger.identity();
  const open = await deps.anchors.open(ledgerId);
  for (const anchor of open) {
    try {
      await lookAfter(deps, ledgerId, anchor);
    } catch (cause) {
      await deps.anchors.fail(ledgerId, anchor.size, cause instanceof Error ? cause.message : String(cause));
      throw cause;
    }
  }
  // One at a time: as long as the ledger does not take one, a second would not fare better.
  if (open.every(({ status }) => status !== 'pending')) await anchorNewest(deps, ledgerId, intervalMs);
}

async function anchorNewest(deps: AnchorDeps, ledgerId: string, intervalMs: number): Promise<void> {
  const { ledger, anchors, transparencyLog, clock } = deps;
  const checkpoint = await transparencyLog.latest();
  const newest = await anchors.newest(ledgerId);
  if (!checkpoint || checkpoint.size <= (newest?.size ?? 0)) return;
  const createdAt = clock.now();
  if (newest && createdAt.getTime() - newest.createdAt.getTime() < intervalMs) return;
  const signed = await ledger.sign(checkpoint.note);
  const { network, isEmbedded } = ledger;
  if (await anchors.add({ size: checkpoint.size, ledgerId, network, isEmbedded, signed, createdAt }))
    await ledger.send(signed.bytes);
}

async function lookAfter(deps: AnchorDeps, ledgerId: string, anchor: OpenAnchor): Promise<void> {
  const { ledger, anchors, transparencyLog } = deps;
  const state = await ledger.state(anchor.txHash);
  if (!state) return sendAgain(deps, ledgerId, anchor);
  if (state.level === 'processed' || state.level === anchor.status) return;
  const found = await ledger.find(anchor.txHash, state.level);
  // Not yet where transactions are read; the next run looks again.
  if (!found) return;
  const checkpoint = await transparencyLog.checkpointOf(anchor.size);
  if (found.failed !== null || found.memo !== checkpoint?.note)
    throw new Error(`transaction ${anchor.txHash} does not hold the checkpoint: ${found.failed ?? 'another memo'}`);
  await anchors.advance(ledgerId, anchor.size, {
    status: state.level,
    blockHeight: found.blockHeight,
    anchoredAt: found.blockTime,
  });
}

async function sendAgain(deps: AnchorDeps, ledgerId: string, anchor: OpenAnchor): Promise<void> {
  const { ledger, anchors, transparencyLog } = deps;
  const prospect = await ledger.prospect(anchor);
  if (prospect === 'unknowable') throw new Error('the history of the ledger node does not reach back far enough');
  if (prospect === 'open') return ledger.send(anchor.txBytes);
  const checkpoint = await transparencyLog.checkpointOf(anchor.size);
  if (!checkpoint) throw new Error(`there is no checkpoint of ${anchor.size} entries`);
  const signed = await ledger.sign(checkpoint.note);
  if (await anchors.replace(ledgerId, anchor.size, signed, anchor.txHash)) await ledger.send(signed.bytes);
}
