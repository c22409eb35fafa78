/** Begins again what was given up, one by one: with all of its attempts anew, by whichever process looks next. @module */
import { AppError } from '@assay/core/errors';
import { UNFINISHED_MAX } from '../imports/beginImport.ts';
import { UNFINISHED_MS } from '../imports/runImports.ts';
import type { DeadLetters, DeadQueue } from '../ports/runtime/deadLetters.ts';
import type { DeadMails } from '../ports/delivery/mail.ts';
import type { Ports } from '../ports/ports.ts';
import { trace } from '../provenance/trace.ts';

type Deps = Pick<Ports, 'assets' | 'deliveries' | 'imports' | 'pins' | 'files' | 'clock' | 'ids' | 'modelVersion'> & {
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
  if (queue === 'imports') return importAgain(deps, id);
  if (queue === 'pins' && !deps.pins.isOn) return 'No IPFS node or pinning service is set.';
  if (queue === 'commitments' || queue === 'pins')
    return (await deps.deadLetters.tryNow(queue, id, deps.clock.now()))
      ? null
      : 'There is no such one that fails again and again.';
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

/** Goes on with the files that nothing was tried with; what failed for its own sake is an answer, and stays. */
async function importAgain({ imports, clock }: Deps, id: string): Promise<string | null> {
  const none = 'There is no such import that failed.';
  const failed = await imports.find(id);
  if (failed?.state !== 'failed') return none;
  if (failed.kind !== 'prefix') return 'Its archive is kept no longer: what is missing has to be imported anew.';
  const now = clock.now();
  if (failed.createdAt.getTime() <= now.getTime() - UNFINISHED_MS)
    return 'It began too long ago: what is missing has to be imported anew.';
  try {
    await imports.assertRoom(failed.organizationId, UNFINISHED_MAX);
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'RATE_LIMITED') return cause.detail;
    throw cause;
  }
  return (await imports.move(id, ['failed'], 'waiting', null, now)) ? null : none;
}
