/** A log that cannot go on as it was, such as after an older backup was restored, goes on under another name. @module */
import { AppError } from '@assay/core/errors';
import { continuedLogEntry } from '@assay/core/transparency/continuedLog';
import type { LogFoundation } from '../ports/ledger/transparencyKeeping.ts';
import type { LogIdentity } from '../ports/ledger/transparencyLog.ts';
import type { Clock, Ids } from '../ports/runtime/runtime.ts';
import { inspectLog } from './inspectLog.ts';
import { type PublishDeps, signedHeads } from './publishCheckpoint.ts';

export interface ContinueDeps extends Pick<PublishDeps, 'tree' | 'checkpoints' | 'lastSigned'> {
  readonly foundation: LogFoundation;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'uuid'>;
}

export interface Continued {
  readonly former: LogIdentity;
  readonly present: LogIdentity;
  /** Entries that were taken over. */
  readonly takenOver: number;
  /** Entries that the former log is known to have signed. */
  readonly signed: number;
}

/**
 * The entries that are there become the first ones of a log of another name and key; the next one says what it continues.
 * @param origin name of the log from now on
 * @param isAnyway also if nothing is found to be wrong
 * @throws {AppError} VALIDATION_ERROR if nothing is wrong, or a log had that name before
 */
export async function continueLog(deps: ContinueDeps, origin: string, isAnyway: boolean): Promise<Continued> {
  const { tree, foundation, clock, ids } = deps;
  const { finding } = await inspectLog(deps);
  if (finding === null && !isAnyway)
    throw new AppError(
      'VALIDATION_ERROR',
      'The log is what was signed: there is nothing to continue. To do it anyway: --anyway',
    );
  const former = await foundation.identity();
  const last = (await signedHeads(deps)).toSorted((a, b) => a.size - b.size).at(-1) ?? null;
  const takenOver = await tree.head();
  const entry = continuedLogEntry({ formerKey: former.verifierKey, takenOver, lastCheckpoint: last?.note ?? null });
  await foundation.continueAs(origin, { id: ids.uuid(), entry, createdAt: clock.now() });
  return { former, present: await foundation.identity(), takenOver: takenOver.size, signed: last?.size ?? 0 };
}
