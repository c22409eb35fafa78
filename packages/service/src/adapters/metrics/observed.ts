/** Ports that are counted while they are used. @module */
import { AppError } from '@assay/core/errors';
import type { Assets } from '../../app/ports/assets/assets.ts';
import { type AssetFiles, DamagedFileError } from '../../app/ports/assets/storage.ts';
import type { MailQueue } from '../../app/ports/delivery/mail.ts';
import type { DeliveryQueue } from '../../app/ports/delivery/webhooks.ts';
import type { Engine } from '../../app/ports/verify/engine.ts';
import type { Verifications } from '../../app/ports/verify/verifications.ts';
import type { JobOutcome, Metrics, StoreCall } from './metrics.ts';

function outcomeOf(cause: unknown): JobOutcome {
  if (!(cause instanceof AppError) || cause.code === 'PROCESSING_FAILED') return 'failed';
  return cause.code === 'SERVICE_UNAVAILABLE' ? 'busy' : 'refused';
}

/** Jobs of a kind each, with their waiting. */
export function observedEngine(engine: Engine, { jobBegun }: Pick<Metrics, 'jobBegun'>): Engine {
  const observed =
    <In extends readonly unknown[], Out>(kind: string, run: (...input: In) => Promise<Out>) =>
    async (...input: In): Promise<Out> => {
      const ended = jobBegun(kind);
      try {
        const answer = await run(...input);
        ended('done');
        return answer;
      } catch (cause) {
        ended(outcomeOf(cause));
        throw cause;
      }
    };
  return {
    assertStructure: engine.assertStructure,
    examine: observed('examine', engine.examine),
    inspect: observed('inspect', engine.inspect),
    embed: observed('embed', engine.embed),
    localQuery: observed('localQuery', engine.localQuery),
    mark: observed('mark', engine.mark),
    attack: observed('attack', engine.attack),
    compare: observed('compare', engine.compare),
    readMetadata: observed('metadata', engine.readMetadata),
    emptyMap: observed('emptyMap', engine.emptyMap),
    coarseMap: observed('coarseMap', engine.coarseMap),
    picture: observed('picture', engine.picture),
    preview: observed('preview', engine.preview),
    healthy: engine.healthy,
    close: engine.close,
  };
}

/** Calls to the store that fail, at once or after a while. A file that is not there, or is not what was stored, is an answer. */
export function observedFiles(files: AssetFiles, { storeFailed }: Pick<Metrics, 'storeFailed'>): AssetFiles {
  const observed =
    <In extends readonly unknown[], Out>(call: StoreCall, run: (...input: In) => Promise<Out>) =>
    async (...input: In): Promise<Out> => {
      try {
        return await run(...input);
      } catch (cause) {
        if (!(cause instanceof DamagedFileError)) storeFailed(call);
        throw cause;
      }
    };
  return {
    ...files,
    put: observed('put', files.put),
    read: observed('read', files.read),
    open: observed('open', files.open),
  };
}

/** Verdicts are counted once they are logged. */
export const observedVerifications = (
  verifications: Verifications,
  { verified }: Pick<Metrics, 'verified'>,
): Verifications => ({
  ...verifications,
  async log(entry, events, submission) {
    await verifications.log(entry, events, submission);
    verified(entry.verdict, entry.watermarkDetected);
  },
});

/** Uploads by what became of them; of those whose marks were read back from the delivered file, by track. */
export const observedAssets = (assets: Assets, { queued, marked }: Pick<Metrics, 'queued' | 'marked'>): Assets => ({
  ...assets,
  async complete(lease, completion, events, steps) {
    const completed = await assets.complete(lease, completion, events, steps);
    queued('upload', 'completed');
    for (const { track, payload, detected } of completion.watermark?.tracks ?? [])
      if (payload !== null) marked(track, detected);
    return completed;
  },
  async fail(lease, ...rest) {
    const isWritten = await assets.fail(lease, ...rest);
    if (isWritten) queued('upload', 'failed');
    return isWritten;
  },
});

const SENT = { delivered: 'completed', pending: 'postponed', failed: 'failed' } as const;

/** Mails by what became of an attempt. */
export const observedMails = (mails: MailQueue, { queued }: Pick<Metrics, 'queued'>): MailQueue => ({
  ...mails,
  async settle(claimed, outcome) {
    const isWritten = await mails.settle(claimed, outcome);
    if (isWritten) queued('mail', SENT[outcome.status]);
    return isWritten;
  },
});

/** Deliveries of webhooks, likewise. */
export const observedDeliveries = (queue: DeliveryQueue, { queued }: Pick<Metrics, 'queued'>): DeliveryQueue => ({
  ...queue,
  async settle(claimed, settlement) {
    const settled = await queue.settle(claimed, settlement);
    if (settled !== 'late') queued('delivery', SENT[settlement.status]);
    return settled;
  },
});
