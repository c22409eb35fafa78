/** Several pictures in one request: order kept, one failure fails one item. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization } from '../actingOrganization.ts';
import { newEvent } from '../newEvent.ts';
import { EACH_TIME, type Once } from '../ports/runtime/idempotency.ts';
import type { Ports } from '../ports/ports.ts';
import type { ToldVerification, VerifyRequester } from './verification.ts';
import { verifiedBefore, verifyImage, type VerifyDeps } from './verifyImage.ts';

export interface BatchFile {
  readonly fileName: string | null;
  /** Null if it was over the size limit. */
  readonly bytes: Uint8Array | null;
}

export interface BatchInput {
  readonly files: readonly BatchFile[];
  readonly mapSideMax: number | null;
  /** As in `VerifyInput`. */
  readonly threshold: number;
  readonly requester: VerifyRequester;
  /** What a file over the limit is answered. */
  readonly tooLarge: AppError;
  /** As in `VerifyInput`. */
  readonly once?: Once;
}

/** The verification of one picture that an earlier try of the request has made; null if it made none. */
export const verifiedItem = ({ once }: BatchInput, index: number): string | null => once?.made?.[String(index)] ?? null;

export interface BatchItem {
  readonly fileName: string | null;
  readonly outcome:
    | { readonly ok: true; readonly verification: ToldVerification }
    | { readonly ok: false; readonly error: AppError };
}

export interface BatchOutcome {
  readonly items: readonly BatchItem[];
  readonly processingTimeMs: number;
}

/** Pictures of one batch that are worked on at once: leaves workers to everyone else. */
const AT_ONCE = 2;
/** A full queue is waited out this often before an item is given up. */
const BUSY_TRIES = 5;

export async function verifyBatch(
  deps: VerifyDeps & Pick<Ports, 'outbox'>,
  caller: Caller | null,
  input: BatchInput,
  wait: (ms: number) => Promise<void>,
): Promise<BatchOutcome> {
  const started = deps.clock.now().getTime();
  const batchId = input.once?.made?.['batch'] ?? deps.ids.uuid();
  const items: BatchItem[] = [];
  const queue = input.files.entries();
  const work = async (): Promise<void> => {
    for (const [index, file] of queue)
      items[index] = await verifyOne(deps, caller, input, { ...file, index, batchId }, wait);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (caller && !input.once?.made?.['announced']) await announce(deps, caller, input, batchId, items);
  return { items, processingTimeMs: Math.max(0, deps.clock.now().getTime() - started) };
}

async function announce(
  deps: Pick<Ports, 'outbox' | 'memberships' | 'clock' | 'ids'>,
  caller: Caller,
  { requester: { organizationId }, once = EACH_TIME }: BatchInput,
  batchId: string,
  items: readonly BatchItem[],
): Promise<void> {
  const { organization } = await actingOrganization(deps, caller, organizationId);
  const successful = items.filter(({ outcome }) => outcome.ok).length;
  const data = { batch_id: batchId, total: items.length, successful, failed: items.length - successful };
  const event = newEvent(deps, organization.id, 'verification.batch_completed', data);
  await once.making({ announced: batchId }, () => deps.outbox.add([event]));
}

async function verifyOne(
  deps: VerifyDeps,
  caller: Caller | null,
  batch: BatchInput,
  { fileName, bytes, index, batchId }: BatchFile & { readonly index: number; readonly batchId: string },
  wait: (ms: number) => Promise<void>,
): Promise<BatchItem> {
  if (!bytes) return { fileName, outcome: { ok: false, error: batch.tooLarge } };
  const { mapSideMax, threshold, requester, once = EACH_TIME } = batch;
  const ofItem: Once = {
    made: null,
    making: ({ id = '' }, work) => once.making({ [index]: id, batch: batchId }, work),
  };
  const input = { bytes, mapSideMax, threshold, requester, batchId, once: ofItem };
  const before = verifiedItem(batch, index);
  for (let attempt = 1; ; attempt++) {
    try {
      const verification = await (before === null
        ? verifyImage(deps, caller, input)
        : verifiedBefore(deps, caller, input, before));
      return { fileName, outcome: { ok: true, verification } };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code !== 'SERVICE_UNAVAILABLE' || attempt === BUSY_TRIES)
        return { fileName, outcome: { ok: false, error } };
      await wait(1000 * (error.retryAfterS ?? 1));
    }
  }
}
