/** Gives waiting leaves their places and signs a checkpoint of what is there then. @module */
import { sameBytes } from '@assay/core/encoding/sameBytes';
import { isConsistent, type TreeHead } from '@assay/core/transparency/checkProof';
import type { LastSigned, LogCheckpoints, LogSigner, LogTree } from '../ports/ledger/transparencyKeeping.ts';
import type { Clock } from '../ports/runtime/runtime.ts';

export interface PublishDeps {
  readonly tree: LogTree;
  readonly checkpoints: LogCheckpoints;
  readonly signer: LogSigner;
  readonly lastSigned: LastSigned;
  readonly clock: Clock;
}

/** Leaves of one transaction: few enough that commitments beside it wait for milliseconds. */
const BATCH = 1000;

/** The stored tree is not a continuation of what the log has signed. Nothing is signed until an operator looked at it. */
export class LogForked extends Error {
  override readonly name = 'LogForked';
}

/**
 * One run. The order makes a crash harmless at every point: places are stored before they are signed, the signature
 * lies on the disk before anyone can read it, and Ed25519 gives the same signature for the same text again. Runs of
 * one process must not overlap; those of several may.
 * @returns true if a new checkpoint was signed
 * @throws {LogForked}
 */
export async function publishCheckpoint(deps: PublishDeps): Promise<boolean> {
  const { tree, checkpoints, signer, lastSigned, clock } = deps;
  // Before the tree: another process may sign meanwhile, and what it signs is longer.
  const told = await lastSigned.read();
  const latest = await checkpoints.latestSigned();
  while ((await tree.sequence(BATCH)) === BATCH);
  const head = await tree.head();
  if (latest) await assertContinues(tree, latest, head);
  if (told) await assertContinues(tree, told, head);
  if (latest?.size === head.size) return false;
  const note = await signer.sign(head);
  await lastSigned.write(note);
  await checkpoints.keep({ ...head, note, signedAt: clock.now() });
  return true;
}

/** @throws {LogForked} unless the first entries of the tree are those that were signed */
async function assertContinues(tree: LogTree, signed: TreeHead, head: TreeHead): Promise<void> {
  if (signed.size > head.size)
    throw new LogForked(
      `The transparency log has signed ${signed.size} entries, but the database holds ${head.size}: it was set back.`,
    );
  const holds =
    signed.size === head.size
      ? isConsistent(signed, head, [])
      : sameBytes(await tree.rootAt(signed.size), signed.rootHash);
  if (!holds)
    throw new LogForked(
      `The first ${signed.size} entries of the transparency log are not those that were signed: they were changed.`,
    );
}
