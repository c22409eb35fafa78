/** Gives waiting leaves their places and signs a checkpoint of what is there then. @module */
import { holdToSigned } from './holdToSigned.ts';
import type { LeafWalk } from './leafWalk.ts';
import type { LastSigned, LogCheckpoints, LogSigner, LogTree, ToldHead } from '../ports/ledger/transparencyKeeping.ts';
import type { Clock } from '../ports/runtime/runtime.ts';

export interface PublishDeps {
  readonly tree: LogTree;
  readonly checkpoints: LogCheckpoints;
  readonly signer: LogSigner;
  readonly lastSigned: LastSigned;
  /** Of this process, for as long as it lives. */
  readonly walk: LeafWalk;
  readonly clock: Clock;
}

/** Leaves of one transaction: few enough that commitments beside it wait for milliseconds. */
const BATCH = 1000;

/**
 * One run. The order makes a crash harmless at every point: places are stored before they are signed, the signature
 * lies on the disk before anyone can read it, and Ed25519 gives the same signature for the same text again. Runs of
 * one process must not overlap; those of several may.
 * @returns true if a new checkpoint was signed
 * @throws {LogForked} see holdToSigned.ts
 */
export async function publishCheckpoint(deps: PublishDeps): Promise<boolean> {
  const { tree, checkpoints, signer, lastSigned, walk, clock } = deps;
  // Before the tree: another process may sign meanwhile, and what it signs is longer.
  const signed = await signedHeads(deps);
  while ((await tree.sequence(BATCH)) === BATCH);
  const head = await tree.head();
  await holdToSigned(tree, walk, signed, head);
  await walk.lookAgain();
  const latest = await checkpoints.latestSigned();
  if (latest?.size === head.size) return false;
  const { log, note } = await signer.sign(head);
  await lastSigned.write(note);
  await checkpoints.keep({ ...head, log, note, signedAt: clock.now() });
  return true;
}

/** What the log has signed, in every place that knows of it. */
export async function signedHeads({
  lastSigned,
  checkpoints,
}: Pick<PublishDeps, 'lastSigned' | 'checkpoints'>): Promise<ToldHead[]> {
  const told = await lastSigned.read();
  const latest = await checkpoints.latestSigned();
  return latest ? [...told, { ...latest, where: 'the database' }] : [...told];
}
