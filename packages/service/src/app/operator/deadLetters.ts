/** Begins again what was given up, one by one: with all of its attempts anew, by whichever process looks next. @module */
import { AppError } from '@assay/core/errors';
import type { DeadLetters, DeadQueue } from '../ports/runtime/deadLetters.ts';
import type { DeadMails } from '../ports/delivery/mail.ts';
import type { Ports } from '../ports/ports.ts';
import { trace } from '../provenance/trace.ts';

type Deps = Pick<Ports, 'assets' | 'deliveries' | 'files' | 'clock' | 'ids' | 'modelVersion'> & {
  readonly deadLetters: DeadLetters;
  readonly deadMails: DeadMails;
};

/** Long enough for the few statements between taking and release. */
const LEASE = { owner: 'operator', ms: 60_000 };

/** @returns why it cannot begin again, a sentence; null: it does */
export async function beginAgain(deps: Deps, queue: DeadQueue, id: string): Promise<string | null> {
  if (queue === 'uploads') return uploadAgain(deps, id);
  if (queue === 'mails')
    return (await deps.deadMails.sendAgain([id])) === 1
      ? null
      : 'It was not given up, its text is forgotten, or its link has ended.';
  const endpoint = await deps.deadLetters.endpointOf(id);
  const queued = endpoint && (await deps.deliveries.repeat(endpoint, id, deps.ids.uuid(), deps.clock.now()));
  return queued ? null : 'There is no such delivery that was given up.';
}

async function uploadAgain(deps: Deps, id: string): Promise<string | null> {
  const asset = await deps.assets.findAny(id);
  if (asset?.processingStatus !== 'failed') return 'There is no such upload that failed.';
  if (!(await deps.files.open(id, 'original'))) return 'Its original is kept no longer: it has to be uploaded again.';
  try {
    const step = trace(deps, null, id, 'reprocessed');
    const held = await deps.assets.restart(asset.organizationId, id, LEASE, deps.clock.now(), [step]);
    if (!held) return 'There is no such upload that failed.';
    for (let left = held.request.attempts; left > 0; left--) await deps.assets.countAttempt(id, -1);
    await deps.assets.release(held.lease);
    return null;
  } catch (cause) {
    // The month's uploads are used up, or the storage is full.
    if (cause instanceof AppError && cause.code === 'QUOTA_EXCEEDED') return cause.detail;
    throw cause;
  }
}
